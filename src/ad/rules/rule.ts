// Derivative rules.
//
// A rule gives a primitive's derivative once, as code that computes a multiple of each partial derivative. A tangent of the
// operand and a cotangent of the result become the same product g · ∂, so both modes and power series follow from one rule.
// Giving the product instead of ∂ leaves the order of the arithmetic to the rule: for the logarithm of 1e-320, `g / x` is an
// ordinary number where `1 / x` is infinite, and so are all its derivatives. The code is emitted in place and names what it needs
// of the primal, so that only that is stored.

import type { Operand, PrimName } from "../../ir/index.ts";
import type { StructuralPrim } from "../structural-names.ts";

/** What the code of a rule may use: operands as numbers, the result, and primitives. */
export interface Scope {
  readonly x: Operand;
  readonly y: Operand;
  readonly result: Operand;
  readonly arg: (index: number) => Operand;
  readonly count: number;
  /** Emits a primitive; gives its result. The same code is emitted once for all operands of an instruction. */
  readonly emit: Emit;
}

export type Emit = (prim: PrimName, ...args: readonly (Operand | number | boolean)[]) => Operand;

/**
 * `g` times ∂result/∂operand, for a tangent or a cotangent `g` other than the structural zero. Either code that is linear in `g`,
 * and 0 where `g` is 0, or the constants 1 and −1 for ∂, or null if there is no derivative.
 */
export type Multiple = ((scope: Scope, g: Operand) => Operand) | 1 | -1 | null;

export type Rule =
  /** No derivative: the result carries none, and no reference changes hands. */
  | { readonly kind: "none" }
  /** Multiples of the scalar partial derivatives by operand index. */
  | { readonly kind: "partials"; readonly partials: readonly Multiple[] }
  /** The same for a primitive with any number of operands. */
  | { readonly kind: "variadic"; readonly partial: (index: number) => Multiple }
  /** Moves cotangents without scaling them: the transforms know it by name (structural-names.ts). */
  | { readonly kind: "structural"; readonly prim: StructuralPrim };
