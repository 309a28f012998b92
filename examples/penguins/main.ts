/**
 * Tells penguins apart by their beaks with a small network, made of plain functions, and draws how it went.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { treeFlatten } from "zeroth";
import { learn } from "./learn.ts";
import { draw } from "./picture.ts";
import { accuracy } from "./training.ts";

const { training, parts, seen, unseen } = learn({ seed: 1, steps: 200 });
const { model, losses, heldOutLosses } = training;
const [numbers] = treeFlatten(model);
const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

console.log(`${seen.length} penguins to learn from, ${unseen.length} held out, ${numbers.length} weights\n`);
console.log("step   loss     loss of what was held out");
for (const [step, loss] of losses.entries()) {
  if (step % 20 === 0) {
    console.log(`${String(step).padStart(4)}   ${loss.toFixed(4)}   ${heldOutLosses[step]!.toFixed(4)}`);
  }
}
console.log(`\nRight of those it learned from: ${percent(accuracy(model, seen))}`);
console.log(`Right of those held out:        ${percent(accuracy(model, unseen))}`);

const picture = new URL("../../out/penguins.svg", import.meta.url);
mkdirSync(new URL(".", picture), { recursive: true });
writeFileSync(picture, await draw(training, parts));
console.log(`\nLoss and decision regions: ${relative(process.cwd(), fileURLToPath(picture))}`);
