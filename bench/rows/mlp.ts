/**
 * A network of 784, 32 and 10 units with tanh and softmax cross-entropy: the gradient of all weights, for one example
 * and for 32. It is written with loops over flat arrays, and with `map` and `reduce` over rows.
 */

import { grad } from "zeroth";
import { inputs, numbers, pick, zerosLike, type Arrays, type Numbers, type Row } from "../row.ts";
import type { Nets } from "../row-data.ts";

const [pixels, hiddenUnits, classes] = [784, 32, 10];

interface Flat {
  readonly w1: Numbers;
  readonly b1: Numbers;
  readonly w2: Numbers;
  readonly b2: Numbers;
}

const lossOfLoops = (net: Flat, images: readonly Numbers[], labels: readonly number[]): number => {
  const { w1, b1, w2, b2 } = net;
  let total = 0;
  for (let e = 0; e < images.length; e++) {
    const x = images[e]!;
    const hidden = new Float64Array(hiddenUnits);
    for (let i = 0; i < hiddenUnits; i++) {
      let z = b1[i]!;
      for (let j = 0; j < pixels; j++) z += w1[i * pixels + j]! * x[j]!;
      hidden[i] = Math.tanh(z);
    }
    const logits = new Float64Array(classes);
    let max = -Infinity;
    for (let i = 0; i < classes; i++) {
      let z = b2[i]!;
      for (let j = 0; j < hiddenUnits; j++) z += w2[i * hiddenUnits + j]! * hidden[j]!;
      logits[i] = z;
      if (z > max) max = z;
    }
    let sum = 0;
    for (let i = 0; i < classes; i++) sum += Math.exp(logits[i]! - max);
    total += Math.log(sum) + max - logits[labels[e]!]!;
  }
  return total / images.length;
};

/** From logits, whose largest is `max`, to the derivatives of the mean loss by them. */
const intoDeltas = (logits: Float64Array, max: number, label: number, batch: number): void => {
  let sum = 0;
  for (let i = 0; i < classes; i++) {
    logits[i] = Math.exp(logits[i]! - max);
    sum += logits[i]!;
  }
  const scale = 1 / (sum * batch);
  for (let i = 0; i < classes; i++) logits[i]! *= scale;
  logits[label]! -= 1 / batch;
};

const loopsByHand = (net: Flat, images: readonly Numbers[], labels: readonly number[]): Flat => {
  const { w1, b1, w2, b2 } = net;
  const [dw1, db1, dw2, db2] = [zerosLike(w1), zerosLike(b1), zerosLike(w2), zerosLike(b2)];
  const hidden = new Float64Array(hiddenUnits);
  const dHidden = new Float64Array(hiddenUnits);
  const delta = new Float64Array(classes);
  for (let e = 0; e < images.length; e++) {
    const x = images[e]!;
    for (let i = 0; i < hiddenUnits; i++) {
      let z = b1[i]!;
      for (let j = 0; j < pixels; j++) z += w1[i * pixels + j]! * x[j]!;
      hidden[i] = Math.tanh(z);
    }
    let max = -Infinity;
    for (let i = 0; i < classes; i++) {
      let z = b2[i]!;
      for (let j = 0; j < hiddenUnits; j++) z += w2[i * hiddenUnits + j]! * hidden[j]!;
      delta[i] = z;
      if (z > max) max = z;
    }
    intoDeltas(delta, max, labels[e]!, images.length);
    dHidden.fill(0);
    for (let i = 0; i < classes; i++) {
      const g = delta[i]!;
      db2[i]! += g;
      for (let j = 0; j < hiddenUnits; j++) {
        dw2[i * hiddenUnits + j]! += g * hidden[j]!;
        dHidden[j]! += g * w2[i * hiddenUnits + j]!;
      }
    }
    for (let i = 0; i < hiddenUnits; i++) {
      const g = dHidden[i]! * (1 - hidden[i]! * hidden[i]!);
      db1[i]! += g;
      for (let j = 0; j < pixels; j++) dw1[i * pixels + j]! += g * x[j]!;
    }
  }
  return { w1: dw1, b1: db1, w2: dw2, b2: db2 };
};

interface Rows {
  readonly w1: readonly Numbers[];
  readonly b1: Numbers;
  readonly w2: readonly Numbers[];
  readonly b2: Numbers;
}

