// Assumptions: what was found when code was specialised, and must still be so when it runs.

import type { Environment } from "../runtime/index.ts";
import { NotSpecialised } from "./not-specialised.ts";

/**
 * A value that code was specialised to: a function that a function of a module has captured (an import changes when its variable
 * is assigned), or a method of all arrays.
 */
export interface Assumption {
  readonly env: object;
  readonly slot: PropertyKey;
  readonly value: unknown;
  /** Whether it is a method that given arrays are asked for: they must not have their own. */
  readonly isOfGiven: boolean;
}

export const holds = ({ env, slot, value }: Assumption): boolean => Reflect.get(env, slot) === value;

/** The present value of a captured variable. Code that captures an uninitialised one is not specialised. */
export function capturedNow(env: Environment, k: number): unknown {
  try {
    return env[k];
  } catch (error) {
    if (error instanceof ReferenceError) throw new NotSpecialised("a captured variable that is not initialised");
    throw error;
  }
}
