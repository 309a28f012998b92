// Functions of lists, trees and dictionaries, and of what may be absent: specialised code, which takes them for what they are at the
// first call, gives what general code gives, call after call.

import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, grad, hvp } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import { arbLinked } from "./arbitrary/linked.ts";
import { seedLaw } from "./law.ts";
import { by, outcome } from "./outcome.ts";
import { demand, demandAlike } from "./subject.ts";

seedLaw("specialised code over lists gives what general code gives", { share: 0.15, turns: 32 }, async (seed) => {
  const [program] = fc.sample(arbLinked, { seed, numRuns: 1 });
  if (program === undefined) return;
  const { source, calls } = program;
  const { f } = await compile(source, { imports: { zeroth } });
  const options = { argnums: [[1, 2, 3, 4], [4], [0, 4], [0]][seed % 4] };
  const [gradient, expected] = [by(grad, f, options), by(general.grad, f, options)];
  const [along, expectedAlong] = [by(hvp, f), by(general.hvp, f)];
  for (const args of calls) {
    const [list, ...rest] = args;
    try {
      demandAlike(outcome(gradient, args), outcome(expected, args));
      if (seed % 8 < 4 && list != null)
        demandAlike(outcome(along, [list, list, ...rest]), outcome(expectedAlong, [list, list, ...rest]));
    } catch (error) {
      demand(false, () => `${String(error)}\n${source}\n// f(...${JSON.stringify(args)})`);
    }
  }
});
