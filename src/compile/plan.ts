// What is known of specialised code: for which calls it was made, what it takes, what runs.

import type { Entry } from "./entry.ts";
import type { Opened } from "./opened.ts";
import type { Times } from "./times.ts";
import type { Key } from "./workshop.ts";
import type { FuncName, Span, Type } from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import type { Assumption, Input, Shape, Specialised } from "../specialise/index.ts";

/** Compiled code for one shape of calls. */
export interface Plan {
  readonly fast: AnyFunction;
  /** Whether the entry calls `fast` directly: code with loops is called through apart.ts. */
  readonly isShort: boolean;
  /** Whether the code logs its effects that others see: it may have to take them back. */
  readonly isLogged: boolean;
  /** The code that runs again if `fast` returns NaN or a zero of unknown sign; null if none is needed. */
  readonly careful: AnyFunction | null;
  readonly hosts: Specialised["hosts"];
  /** The types that were assumed of `hosts`. */
  readonly hostTypes: readonly Type[];
  readonly assumed: readonly Assumption[];
  readonly distinct: readonly number[];
  /** Checks, as JavaScript, whether the result of `fast` may be returned (result-checks.ts). */
  readonly checks: readonly string[];
  /** Binders of entries, by their text and the values that it mentions. */
  readonly binders: Map<string, Bind>;
  /** Turns what `fast` threw into what is thrown to the user. */
  readonly explain: (error: unknown) => unknown;
  /** Where a guard of `fast` failed, in the user's program. */
  readonly failedAt: (failure: Error) => Span;
  /** How long it took to make. */
  readonly times: Times;
  /** The function that was specialised. */
  readonly specialised: FuncName;
  /** The function that runs first. */
  readonly name: FuncName;
  /** The workshop that made it, and the shape it was made for. */
  readonly key: Key;
  readonly call: CallShape;
  /** The function in the result, if it is returned in parts. */
  readonly opened: Opened | null;
}

/** Makes the entry for a function that an operator was given; null if it is not alike the one that code was made for. */
export type Bind = (given: unknown) => Entry | null;

/** The shape of a call: of the callee, the receiver and the arguments. */
export interface CallShape {
  readonly shapes: readonly Shape[];
  readonly inputs: readonly Input[];
  /** Whether a function in the result is returned in parts. */
  readonly isOpen: boolean;
}
