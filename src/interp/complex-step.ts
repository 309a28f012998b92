// The complex step: f(x + ih) = f(x) + ih·f′(x) + O(h²), for programs that are analytic.
//
// With h = 1e-100 the error term is negligible, and no difference is taken, so the derivative is exact to rounding. The step only
// evaluates functions of complex numbers, not their derivatives. A program that compares a number which depends on x is at best
// piecewise analytic: comparing is refused, unless the caller lets real parts decide; the result then says so.

import { ZerothError } from "../ir/index.ts";
import { Complex, type Observation } from "./complex.ts";
import { dualOperators } from "./dual-operators.ts";
import { isNum, type Num } from "./lifted.ts";
import { createOracle, type OracleHost } from "./oracle.ts";
import { build, visitTree } from "./structures.ts";

const step = 1e-100;

export interface ComplexStep {
  readonly value: unknown;
  /** The derivative along the direction, mirroring the value. */
  readonly tangent: unknown;
  /** Whether a real part alone decided a comparison. */
  readonly compared: boolean;
}

/** The value and the derivative along one direction: `tangents` is like `args`, null where nothing changes. */
export function complexStep(
  f: unknown,
  args: readonly unknown[],
  tangents: readonly unknown[],
  host: OracleHost,
  comparisons: "refuse" | "by real part" = "refuse",
): ComplexStep {
  const oracle = createOracle(host, dualOperators);
  const { memory } = oracle;
  let compared = false;
  const observation: Observation = {
    byRealPart: () => {
      compared = true;
      if (comparisons === "refuse") throw refusal();
    },
  };
  return memory.within(({ drop }) => {
    const number = (x: Num, along: unknown): { readonly leaf: null; readonly value: Num } => {
      const still = x instanceof Complex || !isNum(along) || along === 0;
      return { leaf: null, value: still ? x : new Complex(x as number, step * (along as number), observation) };
    };
    const moved = args.map((arg, i) => visitTree<null>(arg, tangents[i], { memory, number }).value);
    const returned = oracle.invoke(f, undefined, moved);
    const { structure } = visitTree<number>(returned, undefined, {
      memory,
      number: (x) => ({ leaf: x instanceof Complex ? x.imaginary / step : 0, value: x }),
    });
    const tangent = build(memory, structure, (leaf) => leaf);
    return { value: isNum(returned) ? drop(returned) : returned, tangent, compared };
  }, realPart);
}

const realPart = (x: Num): Num => (x instanceof Complex ? x.standard : x);

function refusal(): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: "a complex number decides something by its real part alone: the program is not analytic here",
    remedy: "let real parts decide, away from where the decision changes",
  });
}