const lossOfRows = (net: Rows, images: readonly Numbers[], labels: readonly number[]): number => {
  const { w1, b1, w2, b2 } = net;
  const lossOf = (image: Numbers, label: number): number => {
    const dense = (rows: readonly Numbers[], b: Numbers, x: Numbers): number[] =>
      rows.map((row, i) => (row as number[]).reduce((z, w, j) => z + w * x[j]!, b[i]!));
    const hidden = dense(w1, b1, image).map((z) => Math.tanh(z));
    const logits = dense(w2, b2, hidden);
    const max = logits.reduce((m, z) => (z > m ? z : m), -Infinity);
    const sum = logits.map((z) => Math.exp(z - max)).reduce((s, t) => s + t, 0);
    return Math.log(sum) + max - logits[label]!;
  };
  return images.map((image, e) => lossOf(image, labels[e]!)).reduce((s, t) => s + t, 0) / images.length;
};

const rowsByHand = (net: Rows, images: readonly Numbers[], labels: readonly number[]): Rows => {
  const { w1, b1, w2, b2 } = net;
  const [dw1, db1, dw2, db2] = [w1.map(zerosLike), zerosLike(b1), w2.map(zerosLike), zerosLike(b2)];
  const hidden = new Float64Array(hiddenUnits);
  const dHidden = new Float64Array(hiddenUnits);
  const delta = new Float64Array(classes);
  for (let e = 0; e < images.length; e++) {
    const x = images[e]!;
    for (let i = 0; i < hiddenUnits; i++) {
      const row = w1[i]!;
      let z = b1[i]!;
      for (let j = 0; j < row.length; j++) z += row[j]! * x[j]!;
      hidden[i] = Math.tanh(z);
    }
    let max = -Infinity;
    for (let i = 0; i < classes; i++) {
      const row = w2[i]!;
      let z = b2[i]!;
      for (let j = 0; j < row.length; j++) z += row[j]! * hidden[j]!;
      delta[i] = z;
      if (z > max) max = z;
    }
    intoDeltas(delta, max, labels[e]!, images.length);
    dHidden.fill(0);
    for (let i = 0; i < classes; i++) {
      const g = delta[i]!;
      const [row, dRow] = [w2[i]!, dw2[i]!];
      db2[i]! += g;
      for (let j = 0; j < row.length; j++) {
        dRow[j]! += g * hidden[j]!;
        dHidden[j]! += g * row[j]!;
      }
    }
    for (let i = 0; i < hiddenUnits; i++) {
      const g = dHidden[i]! * (1 - hidden[i]! * hidden[i]!);
      const dRow = dw1[i]!;
      db1[i]! += g;
      for (let j = 0; j < dRow.length; j++) dRow[j]! += g * x[j]!;
    }
  }
  return { w1: dw1, b1: db1, w2: dw2, b2: db2 };
};

const gradientOfLoops = grad(lossOfLoops);
const gradientOfRows = grad(lossOfRows);

const rowsOf = (arrays: Arrays, batch: number): readonly Row[] => {
  const images = Array.from({ length: batch }, (_, e) => numbers(arrays, pixels, (j) => Math.sin(e + 0.37 * j) ** 2));
  const labels = images.map((_, e) => e % classes);
  const flat = inputs((k): Flat => ({
    w1: numbers(arrays, hiddenUnits * pixels, (i) => 0.05 * Math.sin(k + 1.7 * i)),
    b1: numbers(arrays, hiddenUnits, (i) => 0.1 * Math.cos(i)),
    w2: numbers(arrays, classes * hiddenUnits, (i) => 0.2 * Math.cos(k + 2.3 * i)),
    b2: numbers(arrays, classes, (i) => 0.1 * Math.sin(i)),
  }));
  const inRows = flat.map(({ w1, b1, w2, b2 }): Rows => {
    const cut = (w: Numbers, length: number): Numbers[] =>
      Array.from({ length: w.length / length }, (_, i) => w.slice(i * length, (i + 1) * length));
    return { w1: cut(w1, pixels), b1, w2: cut(w2, hiddenUnits), b2 };
  });
  const common = {
    derivative: "gradient of all weights",
    arrays,
    byHandOverPrimal: batch === 1 ? 1.7 : 2.1,
    most: 1.25,
  };
  return [
    {
      ...common,
      name: `MLP 784–32–10 by loops, batch ${batch}`,
      data: { nets: flat, images, labels } satisfies Nets,
      primal: (call) => lossOfLoops(pick(flat, call), images, labels),
      zeroth: (call) => gradientOfLoops(pick(flat, call), images, labels),
      byHand: (call) => loopsByHand(pick(flat, call), images, labels),
    },
    {
      ...common,
      name: `MLP 784–32–10 by map and reduce, batch ${batch}`,
      primal: (call) => lossOfRows(pick(inRows, call), images, labels),
      zeroth: (call) => gradientOfRows(pick(inRows, call), images, labels),
      byHand: (call) => rowsByHand(pick(inRows, call), images, labels),
    },
  ];
};

export const rows: readonly Row[] = [1, 32].flatMap((batch) => [
  ...rowsOf("number[]", batch),
  ...rowsOf("Float64Array", batch),
]);
