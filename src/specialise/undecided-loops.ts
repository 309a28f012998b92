// Finds loops whose exit test is never known while code is specialised. Trying to unroll such a loop would cost as much as
// writing it, at each level of a nest.

import { definitionsOf } from "../analysis/index.ts";
import {
  edgesInto,
  immediateDominators,
  isNumber,
  prims,
  type Block,
  type Func,
  type Loop,
  type Operand,
  type PrimInstr,
  type ValueId,
} from "../ir/index.ts";
import type { AbstractValue } from "./abstract-value.ts";
import type { Writer } from "./writer.ts";

/**
 * Whether the condition of the latch depends on a number or a truth value that is not known where the loop is entered, through
 * arithmetic and comparisons alone. What memory, types or calls may know counts as known.
 */
export function isUndecided(
  writer: Writer,
  func: Func,
  { blocks, header, latch }: Loop,
  entry: ReadonlyMap<ValueId, AbstractValue>,
): boolean {
  const definitions = definitionsOf(func);
  const met = new Set<ValueId>();
  const isUnknown = (operand: Operand): boolean => {
    if (operand.kind !== "value" || met.has(operand.id)) return false;
    met.add(operand.id);
    const block = definitions.blockOf(operand.id);
    if (block === header || !blocks.includes(block)) {
      const known = entry.get(operand.id);
      if (known !== undefined) return isUnknownOnEntry(writer, known);
    }
    const instr = definitions.instr(operand);
    if (instr !== undefined) return instr.kind === "prim" && computes(func, instr) && instr.args.some(isUnknown);
    if (block === header || !blocks.includes(block)) return false;
    return isUnknownWhereMeeting(block, (func.blocks[block] as Block).params.indexOf(operand.id));
  };
  /** Whether it is unknown by which way a block is reached, and what is passed to it depends on the way. */
  const isUnknownWhereMeeting = (block: number, param: number): boolean => {
    const passed = edgesInto(func)[block]?.map(({ args }) => args[param] as Operand) ?? [];
    if (passed.some(isUnknown)) return true;
    const { terminator } = func.blocks[immediateDominators(func)[block] as number] as Block;
    return terminator.kind === "branch" && passed.length > 1 && isUnknown(terminator.condition);
  };
  const { terminator } = func.blocks[latch] as Block;
  return terminator.kind === "branch" && isUnknown(terminator.condition);
}

function isUnknownOnEntry(writer: Writer, known: AbstractValue): boolean {
  if (known.kind !== "operand" || known.operand.kind !== "value") return false;
  const type = writer.typeOf(known.operand);
  return isNumber(type) || type === "bool";
}

/** Whether a primitive computes with the values of its operands; others may ask for no more than their types. */
function computes({ values }: Func, { prim, args }: PrimInstr): boolean {
  if (prim === "not") return true;
  const { arithmetic } = prims[prim];
  if (arithmetic === null || byType.has(prim)) return false;
  const isOfNumbers = args.every((arg) => arg.kind !== "value" || isNumber(values[arg.id]?.type ?? "any"));
  return (prim !== "eq" && prim !== "ne") || isOfNumbers;
}

const byType: ReadonlySet<string> = new Set([
  "loose-eq",
  "loose-ne",
  "typeof",
  "instanceof",
  "is-nullish",
  "is-unset",
  "is-number",
]);
