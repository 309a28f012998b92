/** TensorFlow.js, whose tensors have single precision. */

import { createRequire } from "node:module";
import { dirname } from "node:path";
import * as tf from "@tensorflow/tfjs";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { pick } from "../row.ts";
import type { Examples, Line, Nets, Points, ScalarPoints } from "../row-data.ts";
import type { Peer } from "./peer.ts";

const require = createRequire(import.meta.url);

export async function peer(backend: "cpu" | "wasm"): Promise<Peer> {
  setWasmPaths(`${dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
  await tf.setBackend(backend);
  await tf.ready();
  const vector = (xs: ArrayLike<number>): tf.Tensor1D => tf.tensor1d(Float32Array.from(xs));
  const matrix = (rows: readonly ArrayLike<number>[]): tf.Tensor2D =>
    tf.tensor2d(Float32Array.from(rows.flatMap((row) => [...Array.from(row)])), [rows.length, rows[0]?.length ?? 0]);
  /** The numbers of the tensors that are computed. */
  const numbersOf = (compute: () => readonly tf.Tensor[]): unknown => tf.tidy(() => compute().map((t) => t.dataSync()));

  return {
    tolerance: 1e-4,
    rows: {
      SinCos: ({ points, calls }: ScalarPoints) => {
        const gradient = tf.grad((x) => tf.sin(tf.cos(x)));
        const inputs = points.map((x) => tf.scalar(x));
        return (call) => {
          let sum = 0;
          for (let i = 0; i < calls; i++)
            sum += (numbersOf(() => [gradient(pick(inputs, call + i))]) as number[][])[0]![0]!;
          return sum;
        };
      },
      "LogSumExp, 1,000 numbers": ({ points }: Points) => {
        const gradient = tf.grad((x) => tf.logSumExp(x));
        const inputs = points.map(vector);
        return (call) => numbersOf(() => [gradient(pick(inputs, call))]);
      },
      "Logistic regression, 100 × 10": ({ weights, bias, xs, ys }: Examples) => {
        const [data, answers, b] = [matrix(xs), vector(ys), tf.scalar(bias)];
        const loss = (w: tf.Tensor, c: tf.Tensor): tf.Scalar => {
          const z = tf.add(tf.matMul(data, tf.reshape(w, [-1, 1])).reshape([-1]), c);
          return tf.mean(tf.sub(tf.log(tf.add(1, tf.exp(z))), tf.mul(answers, z)));
        };
        const gradient = tf.grads(loss) as (args: tf.Tensor[]) => tf.Tensor[];
        const inputs = weights.map(vector);
        return (call) => numbersOf(() => gradient([pick(inputs, call), b]));
      },
      ...Object.fromEntries(
        [1, 32].map((batch) => [
          `MLP 784–32–10 by loops, batch ${batch}`,
          ({ nets, images, labels }: Nets) => {
            const x = matrix(images);
            const wanted = tf.oneHot(tf.tensor1d([...labels], "int32"), 10);
            const loss = (w1: tf.Tensor, b1: tf.Tensor, w2: tf.Tensor, b2: tf.Tensor): tf.Scalar => {
              const hidden = tf.tanh(tf.add(tf.matMul(x, w1 as tf.Tensor2D, false, true), b1));
              const logits = tf.add(tf.matMul(hidden as tf.Tensor2D, w2 as tf.Tensor2D, false, true), b2);
              return tf.mean(tf.sub(tf.logSumExp(logits, 1), tf.sum(tf.mul(logits, wanted), 1)));
            };
            const gradient = tf.grads(loss) as (args: tf.Tensor[]) => tf.Tensor[];
            const inputs = nets.map(({ w1, b1, w2, b2 }) => [
              tf.tensor2d(Float32Array.from(w1), [32, 784]),
              vector(b1),
              tf.tensor2d(Float32Array.from(w2), [10, 32]),
              vector(b2),
            ]);
            return (call: number) => numbersOf(() => gradient(pick(inputs, call)));
          },
        ]),
      ),
      "xs.map(closure).reduce(closure), 1,000 numbers": ({ a, b, points }: Line) => {
        const sum = (p: tf.Tensor, q: tf.Tensor, x: tf.Tensor): tf.Scalar => tf.sum(tf.square(tf.add(tf.mul(p, x), q)));
        const gradient = tf.grads(sum) as (args: tf.Tensor[]) => tf.Tensor[];
        const [p, q, inputs] = [tf.scalar(a), tf.scalar(b), points.map(vector)];
        return (call) => numbersOf(() => gradient([p, q, pick(inputs, call)]));
      },
    },
  };
}
