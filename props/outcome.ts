// What calls of derivatives answer, for laws that compare specialised with general code.

import { ZerothError } from "zeroth";
import { checkSpecialised } from "../src/testing/index.ts";
import type { Callable } from "./subject.ts";

/**
 * The result, or what the error says; the place of a refused argument is given where an operator is called, and general code is
 * called directly here. Arguments are cloned, with what they share.
 */
export const outcome = (f: Callable, args: readonly unknown[]): unknown => {
  try {
    return f(...(structuredClone(args) as unknown[]));
  } catch (error) {
    return error instanceof ZerothError ? `${error.reason}; ${error.remedy}` : String(error);
  }
};

/** Runs specialised code beside general code; what both refuse, or throw, is no difference. */
export function compareTiers(run: () => unknown): void {
  try {
    checkSpecialised(run);
  } catch (error) {
    if (error instanceof ZerothError && error.kind === "bug") throw error;
  }
}

/** The result of an operator, by its value. */
export const by = (operator: unknown, ...given: readonly unknown[]): Callable =>
  (operator as (...given: readonly unknown[]) => Callable)(...given);
