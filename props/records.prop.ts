// Functions of arrays of records, of a state and of data of many kinds: specialised code, which takes them for what they are at
// the first call, gives what general code gives, call after call.

import fc from "fast-check";
import { compile, grad, hessian, hvp } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import { arbRecords } from "./arbitrary/records.ts";
import { seedLaw } from "./law.ts";
import { by, compareTiers, outcome } from "./outcome.ts";
import { demand, demandAlike } from "./subject.ts";

seedLaw("specialised code over records gives what general code gives", { share: 0.08, turns: 24 }, async (seed) => {
  const [program] = fc.sample(arbRecords, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f } = await compile(source);
  const options = { argnums: seed % 3 === 0 ? [1] : seed % 3 === 1 ? [0] : [0, 1] };
  const [gradient, expected] = [by(grad, f, options), by(general.grad, f, options)];
  const [along, expectedAlong] = [by(hvp, f), by(general.hvp, f)];
  const matrix = by(hessian, f, seed % 3 === 0 ? { width: 2 } : {});
  for (const args of [...calls, ...calls]) {
    const [first, ...rest] = args;
    try {
      demandAlike(outcome(gradient, args), outcome(expected, args));
      if (seed % 4 === 0)
        demandAlike(outcome(along, [first, first, ...rest]), outcome(expectedAlong, [first, first, ...rest]));
      if (seed % 4 === 1) compareTiers(() => matrix(...structuredClone(args)));
    } catch (error) {
      demand(false, () => `${String(error)}\n${source}\n// f(...${JSON.stringify(args)}), argnums ${options.argnums}`);
    }
  }
});
