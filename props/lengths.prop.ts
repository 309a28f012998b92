// Arrays that grow and shrink: what an element carries goes with it, and a slot that is filled again carries nothing of
// what was there before. The oracle keeps pairs of a number and its slope.

import { derivative, grad, hvp, jvp } from "zeroth";
import { seedLaw } from "./law.ts";
import { demandClose } from "./subject.ts";

/** What is done to the array, by number. */
const kinds = 7;

/** The sum of the elements, weighted by their places, after a list of changes. */
function changed(x: number, changes: readonly number[]): number {
  const xs = [x, 2 * x];
  for (const change of changes) {
    if (change === 0) xs.push(Math.sin(x));
    else if (change === 1) xs.push(0.5);
    else if (change === 2) xs.pop();
    else if (change === 3) xs.length = Math.max(0, xs.length - 2);
    else if (change === 4) xs[xs.length] = x * x;
    else if (change === 5) xs.splice(0, 1);
    else xs.length += 1;
  }
  let total = x;
  for (let i = 0; i < xs.length; i++) total += (xs[i] ?? 3) * (i + 1);
  return total;
}

/** Its derivatives of orders 1 and 2. */
function oracle(x: number, changes: readonly number[]): readonly [number, number] {
  type Slopes = readonly [number, number];
  const square: Slopes = [2 * x, 2];
  const sine: Slopes = [Math.cos(x), -Math.sin(x)];
  let all: Slopes[] = [
    [1, 0],
    [2, 0],
  ];
  for (const change of changes) {
    if (change === 2) all = all.slice(0, -1);
    else if (change === 3) all = all.slice(0, Math.max(0, all.length - 2));
    else if (change === 5) all = all.slice(1);
    else all = [...all, change === 0 ? sine : change === 4 ? square : [0, 0]];
  }
  const total = (k: 0 | 1): number => all.reduce((sum, slopes, i) => sum + slopes[k] * (i + 1), 0);
  return [1 + total(0), total(1)];
}

seedLaw("what falls off the end of an array carries nothing on", { share: 2, turns: 4 }, (seed) => {
  const changes: number[] = [];
  for (let rest = seed; rest > 0 && changes.length < 12; rest = Math.floor(rest / kinds)) changes.push(rest % kinds);
  const x = 0.3 + (seed % 11) / 10;
  const [slope, curvature] = oracle(x, changes);
  const text = changes.join(" ");
  demandClose(grad(changed)(x, changes), slope, 1e-12, `reverse mode after ${text}`);
  demandClose(jvp(changed, [x, changes], [1, null])[1], slope, 1e-12, `forward mode after ${text}`);
  demandClose(hvp(changed)(x, 1, changes), curvature, 1e-12, `forward over reverse after ${text}`);
  demandClose(derivative(derivative(changed))(x, changes), curvature, 1e-12, `forward over forward after ${text}`);
});
