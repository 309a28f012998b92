/** jax-js in WebAssembly: arrays own their memory, so what is used again is asked for as `x.ref`. */

import { defaultDevice, grad, hessian, init, jit, jvp, numpy as np } from "@jax-js/jax";
import { pick } from "../row.ts";
import type { Directions, Examples, Line, Nets, Points, ScalarPoints } from "../row-data.ts";
import type { Peer } from "./peer.ts";

type Vector = np.Array;

const vector = (xs: ArrayLike<number>): Vector => np.array(Float32Array.from(xs));
const matrix = (rows: readonly ArrayLike<number>[]): Vector =>
  np.array(Float32Array.from(rows.flatMap((row) => Array.from(row)))).reshape([rows.length, rows[0]?.length ?? 0]);

export async function peer(): Promise<Peer> {
  await init("wasm");
  defaultDevice("wasm");
  const numbersOf = (all: readonly Vector[]): unknown => all.map((x) => x.dataSync());
  const scalarRow =
    (f: (x: Vector) => Vector, times: number) =>
    ({ points, calls }: ScalarPoints) => {
      let derived = f;
      for (let k = 0; k < times; k++) derived = grad(derived);
      const compiled = jit(derived);
      return (call: number): number => {
        let sum = 0;
        for (let i = 0; i < calls; i++) sum += compiled(np.array(pick(points, call + i))).dataSync()[0] as number;
        return sum;
      };
    };
  const loss =
    (data: Vector, answers: Vector) =>
    (w: Vector, c: Vector): Vector => {
      const z = np.dot(data.ref, w).add(c);
      return np.mean(np.log(np.exp(z.ref).add(1)).sub(answers.ref.mul(z)));
    };
  return {
    tolerance: 1e-4,
    rows: {
      SinCos: scalarRow((x) => np.sin(np.cos(x)), 1),
      "sin(x²)·exp(−x)": scalarRow((x) => np.sin(np.square(x.ref)).mul(np.exp(x.neg())), 3),
      "LogSumExp, 1,000 numbers": ({ points }: Points) => {
        const gradient = jit(
          grad((x: Vector) => {
            const max = np.max(x.ref);
            return np.log(np.exp(x.sub(max.ref)).sum()).add(max);
          }),
        );
        const inputs = points.map(vector);
        return (call: number) => numbersOf([gradient(pick(inputs, call).ref)]);
      },
      "Logistic regression, 100 × 10": ({ weights, bias, xs, ys }: Examples) => {
        const gradient = jit(grad(loss(matrix(xs), vector(ys)), { argnums: [0, 1] }));
        const [c, inputs] = [np.array(bias), weights.map(vector)];
        return (call: number) => numbersOf(gradient(pick(inputs, call).ref, c.ref) as Vector[]);
      },
      "Logistic regression, 10 parameters": ({ weights, bias, xs, ys }: Examples) => {
        const of = loss(matrix(xs), vector(ys));
        const second = jit(hessian((w: Vector) => of(w, np.array(bias))));
        const inputs = weights.map(vector);
        return (call: number) => numbersOf([second(pick(inputs, call).ref)]);
      },
      ...Object.fromEntries(
        [1, 32].map((batch) => [
          `MLP 784–32–10 by loops, batch ${batch}`,
          ({ nets, images, labels }: Nets) => {
            const x = matrix(images);
            const wanted = matrix(labels.map((label) => Array.from({ length: 10 }, (_, k) => (k === label ? 1 : 0))));
            const lossOf = (w1: Vector, b1: Vector, w2: Vector, b2: Vector): Vector => {
              const hidden = np.tanh(np.matmul(x.ref, w1.transpose()).add(b1));
              const logits = np.matmul(hidden, w2.transpose()).add(b2);
              const max = np.max(logits.ref, 1, { keepdims: true });
              const shifted = logits.sub(max);
              const entropy = np.log(np.sum(np.exp(shifted.ref), 1)).sub(np.sum(shifted.mul(wanted.ref), 1));
              return np.mean(entropy);
            };
            const gradient = jit(grad(lossOf, { argnums: [0, 1, 2, 3] }));
            const inputs = nets.map(({ w1, b1, w2, b2 }) => [
              vector(w1).reshape([32, 784]),
              vector(b1),
              vector(w2).reshape([10, 32]),
              vector(b2),
            ]);
            return (call: number) => {
              const [w1, b1, w2, b2] = pick(inputs, call).map((a) => a.ref) as [Vector, Vector, Vector, Vector];
              return numbersOf(gradient(w1, b1, w2, b2) as Vector[]);
            };
          },
        ]),
      ),
      "Rosenbrock, 100 dimensions": ({ points, directions }: Directions) => {
        const n = points[0]?.length ?? 0;
        const rosenbrock = (x: Vector): Vector => {
          const [head, tail] = [x.ref.slice([0, n - 1]), x.slice([1, n])];
          const a = np.square(head.ref.neg().add(1));
          const b = np.square(tail.sub(np.square(head)));
          return np.sum(a.add(b.mul(100)));
        };
        const product = jit((x: Vector, v: Vector) => jvp(grad(rosenbrock), [x], [v])[1]);
        const [xs, vs] = [points.map(vector), directions.map(vector)];
        return (call: number) => numbersOf([product(pick(xs, call).ref, pick(vs, call).ref)]);
      },
      "xs.map(closure).reduce(closure), 1,000 numbers": ({ a, b, points }: Line) => {
        const gradient = jit(
          grad((p: Vector, q: Vector, x: Vector) => np.sum(np.square(p.mul(x).add(q))), { argnums: [0, 1, 2] }),
        );
        const [p, q, inputs] = [np.array(a), np.array(b), points.map(vector)];
        return (call: number) => numbersOf(gradient(p.ref, q.ref, pick(inputs, call).ref) as Vector[]);
      },
    },
  };
}
