// What passes may know of primitives that compute numbers, beside their effects.

export interface Arithmetic {
  /** Beside a read of memory: no more than that, more, or much more. */
  readonly cost: "cheap" | "moderate" | "expensive";
  /** Whether every engine gives the same bits for the same operands. */
  readonly isExact: boolean;
  /** Whether two operands that are numbers may change places. */
  readonly isCommutative: boolean;
  readonly isComparison: boolean;
  /** Operands are cotangents: numbers, tuples, or structural zeros. */
  readonly isOfCotangents: boolean;
  /** Which operands make the result NaN if they are, and may be a zero of either sign: it shows in a zero's sign at most. */
  readonly passesNaN: "all" | "first" | "none";
}

const operator: Arithmetic = {
  cost: "moderate",
  isExact: true,
  isCommutative: false,
  isComparison: false,
  isOfCotangents: false,
  passesNaN: "none",
};

export const exactly = (facts: Partial<Arithmetic> = {}): Arithmetic => ({ ...operator, ...facts });
/** Functions of which engines compute the last bits as they like. */
export const nearly = (facts: Partial<Arithmetic> = {}): Arithmetic => ({ ...operator, isExact: false, ...facts });
export const comparison: Arithmetic = { ...operator, cost: "cheap", isComparison: true };
