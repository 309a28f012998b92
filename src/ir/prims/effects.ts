// What a primitive does: with each operand and the memory that it refers to, and besides.
//
// Passes that ask about memory, checks and the flow of cotangents ask these tables, not for names.

/** A part of the memory that a reference leads to: what is at a key, whether something is there, the length, or all of it. */
export type Aspect = "value" | "presence" | "length" | "all";

/**
 * What may happen to the memory that a primitive reads.
 *
 * - `constant`: nothing writes it while the function runs, nor while a derivative of it may run. Whoever makes specialised code
 *   for inputs sees to that: a function that may write to them is not specialised to them as constant. So a read may be done
 *   anywhere where its operands are there, earlier as well as later.
 * - `frozen`: nothing writes it after the read, by this function or by others, nor while a derivative may run. The pass
 *   `frozen-reads` shows it for memory that the function makes. So the read may be done later, or again; earlier only where nothing writes it in between.
 */
export type Memory = "changing" | "frozen" | "constant";

export interface OperandEffect {
  /** What of the operand's memory the result or the behaviour depends on. */
  readonly reads: readonly Aspect[];
  readonly writes: readonly Aspect[];
  /** What is taken for granted of it: where it does not hold, the run of specialised code is given up. */
  readonly assumes: readonly Aspect[];
  /**
   * Where the operand itself goes: into the memory of the first operand, into memory that is made, into the result (which is
   * the operand or a part of it, or holds it), into derivatives of the result alone, or where nobody knows.
   */
  readonly goes: "nowhere" | "into first" | "into fresh" | "result" | "derivatives" | "anywhere";
  /** Whether the value itself is asked for: compared, converted to a number or a name, called. */
  readonly isAsked: boolean;
}

export interface Effects {
  /** By operand; the last ones, as many as `repeats` says, stand for all that follow. */
  readonly operands: readonly OperandEffect[];
  readonly repeats: number;
  /** What the result refers to, beside operands that go there: memory of its own, what the first operand's memory holds, or anything. */
  readonly result: "value" | "fresh" | "contents" | "unknown";
  /** Who may write what it reads: anybody, nobody any more, or nobody at all. */
  readonly memory: Memory;
  /** Whether it may throw, or run code of the operands (getters, proxies, conversions), on operands of some types. */
  readonly mayThrow: boolean;
  /** Whether it may find that specialised code was not to run. */
  readonly mayLeave: boolean;
  /** Whether it may do anything else, too. */
  readonly isAnything: boolean;
}

const untouched: OperandEffect = { reads: [], writes: [], assumes: [], goes: "nowhere", isAsked: false };

/** A value that is asked for, as numbers, keys and conditions are. */
export const asked: OperandEffect = { ...untouched, isAsked: true };
/** Neither the value nor its memory matters. */
export const ignored: OperandEffect = untouched;
export const passed: OperandEffect = { ...untouched, goes: "result" };
/** A term of a sum: what it carries, the result carries. */
export const summed: OperandEffect = { ...passed, isAsked: true };
/** What the result's derivative is multiplied by. */
export const inDerivatives: OperandEffect = { ...asked, goes: "derivatives" };
export const storedInFirst: OperandEffect = { ...untouched, goes: "into first" };
export const storedInFresh: OperandEffect = { ...untouched, goes: "into fresh" };
export const leaked: OperandEffect = { ...untouched, goes: "anywhere" };
export const read = (...reads: readonly Aspect[]): OperandEffect => ({ ...untouched, reads });
export const written = (...writes: readonly Aspect[]): OperandEffect => ({ ...untouched, writes });
/** What is read is written, too. */
export const changed = (...aspects: readonly Aspect[]): OperandEffect => ({
  ...untouched,
  reads: aspects,
  writes: aspects,
});
export const assumed = (...assumes: readonly Aspect[]): OperandEffect => ({ ...untouched, assumes });

/** What a primitive does with its operands, and what else, if anything. */
export const effects = (
  operands: readonly OperandEffect[],
  others: Partial<Omit<Effects, "operands">> = {},
): Effects => ({
  operands,
  repeats: 1,
  result: "value",
  memory: "changing",
  mayThrow: false,
  mayLeave: false,
  isAnything: false,
  ...others,
});

/** An array of numbers whose shadow is looked up: by its identity, with its length. */
export const shadowed: OperandEffect = { ...asked, reads: ["length"] };

/** Of values alone. */
export const ofValues: Effects = effects([asked]);
/** The result is made of the operands, or one of them. */
export const ofParts: Effects = effects([passed]);

/** What is done with operand `k`. */
export function effectOn({ operands, repeats }: Effects, k: number): OperandEffect {
  const known = operands[k] ?? operands[operands.length - repeats + ((k - operands.length) % repeats)];
  return known ?? ignored;
}
