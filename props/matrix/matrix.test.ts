import { expect, test } from "vitest";
import * as zeroth from "zeroth";
import { withLeastWork } from "../../src/specialise/index.ts";
import { isWhole, seed } from "../law.ts";
import { fault, nameOf, pairs, triples } from "./matrix.ts";
import { leftOut, operators } from "./operators.ts";
import { programs } from "./programs.ts";

const names = Object.keys(programs);

test("every export is an operator of the matrix, or is left out for a reason", () => {
  const known = [...operators.map(({ name }) => name), ...Object.keys(leftOut)];
  expect(known.sort()).toEqual(Object.keys(zeroth).sort());
});

/** Many chains take more work than specialising is worth. With less work that turns out sooner, and as many are specialised. */
const work = 13_000;

// The programs take turns, and so do the chains, a third of them each time, which has each operator inside and outside:
// `npm run test:laws` tries all chains, and `npm run matrix` each on all programs, with the usual work for specialising.
test.each(
  [...pairs, ...triples]
    .map((chain, k) => [nameOf(chain), chain, names[k % names.length]!] as const)
    .filter((_, k) => isWhole || (k + seed) % 3 === 0),
)("%s", (_, chain, program) => {
  expect(withLeastWork(work, () => fault(chain, program))).toBeNull();
});
