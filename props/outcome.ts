// What calls of derivatives answer, for laws that compare specialised with general code.

import { ZerothError } from "zeroth";
import type { Callable } from "./subject.ts";

/** The result, or the message of what is thrown. Arguments are cloned, with what they share. */
export const outcome = (f: Callable, args: readonly unknown[]): unknown => {
  try {
    return f(...(structuredClone(args) as unknown[]));
  } catch (error) {
    return error instanceof ZerothError ? error.message : String(error);
  }
};

/** The result of an operator, by its value. */
export const by = (operator: unknown, ...given: readonly unknown[]): Callable =>
  (operator as (...given: readonly unknown[]) => Callable)(...given);
