/** Rose, in double precision. Derivatives of the third order fail in its compiler, so they are left out. */

import { Dual, Real, Vec, add, compile, fn, mul, neg, opaque, vjp } from "rose";
import { pick } from "../row.ts";
import type { Line, ScalarPoints } from "../row-data.ts";
import type { Peer } from "./peer.ts";

const sin = opaque([Real], Real, Math.sin);
const cos = opaque([Real], Real, Math.cos);
sin.jvp = fn([Dual], Dual, ({ re: x, du: dx }) => ({ re: sin(x), du: mul(dx, cos(x)) }));
cos.jvp = fn([Dual], Dual, ({ re: x, du: dx }) => ({ re: cos(x), du: neg(mul(dx, sin(x))) }));

export function peer(): Peer {
  return {
    tolerance: 1e-10,
    rows: {
      SinCos: async ({ points, calls }: ScalarPoints) => {
        const f = fn([Real], Real, (x) => sin(cos(x)));
        const slope = await compile(fn([Real], Real, (x) => vjp(f)(x).grad(1)));
        return (call: number) => {
          let sum = 0;
          for (let i = 0; i < calls; i++) sum += slope(pick(points, call + i));
          return sum;
        };
      },
      // One vector holds what the closures capture and the data: a gradient by several arguments fails.
      "xs.map(closure).reduce(closure), 1,000 numbers": async ({ a, b, points }: Line) => {
        const n = points[0]?.length ?? 0;
        const All = Vec(n + 2, Real);
        const squares = fn([All], Real, (p) => {
          let sum: number = 0;
          for (let i = 0; i < n; i++) {
            const y = add(mul(p[0]!, p[i + 2]!), p[1]!);
            sum = add(sum, mul(y, y)) as number;
          }
          return sum;
        });
        const gradient = await compile(fn([All], All, (p) => vjp(squares)(p).grad(1)));
        const inputs = points.map((xs) => [a, b, ...xs]);
        return (call: number) => gradient(pick(inputs, call));
      },
    },
  };
}
