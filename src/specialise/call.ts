// A call of a function while a program is run.

import type { ValueId } from "../ir/index.ts";
import type { ObjectId } from "./abstract-value.ts";
import type { Frame, Result } from "./run.ts";
import type { CallSite } from "./site.ts";

/** A call of a function, and its place. */
export interface Call extends CallSite {
  readonly caller: Frame | null;
  /** The value that the result is in the function of the caller. */
  readonly result?: ValueId;
  /** Whether the caller takes the result for a value that is there. */
  readonly isUsed?: boolean;
  /** Whether an error that the call throws is a value for the caller. */
  readonly givesErrors?: boolean;
  /** Takes the results in other states of generators; without it, they are joined. */
  readonly others?: Result[];
  readonly path: ObjectId;
}
