/** A process that differentiates the calls of packages, and prints what came of each as JSON: `packages-process.ts`. */

import { grad } from "zeroth";
import { load, packages, type Call } from "./packages/calls.ts";

/** What came of one call: a relative error, or why there is no derivative. */
export interface Outcome {
  readonly name: string;
  readonly call: string;
  readonly error: number | null;
  readonly why: string;
}

const at = 0.7;

function differences(f: Call, x: number): number {
  const h = 1e-5;
  return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);

function outcomeOf(name: string, call: string, f: Call): Outcome {
  try {
    const slope = differences(f, at);
    const error = Math.abs(grad(f)(at) - slope) / Math.max(1, Math.abs(slope));
    return { name, call, error, why: "" };
  } catch (error) {
    return { name, call, error: null, why: messageOf(error) };
  }
}

const outcomes: Outcome[] = [];
for (const { name, calls } of packages) {
  const module = await load(name);
  for (const [call, f] of Object.entries(calls(module))) outcomes.push(outcomeOf(name, call, f));
}
console.log(JSON.stringify(outcomes));
