// How the text form names things: values by their hints made unique, functions and captures as they are or quoted.
//
// A value's name determines its hint, so parsing gives the hints back: a name of digits means no hint (`%0`); a final
// `.digits` only makes the name unique (`%r`, `%r.1`); all else is the hint. A hint that itself looks like one of the
// first two always gets a suffix (`%r.1.0`).

import type { Func, FuncName, Instr, Operand } from "./model.ts";
import { resultType } from "./builder.ts";
import { prims } from "./prims.ts";
import { typeOfConstant, type Type } from "./types.ts";
import { eachOperand } from "./walk.ts";
import { rootName } from "./words.ts";

/**
 * The names of a function's values by id, without `%`; made unique in the order of the text. Undefined ids have no name, and
 * neither have the results of primitives that give nothing.
 */
export function valueNames(func: Pick<Func, "blocks" | "values">): readonly (string | undefined)[] {
  const names = new Array<string | undefined>(func.values.length).fill(undefined);
  const taken = new Map<string, number>();
  const mentioned = mentionedValues(func);
  const name = (id: number): void => {
    const hint = func.values[id]?.hint ?? "";
    const count = taken.get(hint) ?? (needsSuffix(hint) ? 1 : 0);
    taken.set(hint, count + 1);
    if (hint === "") names[id] = String(count);
    else if (needsSuffix(hint)) names[id] = `${hint}.${count - 1}`;
    else names[id] = count === 0 ? hint : `${hint}.${count}`;
  };
  for (const block of func.blocks) {
    block.params.forEach(name);
    for (const instr of block.instrs) {
      const silent = instr.kind === "prim" && prims[instr.prim].result === "none" && !mentioned.has(instr.result);
      const info = func.values[instr.result];
      if (!(silent && info?.hint === "" && info.type === "undef")) name(instr.result);
    }
  }
  return names;
}

/** The values that a function itself mentions as operands. */
export function mentionedValues(func: Pick<Func, "blocks">): ReadonlySet<number> {
  const mentioned = new Set<number>();
  for (const block of func.blocks) {
    eachOperand(block, (operand) => {
      if (operand.kind === "value") mentioned.add(operand.id);
    });
  }
  return mentioned;
}

/** The hint that a value's name stands for. */
export function hintOfName(name: string): string {
  let end = name.length;
  while (end > 0 && isDigit(name.charCodeAt(end - 1))) end--;
  if (end === 0) return "";
  return end < name.length && end > 1 && name[end - 1] === "." ? name.slice(0, end - 1) : name;
}

const needsSuffix = (hint: string): boolean => hint !== "" && hintOfName(hint) !== hint;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The `source name` that a function's name suggests; only others are printed. */
export function defaultSourceName(name: FuncName): string {
  const primal = rootName(name);
  const last = primal.slice(Math.max(primal.lastIndexOf("."), primal.lastIndexOf("/"), primal.lastIndexOf(":")) + 1);
  return /^\d*$/.test(last) ? "" : last;
}

const kindOfCode: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[\w$.*'-]/.test(char)) return 2;
  return /[@/:#]/.test(char) ? 1 : 0;
});

/** Whether a character may stand in a value's or capture's name without quotes. */
export const isNameCode = (code: number): boolean => (code < 128 ? kindOfCode[code] === 2 : isPlain(code));

/** Whether a character may stand in a function's name without quotes. */
export const isFuncNameCode = (code: number): boolean => (code < 128 ? kindOfCode[code] !== 0 : isPlain(code));

/** Whether a character is no space, line separator, half a surrogate or byte-order mark. Letters of all scripts lie below. */
const isPlain = (code: number): boolean =>
  code > 0xa0 && code < 0xd800 && code !== 0x1680 && !(code >= 0x2000 && code <= 0x206f) && code !== 0x3000;

function every(name: string, test: (code: number) => boolean): boolean {
  for (let i = 0; i < name.length; i++) if (!test(name.charCodeAt(i))) return false;
  return name !== "";
}

export const quoteName = (name: string): string => (every(name, isNameCode) ? name : quote(name));
export const quoteFuncName = (name: string): string => (every(name, isFuncNameCode) ? name : quote(name));

/** A string literal on one line. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (char) => (char === "\u2028" ? "\\u2028" : "\\u2029"));
}

/** The type of an instruction's result as far as its operands' types tell; the text form prints a type only if it differs. */
export function impliedType(instr: Instr, typeOf: (operand: Operand) => Type): Type {
  switch (instr.kind) {
    case "prim":
      return resultType(instr.prim, instr.args.map(typeOf));
    case "closure":
      return "func";
    case "call":
      return "any";
  }
}

/** The type of an operand, given those of values. */
export function operandType(operand: Operand, typeOfValue: (id: number) => Type | undefined): Type {
  switch (operand.kind) {
    case "value":
      return typeOfValue(operand.id) ?? "any";
    case "const":
      return typeOfConstant(operand.value);
    case "zero":
      return "zero";
    case "unset":
      return "unset";
    case "outer":
    case "alpha":
      return "any";
  }
}

/** The type of an operand of a function; `any` if there is no operand. */
export const typeIn = (func: Func, operand: Operand | undefined): Type =>
  operand === undefined ? "any" : operandType(operand, (id) => func.values[id]?.type);
