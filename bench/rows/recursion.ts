/** Recursion: a tree of calls, and a chain of them. */

import { grad } from "zeroth";
import { inputs, pick, type Row } from "../row.ts";

const tree = (x: number, depth: number): number =>
  depth === 0 ? Math.sin(x) : tree(0.9 * x, depth - 1) + 0.5 * tree(x + 0.1, depth - 1);

/** Only the slope is asked for, and it is a sum like the value. */
const treeByHand = (x: number, depth: number, dx: number): number =>
  depth === 0 ? Math.cos(x) * dx : treeByHand(0.9 * x, depth - 1, 0.9 * dx) + 0.5 * treeByHand(x + 0.1, depth - 1, dx);

const chain = (x: number, n: number): number => (n === 0 ? x : Math.sin(chain(x, n - 1)) + 0.5);

let slope = 1;
/** The value; its slope stands in a variable. */
const chainWithSlope = (x: number, n: number): number => {
  if (n === 0) {
    slope = 1;
    return x;
  }
  const y = chainWithSlope(x, n - 1);
  slope *= Math.cos(y);
  return Math.sin(y) + 0.5;
};
const chainByHand = (x: number, n: number): number => {
  chainWithSlope(x, n);
  return slope;
};

const points = inputs((k) => 0.3 + 0.1 * k);
const treeGradient = grad(tree);
const chainGradient = grad(chain);

export const rows: readonly Row[] = [
  {
    name: "Tree recursion, depth 10",
    derivative: "gradient",
    primal: (call) => tree(pick(points, call), 10),
    zeroth: (call) => treeGradient(pick(points, call), 10),
    byHand: (call) => treeByHand(pick(points, call), 10, 1),
    byHandOverPrimal: null,
    most: 2,
  },
  {
    name: "Linear recursion, depth 100",
    derivative: "gradient",
    primal: (call) => chain(pick(points, call), 100),
    zeroth: (call) => chainGradient(pick(points, call), 100),
    byHand: (call) => chainByHand(pick(points, call), 100),
    byHandOverPrimal: null,
    most: 2,
  },
];
