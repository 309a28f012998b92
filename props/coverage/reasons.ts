// Why some things are never exercised by random programs. An entry that is exercised after all is reported, and so is
// one that is neither exercised nor here.

import type { Section } from "./measure.ts";

export const reasons: { readonly [section in Section]: { readonly [entry: string]: string } } = {
  operations: {
    random: "a program that uses chance has no one meaning to compare",
    "operand alpha": "stands for a value only while it is not decided how that is kept",
  },
  constructs: {
    ParenthesizedExpression: "the parser is asked not to keep parentheses",
  },
  rules: {
    copy: "gives a captured variable a value of its own, and is simplified away before differentiation",
  },
  prelude: {},
};
