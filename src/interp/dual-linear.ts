// Tangent maps and the Hessian from the left, by dual numbers.

import { ZerothError } from "../ir/index.ts";
import { forwardMeaning } from "./dual-forward.ts";

import { pass } from "./dual-pass.ts";
import { calculate, type Num, scaled } from "./lifted.ts";
import type { Meaning, Oracle } from "./oracle.ts";
import { build, copyTree, pairUp } from "./structures.ts";

/** `linearize(f, …args)`: one pass finds the derivative in every direction; the map takes their weighted sum. */
export const linearizeMeaning =
  (oracle: Oracle): Meaning =>
  (f, ...args) => {
    if (typeof f !== "function") throw new ZerothError({ kind: "invalid", message: "linearize takes a function" });
    const { memory, own } = oracle;
    const { value, result, structures } = pass(oracle, f, args, [...args.keys()]);
    const map: Meaning = (...tangents) => {
      const moved = new Map<number, Num>();
      structures.forEach((structure, i) => {
        pairUp(memory, structure, tangents[i], (direction, along) => {
          if (direction !== null) moved.set(direction, along);
        });
      });
      return build(memory, result, (derivatives) => {
        let total: Num = 0;
        for (const [direction, derivative] of derivatives) {
          const along = moved.get(direction);
          if (along !== undefined) total = calculate("add", total, scaled(along, derivative));
        }
        return total;
      });
    };
    return memory.hold([value, own(map, [])]);
  };

/** By its definition: the gradient of the derivative along v. */
export const vhpMeaning =
  (oracle: Oracle, grad: Meaning): Meaning =>
  (f) => {
    const { memory, own } = oracle;
    const jvp = forwardMeaning(oracle);
    const run: Meaning = (x, v, ...rest) => {
      const direction = copyTree(memory, v, (n) => n);
      const still = rest.map(() => null);
      const slope = own(
        (p) => (jvp(f, [p, ...rest], [direction, ...still]) as readonly unknown[])[1],
        [f, direction, ...rest],
      );
      return (grad(slope) as Meaning)(x);
    };
    return own(run, [f]);
  };
