// The pipeline: what happens to a program, in order, from its text to the JavaScript that runs.
//
// This file names the passes; `bound` binds the names to code elsewhere, since programs that have not differentiated anything yet
// load none of the later passes. A pass in the wrong place is an error when it is bound, that is when the package is loaded.

import { ZerothError, type Pass, type PassPhase } from "../ir/index.ts";

export type PhaseName =
  | "lower"
  | "close"
  | "clean"
  | "differentiate"
  | "specialise"
  | "optimise"
  | "finish"
  | "relax"
  | "reuse"
  | "store"
  | "polish"
  | "log"
  | "ship"
  | "emit";

export interface Phase {
  readonly name: PhaseName;
  /** What the phase does, in a sentence. */
  readonly does: string;
  /** The folder of a transform, which reads one kind of code and writes another; null if the phase consists of passes. */
  readonly transform: string | null;
  /** The code that its passes take: lowered functions, closed ones, or closed ones that nothing differentiates any more. */
  readonly on: "nested" | "closed" | "final";
  readonly repeats: boolean;
  readonly passes: readonly string[];
}

const clean: readonly string[] = ["infer-types", "simplify", "dce", "merge-blocks"];

/** Those passes of `optimise` that look at values and branches alone. */
export const scalar: readonly string[] = [...clean, "redundant-params", "gvn", "jump-threading"];

const optimise: readonly string[] = [
  ...scalar,
  "structure-peeling",
  "gather-records",
  "congruent-params",
  "loop-deletion",
  "correlated-values",
  "length-propagation",
  "hoist-comparisons",
  "frozen-reads",
  "loop-fusion",
  "reversed-fusion",
  "store-to-load-forwarding",
  "copy-propagation",
  "unit-vector-sums",
  "guard-elimination",
];

export const pipeline: readonly Phase[] = [
  {
    name: "lower",
    does: "The text of a module becomes functions in SSA form, with functions inside.",
    transform: "src/front",
    on: "nested",
    repeats: false,
    passes: [],
  },
  {
    name: "close",
    does: "Captured variables that are assigned become boxes; functions take their captures from their zeroth argument; generators become state machines.",
    transform: null,
    on: "nested",
    repeats: false,
    passes: ["box-assigned", "convert-closures", "split-generators"],
  },
  {
    name: "clean",
    does: "What is plainly of no use goes: in every function, and in every derivative before it is differentiated again.",
    transform: null,
    on: "closed",
    repeats: true,
    passes: clean,
  },
  {
    name: "differentiate",
    does: "A function gets its derivative of one letter, when that is first asked for. It is cleaned.",
    transform: "src/ad",
    on: "closed",
    repeats: false,
    passes: [],
  },
  {
    name: "specialise",
    does: "The code of a call is run on what is known of its arguments, and what is left is written. It is optimised before it is differentiated, and after it.",
    transform: "src/specialise",
    on: "closed",
    repeats: false,
    passes: ["resolve-shadows"],
  },
  {
    name: "optimise",
    does: `Specialised code, derivatives included, becomes what one would write by hand. The first ${scalar.length} passes are repeated until stable before each round of the others.`,
    transform: null,
    on: "closed",
    repeats: true,
    passes: optimise,
  },
  {
    name: "finish",
    does: "What only further derivatives need goes. Nothing is differentiated from here on.",
    transform: null,
    on: "final",
    repeats: false,
    passes: [
      "lower-carry",
      "nonempty-tapes",
      "type-tapes",
      "constant-reads",
      "licm",
      "redundant-reads",
      "gvn",
      "lift-tapes",
      "narrow-tapes",
    ],
  },
  {
    name: "relax",
    does: "Products that are zero where a factor is become plain ones. A call whose result is NaN runs the code without this phase.",
    transform: null,
    on: "final",
    repeats: false,
    passes: ["relax-strong-zeros"],
  },
  {
    name: "reuse",
    does: "Invariants leave loops, and arrays that are only copied are not.",
    transform: null,
    on: "final",
    repeats: false,
    passes: ["licm", "copy-elision", "zero-arrays"],
  },
  {
    name: "store",
    does: "Tapes of numbers become arrays.",
    transform: null,
    on: "final",
    repeats: false,
    passes: ["tapes-to-arrays"],
  },
  {
    name: "polish",
    does: "What the last phases have made is optimised.",
    transform: null,
    on: "final",
    repeats: true,
    passes: optimise,
  },
  {
    name: "log",
    does: "Writes to memory that others see are logged, in code that may have to take them back.",
    transform: null,
    on: "final",
    repeats: false,
    passes: ["undo-log"],
  },
  {
    name: "ship",
    does: "A function and all that it calls leave the workshop: what holds for these alone is used, and large functions are divided.",
    transform: null,
    on: "final",
    repeats: false,
    passes: ["closed-world", "dead-arguments", "dce", "outlining"],
  },
  {
    name: "emit",
    does: "The code becomes JavaScript.",
    transform: "src/codegen",
    on: "final",
    repeats: false,
    passes: [],
  },
];

/** The kinds of code that passes of each kind may run on. */
const placesOf: Readonly<Record<PassPhase, readonly Phase["on"][]>> = {
  nested: ["nested"],
  any: ["closed", "final"],
  final: ["final"],
};

/** The phases of lists of passes that were bound. */
const phases = new WeakMap<readonly Pass[], PhaseName>();

/** The passes of a phase, as `inOrder` takes them. */
export function asPhase(name: PhaseName, passes: readonly Pass[]): readonly Pass[] {
  phases.set(passes, name);
  return passes;
}

/** The passes of phases, one phase after another. It is an error if they are not in the order of the pipeline. */
export function inOrder(...lists: readonly (readonly Pass[])[]): readonly Pass[] {
  const places = lists.map((list) => pipeline.findIndex(({ name }) => name === phases.get(list)));
  const wrong = places.findIndex((place, k) => place <= (places[k - 1] ?? -1));
  if (wrong >= 0) {
    const names = lists.map((list) => phases.get(list) ?? "passes of no phase").join(", ");
    throw new ZerothError({ kind: "bug", message: `phases out of order: ${names}` });
  }
  return lists.flat();
}

/** Puts the given passes into the order of a phase. They must be exactly the passes of that phase; otherwise it is an error. */
export function bound(name: PhaseName, given: readonly Pass[]): readonly Pass[] {
  const { passes, on } = pipeline.find((phase) => phase.name === name) as Phase;
  const wrong = (what: string): never => {
    throw new ZerothError({ kind: "bug", message: `${what} in the phase ${name}, on ${on} code` });
  };
  for (const pass of given) {
    if (!passes.includes(pass.name)) wrong(`the pass ${pass.name}, which is not named,`);
    if (!placesOf[pass.phase].includes(on)) wrong(`the pass ${pass.name}, for ${pass.phase} code,`);
  }
  return asPhase(
    name,
    passes.map((pass) => given.find((one) => one.name === pass) ?? wrong(`no pass ${pass}`)),
  );
}
