// The sentences of `explain` on what specialised code finds out only when it runs, each with what to write instead.

import type { Cause } from "./costs.ts";

export interface CauseSentence {
  /** `name`: a variable or a property of the program, in backquotes, or "". */
  readonly says: (name: string) => string;
  readonly write: string;
}

const or = (name: string, otherwise: string): string => (name === "" ? otherwise : name);

/** The most important first: what comes later often follows from what comes before. */
export const causes: Readonly<Record<Cause, CauseSentence>> = {
  "unknown callee": {
    says: (name) => `which function ${name === "" ? "this calls" : `${name} is`} is known only when it runs.`,
    write:
      "choose between calls, not between functions: `c ? f(x) : g(x)`; write functions instead of methods of a class",
  },
  "dynamic property": {
    says: (name) => `where to find ${or(name, "this property")} is known only when it runs.`,
    write: "use an array and an index, or a record that is made with all of its properties",
  },
  "mixed types": {
    says: (name) => `${or(name, "a value")} may be a number or something else.`,
    write: "let it be a number on every path: declare it `const`, or pass it as an argument",
  },
  escapes: {
    says: (name) => `${or(name, "a function or a record")} is made in each run, since something unknown may keep it.`,
    write: "pass on its numbers instead, or call functions that are declared with `const` or `function`",
  },
  "pullback kept": {
    says: (name) => `what the reverse sweep needs of ${or(name, "this call")} is kept as a function.`,
    write: "use `grad` or `valueAndGrad` where you need the derivative, instead of keeping a function for later",
  },
  "cotangents looked up": {
    says: (name) => `the derivative with respect to ${or(name, "this object")} is looked up by identity.`,
    write:
      "use arrays of numbers, or records that are made with all of their properties; what is given to a function that calls itself, or that is large and called in many places, is always looked up",
  },
};
