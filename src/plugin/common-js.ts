// CommonJS modules in Node: what `require` and `import` load of them is compiled like the program's other modules.
//
// Node's loader passes CommonJS to no hook on Node 20 (there `require` knows none), and finds the names that such a module
// exports in the text of the file. So the text is changed where every version of Node compiles it, in `Module.prototype._compile`,
// on the program's own thread. The compiler is loaded when the first such file is selected.

import * as nodeModule from "node:module";
import { loadLater } from "../host/code-cache.ts";
import type { Select } from "./select.ts";
import type * as Transforms from "./transforms.ts";

type Compile = (this: object, content: string, filename: string, format?: string) => unknown;

/** The method of Node's modules that compiles the text of one. */
const compileText = "_compile";

interface ModuleClass {
  readonly prototype: { [compileText]: Compile };
}

/** Where inserted text of CommonJS modules finds the run-time: an `import` is none of theirs, `require` may find another one. */
const runtimeKey = Symbol.for("zeroth/runtime");

/**
 * Compiles the selected CommonJS modules from now on.
 *
 * `alsoRequired`: no hook sees the ECMAScript modules that are required either.
 */
export function compileCommonJs(select: Select, alsoRequired: boolean): void {
  // Another copy of the package does it: code is stamped once.
  if (Object.hasOwn(globalThis, runtimeKey)) return;
  Object.defineProperty(globalThis, runtimeKey, { configurable: true, get: () => loadLater("runtime") });
  const { prototype } = (nodeModule as unknown as { readonly Module: ModuleClass }).Module;
  const original = prototype[compileText];
  prototype[compileText] = function compile(content, filename, ...rest) {
    return original.call(
      this,
      select(filename) ? compiled(content, filename, rest[0], alsoRequired) : content,
      filename,
      ...rest,
    );
  };
}

function compiled(content: string, filename: string, format: string | undefined, alsoRequired: boolean): string {
  const { transform, withInlineMap } = loadLater("transforms") as unknown as typeof Transforms;
  const isModule = format === "module";
  if (isModule && !alsoRequired) return content;
  const result =
    (isModule ? null : transform(content, filename, { format: "commonjs" })) ??
    // Files of neither kind by name are ECMAScript modules if they are no valid CommonJS.
    (isModule || format === undefined ? transform(content, filename, { format: "module" }) : null);
  return result === null ? content : withInlineMap(result);
}
