// One test, run by the engine, by the interpreter and by the forward sweep of generated code.

import { callWithWord } from "../../src/host/enter.ts";
import { createProgram } from "../../src/compile/derived-program.ts";
import { compileModule } from "../../src/compile/closing.ts";
import { openImplicitCalls } from "../../src/compile/implicit-calls.ts";
import { lowerFunction } from "../../src/front/index.ts";
import { mapFunctions, ZerothError } from "../../src/ir/index.ts";
import { noteAccessors, noteConversions, Stamp, stampFunction } from "../../src/runtime/index.ts";
import { interpreted } from "../../src/test-support/meanings.ts";
import { harnessFor, setCaller, type Caller, type Names } from "./harness.ts";
import { restoreIntrinsics } from "./intrinsics.ts";
import { readTest, type Test } from "./read-tests.ts";

type Callable = (...args: readonly unknown[]) => unknown;

export type Verdict =
  /** Not about the code of one strict function, or it fails as plain JavaScript. */
  | { readonly kind: "left out" }
  | { readonly kind: "agrees" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "differs"; readonly by: string; readonly what: string; readonly isTampering: boolean };

export interface Judgement {
  readonly verdict: Verdict;
  /** Whether the process may go on. */
  readonly isWhole: boolean;
}

interface Meaning {
  readonly name: string;
  readonly run: (f: Callable) => Callable;
  readonly caller: Caller;
}

const native: Meaning = { name: "as JavaScript", run: (f) => f, caller: (f) => f() };
const forward = (f: unknown, args: readonly unknown[]): unknown => callWithWord(f, "J", undefined, args);

const meanings: readonly Meaning[] = [
  { name: "by the interpreter", run: (f) => interpreted(compiled(f)) as Callable, caller: (f) => f() },
  {
    name: "by the forward sweep",
    run:
      (f) =>
      (...args) =>
        forward(f, args),
    caller: (f) => forward(f, []),
  },
];

/** `began` is called when the test has passed as JavaScript. */
export function judge(root: string, file: string, began: () => void): Judgement {
  const test = readTest(root, file);
  if (test === null) return { verdict: { kind: "left out" }, isWhole: true };
  const names = harnessFor(root, test.includes);
  let isWhole = true;
  /** Whether the test changes the language's own objects, which the compiler uses while it runs. */
  let isTampering = false;
  const outcomeBy = (meaning: Meaning): Outcome => {
    const outcome = outcomeOf(test, names, meaning);
    const restored = restoreIntrinsics();
    if (!restored.isWhole) isWhole = false;
    if (restored.hadChanged) isTampering = true;
    return outcome;
  };
  const expected = outcomeBy(native);
  if (expected.error !== test.error) return { verdict: { kind: "left out" }, isWhole };
  began();
  let verdict: Verdict = { kind: "agrees" };
  for (let i = 0; i < meanings.length; i++) {
    const meaning = meanings[i] as Meaning;
    const { error, refusal, text } = outcomeBy(meaning);
    if (refusal !== null) {
      if (verdict.kind === "agrees") verdict = { kind: "refused", reason: refusal };
    } else if (error !== test.error) {
      return { verdict: { kind: "differs", by: meaning.name, what: text, isTampering }, isWhole };
    }
  }
  return { verdict, isWhole };
}

interface Outcome {
  /** The name of the error; null if there is none. */
  readonly error: string | null;
  readonly refusal: string | null;
  readonly text: string;
}

function outcomeOf(test: Test, names: Names, { run, caller }: Meaning): Outcome {
  setCaller(caller);
  try {
    const used = Object.keys(names).filter((name) => test.text.includes(name));
    const f = functionOf(test.text, used);
    run(f)(...used.map((name) => names[name]));
    return { error: null, refusal: null, text: "no error" };
  } catch (error) {
    if (error instanceof ZerothError && error.kind !== "bug") return { error: null, refusal: error.reason, text: "" };
    const text = textOf(error);
    // What expects another error says so.
    const refusal = /got ZerothError: unsupported: (.*)/.exec(text)?.[1] ?? null;
    return { error: nameOf(error), refusal, text };
  }
}

/** Gives a test its code. Names that nobody declares are global, which no function is asked about that is compiled from its text. */
function compiled(f: Callable): Callable {
  const text = String(f);
  const { module, func, freeNames } = lowerFunction(text, "the test", "strict");
  if (freeNames.length === 0 || freeNames.includes("super") || module.functions[func]?.refusal !== null) return f;
  noteAccessors(text);
  noteConversions(text);
  const program = createProgram(mapFunctions(compileModule(module), openImplicitCalls));
  stampFunction(f, new Stamp(program.code(func), []));
  return f;
}

/** The test as one closed function: the names of the harness that it mentions are its parameters. */
function functionOf(text: string, names: readonly string[]): Callable {
  const source = `"use strict"; return (function (${names.join(", ")}) { "use strict";\n${text}\n});`;
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- what the tests are for
  return (new Function(source) as () => Callable)();
}

function nameOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return typeof error;
  try {
    return String((error as { readonly constructor: { readonly name: unknown } }).constructor.name);
  } catch {
    return "an object";
  }
}

function textOf(error: unknown): string {
  try {
    const stack = process.env["ZEROTH_STACKS"] === undefined ? "" : `\n${(error as Error).stack}`;
    return `${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}${stack}`.slice(0, 2000);
  } catch {
    return nameOf(error);
  }
}
