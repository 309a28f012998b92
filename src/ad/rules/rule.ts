// What a derivative rule is.
//
// A primitive's derivative is given once, by its partial derivatives; reverse and forward mode both follow from them.
// A partial is code: it is emitted in place and names what it needs of the primal, so that only that is kept.

import type { Operand, PrimName } from "../../ir/index.ts";
import type { StructuralPrim } from "../structural-names.ts";

/** What the code of a partial derivative may use: operands as numbers, the result, and primitives. */
export interface Scope {
  readonly x: Operand;
  readonly y: Operand;
  readonly result: Operand;
  readonly arg: (index: number) => Operand;
  readonly count: number;
  readonly emit: (prim: PrimName, ...args: readonly (Operand | number)[]) => Operand;
}

/** ∂result/∂operand: code for it, or the constants 1 and −1, or null where there is none. */
export type Partial = ((scope: Scope) => Operand) | 1 | -1 | null;

export type Rule =
  /** No derivative: the result carries none, and no reference changes hands. */
  | { readonly kind: "none" }
  /** Scalar partials by operand index. */
  | { readonly kind: "partials"; readonly partials: readonly Partial[] }
  /** Scalar partials of a primitive of any number of operands, the same for each. */
  | { readonly kind: "variadic"; readonly partial: (index: number) => Partial }
  /** Moves cotangents, does not scale them: the transforms know it by name (structural-names.ts). */
  | { readonly kind: "structural"; readonly prim: StructuralPrim };
