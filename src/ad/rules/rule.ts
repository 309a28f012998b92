// What a derivative rule is.
//
// A primitive's derivative is given once, by how a multiple of each partial derivative is computed: what becomes of a
// tangent of the operand, and of a cotangent of the result, which is the same product g · ∂. Both modes and power series
// follow. That it is the product, and not ∂ itself, leaves the order of the arithmetic to the rule: `g / x` is an ordinary
// number for the logarithm of 1e-320 where `1 / x` is infinite, and so are all of its derivatives.
// It is code that is emitted in place and names what it needs of the primal, so that only that is kept.

import type { Operand, PrimName } from "../../ir/index.ts";
import type { StructuralPrim } from "../structural-names.ts";

/** What the code of a rule may use: operands as numbers, the result, and primitives. */
export interface Scope {
  readonly x: Operand;
  readonly y: Operand;
  readonly result: Operand;
  readonly arg: (index: number) => Operand;
  readonly count: number;
  /** The result of a primitive. The same code is emitted once for all operands of an instruction. */
  readonly emit: Emit;
}

export type Emit = (prim: PrimName, ...args: readonly (Operand | number | boolean)[]) => Operand;

/**
 * `g` times ∂result/∂operand, for a tangent or a cotangent `g` other than the structural zero: code that is linear in `g`
 * and 0 where `g` is 0, or the constants 1 and −1 for ∂, or null where there is none.
 */
export type Multiple = ((scope: Scope, g: Operand) => Operand) | 1 | -1 | null;

export type Rule =
  /** No derivative: the result carries none, and no reference changes hands. */
  | { readonly kind: "none" }
  /** Multiples of the scalar partial derivatives by operand index. */
  | { readonly kind: "partials"; readonly partials: readonly Multiple[] }
  /** The same of a primitive of any number of operands. */
  | { readonly kind: "variadic"; readonly partial: (index: number) => Multiple }
  /** Moves cotangents, does not scale them: the transforms know it by name (structural-names.ts). */
  | { readonly kind: "structural"; readonly prim: StructuralPrim };
