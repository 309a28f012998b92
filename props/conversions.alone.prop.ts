// Classes that define conversions make arithmetic a call (src/compile/implicit-calls.ts), for the rest of the process, as does a
// module that has the text of such a definition.

import type { Conversion } from "./arbitrary/classes.ts";
import { classesLaw } from "./classes-law.ts";
import { seedLaw } from "./law.ts";

const conversion: Conversion = (pick, number, isDerived) => {
  const parents = isDerived ? ["super.valueOf()"] : [];
  const [some, other] = [number("this.a", "this.b", ...parents), number("this.a", "this.b")];
  return pick([
    `valueOf(): number { return ${some}; }`,
    `valueOf(): number { this.a += 0.1 * this.b; return ${some}; }`,
    `[Symbol.toPrimitive](hint: string): number { return hint === "number" ? ${other} : ${some}; }`,
  ]);
};

seedLaw("numbers that instances become keep their derivatives", { share: 0.1, turns: 16 }, (seed) =>
  classesLaw(seed, { conversion, withPrivates: false, inFunction: false }),
);
