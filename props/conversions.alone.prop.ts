// Classes that define conversions make arithmetic a call (src/compile/implicit-calls.ts), for the rest of the process.

import { classesLaw } from "./classes-law.ts";
import { seedLaw } from "./law.ts";

seedLaw("numbers that instances become keep their derivatives", { share: 0.1, turns: 16 }, (seed) =>
  classesLaw(seed, { withConversions: true, withPrivates: false }),
);
