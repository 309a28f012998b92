// The options of `fixedPoint`, `root` and `implicit`: tolerances, and the largest number of iterations.

import { ZerothError } from "../ir/index.ts";

export interface SolveOptions {
  readonly tolerance?: number;
  readonly iterations?: number;
}

export function toleranceOf(options: SolveOptions | undefined, usual: number, operator: string): number {
  const tolerance: unknown = options?.tolerance ?? usual;
  if (typeof tolerance === "number" && tolerance >= 0) return tolerance;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes a number from 0 up as its tolerance, and was given ${String(tolerance)}`,
  });
}

export function iterationsOf(options: SolveOptions | undefined, usual: number, operator: string): number {
  const iterations: unknown = options?.iterations ?? usual;
  if (typeof iterations === "number" && iterations >= 1 && iterations % 1 === 0) return iterations;
  throw new ZerothError({
    kind: "invalid",
    message: `${operator} takes a whole number of iterations, and was given ${String(iterations)}`,
  });
}
