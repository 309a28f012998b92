// Whether a call runs specialised code: found out without making the code at each stage, as `codeOf` does.

import { originOf } from "../compile/origins.ts";
import { findEntry } from "../compile/plans.ts";
import type { AnyFunction } from "../runtime/index.ts";

/** Whether specialised code runs calls like this one of what an operator returned; the code is kept for such calls. */
export const isSpecialised = (entry: AnyFunction, ...args: readonly unknown[]): boolean =>
  findEntry(originOf(entry), args) !== null;
