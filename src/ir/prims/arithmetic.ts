// What passes may know about primitives that compute numbers, besides their effects.

export interface Arithmetic {
  /** The cost compared with a read of memory: no more, more, or much more. */
  readonly cost: "cheap" | "moderate" | "expensive";
  /** Whether every engine gives the same bits for the same operands. */
  readonly isExact: boolean;
  /** Whether two operands that are numbers may change places. */
  readonly isCommutative: boolean;
  readonly isComparison: boolean;
  /** Operands are cotangents: numbers, tuples, or structural zeros. */
  readonly isOfCotangents: boolean;
  /** The operands that make the result NaN if they are NaN, and whose sign, if they are zero, shows at most in a zero's sign. */
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
/** Functions whose last bits may differ between engines. */
export const nearly = (facts: Partial<Arithmetic> = {}): Arithmetic => ({ ...operator, isExact: false, ...facts });
export const comparison: Arithmetic = { ...operator, cost: "cheap", isComparison: true };
