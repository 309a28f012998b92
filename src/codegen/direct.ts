// Direct calls: calls of a closure without captures that is made in the same function. They need no closure.

import {
  operandsOf,
  rootName,
  terminatorOperands,
  type Func,
  type FuncName,
  type Instr,
  type Program,
  type ValueId,
} from "../ir/index.ts";
import { isOwnCapture, isSelf } from "./capture.ts";

const known = new WeakMap<Func, ReadonlyMap<ValueId, FuncName>>();

/** The function that an instruction calls directly; null if it does not. */
export function directCallee(program: Program, func: Func, instr: Instr): FuncName | null {
  if (instr.kind !== "call" || instr.word !== "" || instr.callee.kind !== "value") return null;
  if (instr.receiver.kind !== "const" || instr.receiver.value !== undefined) return null;
  let functions = known.get(func);
  if (functions === undefined) known.set(func, (functions = functionsIn(program, func)));
  return functions.get(instr.callee.id) ?? null;
}

function functionsIn(program: Program, { blocks }: Func): ReadonlyMap<ValueId, FuncName> {
  const found = new Map<ValueId, FuncName>();
  for (const { instrs } of blocks) {
    for (const instr of instrs) {
      if (instr.kind !== "closure" || instr.captures.length > 0) continue;
      if (!usesItself(program, instr.func)) found.set(instr.result, instr.func);
    }
  }
  return found;
}

/**
 * Whether a function, or the one it is a derivative of, uses itself otherwise than to call itself: it may have properties, which
 * belong to one closure. Derivatives that do not exist yet are not requested.
 */
function usesItself({ module }: Program, name: FuncName): boolean {
  const func = module.functions[rootName(name)] ?? module.functions[name];
  if (func === undefined) return false;
  let uses = itself.get(func);
  if (uses === undefined) itself.set(func, (uses = findUseOfItself(func)));
  return uses;
}

const itself = new WeakMap<Func, boolean>();

const findUseOfItself = (func: Func): boolean =>
  func.blocks.some(({ instrs, terminator }) => {
    if (terminatorOperands(terminator).some((operand) => isSelf(func, operand))) return true;
    return instrs.some((instr) => {
      if (isOwnCapture(func, instr)) return false;
      const given = instr.kind === "call" ? [instr.receiver, ...instr.args] : operandsOf(instr);
      return given.some((operand) => isSelf(func, operand));
    });
  });
