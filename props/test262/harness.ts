// The harness of the tests as functions that compiled code calls but does not look into.
//
// Its files run as they are. What they define is given to each test as arguments. Their results carry no derivative.
// `assert.throws` calls what it is given in the way that the test itself runs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { registerRule } from "../../src/host/resolve.ts";
import { stampFromSource } from "../../src/host/from-source.ts";
import { ZerothError } from "../../src/ir/index.ts";
import { inactive } from "../../src/prelude/rules.ts";

type Callable = (...args: never[]) => unknown;
export type Names = Readonly<Record<string, unknown>>;
/** Calls a function as the test runs. */
export type Caller = (f: Callable) => unknown;

/** Of every test. */
const always = ["assert.js", "sta.js"] as const;
const loaded = new Map<string, Names>();
let caller: Caller = (f) => f();

/** Sets how `assert.throws` calls. */
export function setCaller(call: Caller): void {
  caller = call;
}

/** What a test with these includes may use, by name. */
export function harnessFor(root: string, includes: readonly string[]): Names {
  const files = [...new Set([...always, ...includes])];
  const key = files.join();
  let names = loaded.get(key);
  if (names === undefined) loaded.set(key, (names = load(root, files)));
  return names;
}

/** The error of all tests, which compiled code constructs. */
const Test262Error = function (this: { message: string }, message?: string): void {
  this.message = message === undefined ? "" : message;
} as unknown as { new (message: string): Error; prototype: object };

function load(root: string, files: readonly string[]): Names {
  const text = files.map((file) => readFileSync(join(root, "harness", file), "utf8")).join("\n");
  const names = [...new Set([...text.matchAll(/^(?:var|let|const|function\*?|class)\s+([\w$]+)/gm)].map((m) => m[1]))];
  const body = `${text}\nTest262Error = error;\n${throwsText}\nreturn { ${names.join(", ")} };`;
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- what the tests are for
  const define = new Function("$262", "error", "print", "call", "ZerothError", body) as (
    ...args: readonly unknown[]
  ) => Record<string, unknown>;
  const defined = define(
    host,
    Test262Error,
    () => undefined,
    (f: Callable) => caller(f),
    ZerothError,
  );
  const assert = defined["assert"] as Record<string, unknown>;
  defined["$262"] = host;
  for (const value of [...Object.values(defined), ...Object.values(assert)]) {
    if (typeof value === "function" && value !== Test262Error)
      registerRule(value as Callable, inactive(value as never));
  }
  return defined;
}

const host = {
  global: globalThis,
  gc: (): void => undefined,
  detachArrayBuffer: (buffer: ArrayBuffer): void => void structuredClone(buffer, { transfer: [buffer] }),
};

/** `assert.throws`, as text: the loader compiles the functions of this module, and tests shall not see into it. */
const throwsText = `assert.throws = function (type, f, message) {
  try {
    call(f);
  } catch (error) {
    if (error instanceof ZerothError) throw error;
    if (typeof error === "object" && error !== null && error.constructor === type) return;
    throw new Test262Error((message || "") + " (another error: " + String(error) + ")");
  }
  throw new Test262Error((message || "") + " (no error)");
};`;

/** Made known before the first test changes what the compiler needs. */
export function prepareHarness(): void {
  Object.assign(Test262Error.prototype, {
    toString(this: { message: string }): string {
      return `Test262Error: ${this.message}`;
    },
  });
  Object.assign(Test262Error, {
    thrower: (message: string) => {
      throw new Test262Error(message);
    },
  });
  stampFromSource(Test262Error as never);
}
