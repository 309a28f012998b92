// The modules of refusals: compiled, or plain where a row says so.

import * as zeroth from "zeroth";
import { compile, ZerothError, type Exports } from "zeroth";
import { lower } from "../../src/front/index.ts";
import * as testing from "zeroth/testing";
import * as runtime from "../../src/host/runtime.ts";
import { transformFile } from "../../src/plugin/transform-file.ts";
import { Weight } from "./fixtures/assigned-fields/weight.ts";
import type { Refusal } from "./refusal.ts";

export const mark = "«";

/** The text without the mark, and the place of the mark as messages write it. */
export function placed({ program, format }: Refusal): { readonly text: string; readonly place: string } {
  const before = program.slice(0, program.indexOf(mark)).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { text: program.replace(mark, ""), place: `${fileOf(format)}:${before.length}:${column}: ` };
}

const fileOf = (format: Refusal["format"]): string =>
  format === "commonjs" ? "program.cjs" : `program.${format ?? "ts"}`;

/** The exports of a text. */
export function exportsOf(text: string, { format }: Pick<Refusal, "format">, plain?: string): Promise<Exports> {
  const file = fileOf(format);
  if (format === "commonjs") return Promise.resolve(commonExports(text, file));
  return compile(text, {
    file,
    imports: {
      zeroth,
      "zeroth/testing": testing,
      "./assigned.js": { Weight },
      "./plain.js": plain === undefined ? {} : plainExports(plain),
    },
  });
}

/** Text that zeroth does not compile. */
const plainExports = (text: string): object => (functionOf(text) as () => object)();

// oxlint-disable-next-line typescript/no-implied-eval -- the text is not compiled: nothing else makes such a function of it
const functionOf = (text: string, ...parameters: readonly string[]): unknown => new Function(...parameters, text);

/** Where the code that the plugin inserts in CommonJS modules finds the run-time. */
const runtimeKey = Symbol.for("zeroth/runtime");

function commonExports(text: string, file: string): Exports {
  const { code } = transformFile(text, file, { format: "commonjs" });
  const before = Object.getOwnPropertyDescriptor(globalThis, runtimeKey);
  const module = { exports: {} };
  Object.defineProperty(globalThis, runtimeKey, { configurable: true, value: runtime });
  try {
    const script = functionOf(code, "exports", "module") as (exports: object, module: object) => void;
    script.call(module.exports, module.exports, module);
  } finally {
    Reflect.deleteProperty(globalThis, runtimeKey);
    if (before !== undefined) Object.defineProperty(globalThis, runtimeKey, before);
  }
  return module.exports;
}

/** What is said when a function of the text is called that is refused. */
export function refusalIn(text: string, { format }: Refusal): string {
  const { functions, sources } = lower(text, fileOf(format)).module;
  const refusal = Object.values(functions).flatMap(({ refusal }) => refusal ?? [])[0];
  const source = sources[fileOf(format)] ?? "";
  return refusal === undefined ? "" : new ZerothError({ kind: "unsupported", source, ...refusal }).message;
}
