// The effects of a primitive: what it does with each operand and the memory that it refers to, and what else it does.
//
// Passes decide questions about memory, checks and the flow of cotangents by these tables, not by the names of primitives.

import type { Failing } from "./failing.ts";

/** A part of the memory that a reference leads to: the value at a key, whether something is there, the length, or all of it. */
export type Aspect = "value" | "presence" | "length" | "all";

/**
 * What may happen to the memory that a primitive reads.
 *
 * - `constant`: nothing writes it while the function runs, nor while a derivative of it may run. Whoever makes specialised code
 *   for inputs ensures that: a function that may write to its inputs is not specialised to them as constant. So a read may move
 *   to any place where its operands are defined, earlier as well as later.
 *   The specialiser writes such reads (`specialise/memory.ts`; of the global `Symbol`, `record-keys.ts`), and `constant-reads`
 *   does in final code. `copy-propagation`, `gather-records` and `resolve-shadows` write more of them, of memory that such reads
 *   read already.
 * - `frozen`: neither this function nor any other writes it after the read, nor while a derivative may run. The pass
 *   `frozen-reads` shows this for memory that the function makes, and `gather-records` makes copies of which it holds. So a read
 *   may move later, or be repeated; it may move earlier only where nothing writes the memory in between.
 *
 * Those who rely on it: alpha storage (the reverse sweep reads again), `licm` (no loop writes there), `gvn` (two reads are one;
 * `isRepeatable`), dead-code elimination (`isRemovable`); and on constant memory alone, `filledArrays` (analysis/array-contents.ts)
 * and `gatherings`. `compile/readers.ts` tells which functions read constant memory after the call.
 */
export type Memory = "changing" | "frozen" | "constant";

export interface OperandEffect {
  /** The parts of the operand's memory that the result or the behaviour depends on. */
  readonly reads: readonly Aspect[];
  readonly writes: readonly Aspect[];
  /** The parts of the memory that a guard checks: where the check fails, the run of specialised code ends. */
  readonly assumes: readonly Aspect[];
  /**
   * Where the operand itself goes: into the memory of the first operand, into new memory, into the result (which is the
   * operand or a part of it, or holds it), into derivatives of the result alone, or to unknown places.
   */
  readonly goes: "nowhere" | "into first" | "into fresh" | "result" | "derivatives" | "anywhere";
  /** Whether the primitive uses the value itself: compares it, converts it to a number or a name, or calls it. */
  readonly isAsked: boolean;
}

export interface Effects {
  /** The effects by operand; the last `repeats` entries repeat for all further operands. */
  readonly operands: readonly OperandEffect[];
  readonly repeats: number;
  /** What the result refers to, besides operands that go there: new memory, the contents of the first operand, or anything. */
  readonly result: "value" | "fresh" | "contents" | "unknown";
  /**
   * What new memory holds that only has what it is made with. An array: the operands, or zeros or holes, as many as the last
   * operand says; a record: entries, which are keys and values in turn, the last operands. Null for all other results.
   */
  readonly makes: "operands" | "zeros" | "holes" | "entries" | null;
  /** Whether it reads the element or property at the second operand, and does nothing else. */
  readonly isElementRead: boolean;
  /** Whether the result tells if two references are the same. */
  readonly comparesReferences: boolean;
  /** Who may write the memory that the primitive reads: anyone, no one after the read, or no one at all. */
  readonly memory: Memory;
  /** Whether, on operands of some types, it may throw or run the operands' code (getters, proxies, conversions). */
  readonly mayThrow: boolean;
  /** On which operands it may throw for reasons that programs meet; null if on none. */
  readonly fails: Failing | null;
  /** Whether it may end the run of specialised code: it finds that the code does not fit the values. */
  readonly mayLeave: boolean;
  /** Whether it may have any other effect, too. */
  readonly isAnything: boolean;
}

const untouched: OperandEffect = { reads: [], writes: [], assumes: [], goes: "nowhere", isAsked: false };

/** An operand whose value itself is used, as those of numbers, keys and conditions are. */
export const asked: OperandEffect = { ...untouched, isAsked: true };
/** An operand whose value and memory do not matter. */
export const ignored: OperandEffect = untouched;
export const passed: OperandEffect = { ...untouched, goes: "result" };
/** A term of a sum: the result carries what the term carries. */
export const summed: OperandEffect = { ...passed, isAsked: true };
/** A factor of the result's derivative. */
export const inDerivatives: OperandEffect = { ...asked, goes: "derivatives" };
export const storedInFirst: OperandEffect = { ...untouched, goes: "into first" };
export const storedInFresh: OperandEffect = { ...untouched, goes: "into fresh" };
export const leaked: OperandEffect = { ...untouched, goes: "anywhere" };
export const read = (...reads: readonly Aspect[]): OperandEffect => ({ ...untouched, reads });
export const written = (...writes: readonly Aspect[]): OperandEffect => ({ ...untouched, writes });
/** Parts of memory that are both read and written. */
export const changed = (...aspects: readonly Aspect[]): OperandEffect => ({
  ...untouched,
  reads: aspects,
  writes: aspects,
});
export const assumed = (...assumes: readonly Aspect[]): OperandEffect => ({ ...untouched, assumes });

/** The effects of a primitive on its operands, and its other effects, if any. */
export const effects = (
  operands: readonly OperandEffect[],
  others: Partial<Omit<Effects, "operands">> = {},
): Effects => ({
  operands,
  repeats: 1,
  result: "value",
  makes: null,
  isElementRead: false,
  comparesReferences: false,
  memory: "changing",
  mayThrow: false,
  fails: null,
  mayLeave: false,
  isAnything: false,
  ...others,
});

/** An array of numbers whose shadow is looked up: by the array's identity, and with its length. */
export const shadowed: OperandEffect = { ...asked, reads: ["length"] };

/** The effects of a primitive that uses its operands only as values. */
export const ofValues: Effects = effects([asked]);
/** The effects of a primitive that compares its operands, references too. */
export const ofComparison: Effects = effects([asked], { comparesReferences: true });
/** The effects of a primitive whose result is one of the operands, or made of them. */
export const ofParts: Effects = effects([passed]);

/** The effect on operand `k`. */
export function effectOn({ operands, repeats }: Effects, k: number): OperandEffect {
  const known = operands[k] ?? operands[operands.length - repeats + ((k - operands.length) % repeats)];
  return known ?? ignored;
}
