import { classesLaw } from "./classes-law.ts";
import { seedLaw } from "./law.ts";

seedLaw("classes differentiate like what they do", { share: 0.3, turns: 32 }, (seed) =>
  classesLaw(seed, { conversion: null, withPrivates: seed % 3 === 0, inFunction: seed % 2 === 1 }),
);
