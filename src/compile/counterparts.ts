// The operators that have a counterpart, which runs the function again (again.ts).

import type { Code } from "../ir/index.ts";
import { stampOf, type AnyFunction } from "../runtime/index.ts";

const counterparts = new Map<AnyFunction, AnyFunction>();

/** Notes the counterpart of an operator. */
export const setCounterpart = (operator: AnyFunction, counterpart: AnyFunction): void => {
  counterparts.set(operator, counterpart);
};

/** The counterpart of the operator that has this code; undefined if there is none. */
export function counterpartOf(code: Code): AnyFunction | undefined {
  for (const [operator, counterpart] of counterparts) if (stampOf(operator)?.code === code) return counterpart;
  return undefined;
}
