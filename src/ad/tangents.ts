// The coefficients of a number that a primitive computes, by its partial derivatives: tangents, which are linear in those of the
// operands, or power series, which are not.

import {
  constant,
  isNumber,
  value,
  zero,
  type Operand,
  type PrimInstr,
  type PrimName,
  type Type,
  type ValueId,
} from "../ir/index.ts";
import { emitOnce } from "./emit-once.ts";
import { multipleOf, type Scope } from "./rules/index.ts";
import { Series } from "./series.ts";

/** The coefficients that a value carries; structural zeros if it carries none. */
export type Coefficients = readonly Operand[];

/** The pushforward under construction, at one instruction. */
export interface Pushforward {
  /** The operand of the pushforward for an operand of the primal. */
  readonly primal: (operand: Operand) => Operand;
  readonly tangents: (operand: Operand) => Coefficients;
  readonly typeOf: (operand: Operand) => Type;
  readonly emit: (prim: PrimName, ...args: readonly Operand[]) => Operand;
}

/** For each direction, the sum of `ẋ · ∂` over the operands. */
export function scaledByPartials(
  instr: PrimInstr,
  result: Operand,
  count: number,
  { primal, tangents, typeOf, emit }: Pushforward,
): Coefficients {
  const { args } = instr;
  // Code that does not depend on the direction is emitted once.
  const once = emitOnce(emit);
  const asNumber = (x: Operand, type: Type): Operand => (isNumber(type) ? x : once("number", x));
  const arg = (index: number): Operand => {
    const x = args[index] as Operand;
    return asNumber(primal(x), typeOf(x));
  };
  const scope: Scope = {
    get x() {
      return arg(0);
    },
    get y() {
      return arg(1);
    },
    get result() {
      return asNumber(result, typeOf(value(instr.result)));
    },
    arg,
    count: args.length,
    emit: once,
  };
  const totals = new Array<Operand>(count).fill(zero);
  args.forEach((x, index) => {
    const moved = tangents(x);
    const multiple = moved.every(({ kind }) => kind === "zero") ? null : multipleOf(instr.prim, index);
    if (multiple === null) return;
    moved.forEach((tangent, k) => {
      if (tangent.kind === "zero") return;
      // With `scale`, since a multiple of zero must be zero.
      const part =
        multiple === 1 ? tangent : multiple === -1 ? emit("scale", tangent, constant(-1)) : multiple(scope, tangent);
      const total = totals[k] as Operand;
      totals[k] = total.kind === "zero" ? part : emit("sum", total, part);
    });
  });
  return totals;
}

/** Taylor coefficients of orders 1 to `count`. */
export function seriesOf(
  instr: PrimInstr,
  result: Operand,
  count: number,
  { primal, tangents, typeOf, emit }: Pushforward,
): Coefficients {
  const given = new Map<ValueId, Coefficients>();
  for (const x of instr.args) {
    const operand = primal(x);
    if (operand.kind === "value") given.set(operand.id, tangents(x));
  }
  const series = new Series(emit, given);
  const args = instr.args.map((x) => (isNumber(typeOf(x)) ? primal(x) : series.number("number", primal(x))));
  if (result.kind !== "value") return new Array<Operand>(count).fill(zero);
  series.define(result.id, instr.prim, args, !isNumber(typeOf(value(instr.result))));
  return Array.from({ length: count }, (_, k) => series.coefficient(result, k + 1));
}
