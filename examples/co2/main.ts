/**
 * Fits sixty-two years of carbon dioxide over Mauna Loa with exact gradients and Hessian-vector products.
 *
 * Prints how the optimiser went and what it found, and draws the picture.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { fitCarbonDioxide, type Estimate, type Fit } from "./fit.ts";
import { readObservations } from "./observations.ts";
import { names } from "./parameters.ts";
import { draw } from "./picture.ts";

const observations = readObservations();
const began = performance.now();
const fit = fitCarbonDioxide(observations);
const seconds = (performance.now() - began) / 1000;
const firstYear = Math.floor(observations[0]!.year);
const lastYear = Math.floor(observations.at(-1)!.year);

console.log(`CO₂ over Mauna Loa, ${observations.length} months from ${firstYear} to ${lastYear}\n`);
printSteps(fit);
console.log(`(with the errors, ${seconds.toFixed(1)} s)\n`);
printEstimates(fit);

const picture = new URL("../../out/co2.svg", import.meta.url);
mkdirSync(new URL(".", picture), { recursive: true });
writeFileSync(picture, await draw(fit, observations));
console.log(`\nData, fit and residuals: ${relative(process.cwd(), fileURLToPath(picture))}`);

function printSteps({ steps }: Fit): void {
  console.log("iteration   loss            |gradient|   Hessian-vector products");
  for (const [iteration, { loss, gradientNorm, products }] of steps.entries()) {
    if (iteration % 10 !== 0 && iteration < steps.length - 3) continue;
    const cells = [
      String(iteration).padStart(9),
      loss.toPrecision(9).padEnd(13),
      gradientNorm.toExponential(2).padEnd(10),
      String(products),
    ];
    console.log(cells.join("   "));
  }
  const first = steps[0]!;
  const last = steps.at(-1)!;
  const products = steps.reduce((sum, step) => sum + step.products, 0);
  const fall = Math.round(first.loss / last.loss).toLocaleString("en");
  const flat = (last.gradientNorm / first.gradientNorm).toExponential(0);
  console.log(`\n${steps.length - 1} Newton steps, ${products} Hessian-vector products:`);
  console.log(`the loss fell ${fall}-fold, the gradient to ${flat} of its start`);
}

function printEstimates({ parameters, estimates, noise, residuals, growth }: Fit): void {
  console.log("parameter        value ± standard error from the exact Hessian");
  for (const [j, name] of names(parameters).entries()) printEstimate(name, estimates[j]!);

  console.log("\nLine and exponential can stand in for each other, hence the large errors of level, slope");
  console.log("and a. What they add up to is known well: the trend grows, in ppm per year, by");
  printEstimate(String(firstYear), growth(0));
  printEstimate(String(lastYear), growth(1));

  const correlation = autocorrelation(residuals).toFixed(2);
  console.log(`\nThe residuals have a standard deviation of ${noise.toFixed(2)} ppm. Those of neighbouring months`);
  console.log(`correlate (${correlation}), which these standard errors leave out of account.`);
}

function printEstimate(name: string, { value, error }: Estimate): void {
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(error)));
  const shown = value.toFixed(decimals);
  // Decimal points stand below each other.
  const point = decimals > 0 ? shown.length - decimals - 1 : shown.length;
  console.log(`${name.padEnd(12)}${" ".repeat(7 - point)}${shown.padEnd(point + 4)} ± ${error.toFixed(decimals)}`);
}

function autocorrelation(series: readonly number[]): number {
  const lagged = series.slice(1).reduce((sum, value, i) => sum + value * series[i]!, 0);
  return lagged / series.reduce((sum, value) => sum + value ** 2, 0);
}
