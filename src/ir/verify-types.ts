// The verifier's rules on types, which decide what carries a derivative and what code is generated. They assume that the rules on
// values hold.

import type { Func, Instr, Operand } from "./model.ts";
import { definitionType, smallType } from "./definition-types.ts";
import { join } from "./join-types.ts";
import { isInactive, isReference, type Type } from "./types.ts";
import { valueNames } from "./names.ts";
import type { Report } from "./problems.ts";
import { edgesOf } from "./walk.ts";

export function verifyTypes(func: Func, report: Report): void {
  const typeOfValue = (id: number): Type => func.values[id]?.type ?? "any";
  const typeOf = (operand: Operand): Type => smallType(operand, typeOfValue);
  let names: ReturnType<typeof valueNames> | null = null;
  const show = (id: number): string => `%${(names ??= valueNames(func))[id] ?? `#${id}`}`;
  func.blocks.forEach((block, b) => {
    block.instrs.forEach((instr, i) => {
      const declared = typeOfValue(instr.result);
      const given = definitionType(instr, typeOf);
      if (!implies(given, declared) && !mayClaim(instr, given, declared, typeOf))
        report(
          "result-type",
          b,
          i,
          `${instr.kind === "prim" ? instr.prim : instr.kind} gives ${given}, ${show(instr.result)} is ${declared}`,
        );
    });
    for (const { target, args } of edgesOf(block.terminator)) {
      const params = func.blocks[target]?.params ?? [];
      args.forEach((arg, k) => {
        const id = params[k];
        if (id === undefined) return;
        const declared = typeOfValue(id);
        const given = typeOf(arg);
        if (!implies(given, declared) && !(given === "any" && carries(declared)))
          report(
            "edge-type",
            b,
            block.instrs.length,
            `an edge gives ${given} for ${show(id)} of bb${target}, which is ${declared}`,
          );
      });
    }
  });
}

/** Whether every value of the given type is of the declared type. */
const implies = (given: Type, declared: Type): boolean => given === declared || join(declared, given) === declared;

/**
 * Whether the declared type of a result may say more than its operands tell. Whoever made the instruction knows more: what is
 * read, or was expected; the kind of an array; that a sum, difference or product of whole numbers stays in their range.
 */
function mayClaim(instr: Instr, given: Type, declared: Type, typeOf: (operand: Operand) => Type): boolean {
  if (join(given, declared) !== given) return false;
  if (given === "any" || given === "array" || given === "typed" || given === "object") return true;
  if (instr.kind !== "prim") return false;
  if (instr.prim === "guard-number") return true;
  const isWhole = instr.prim === "add" || instr.prim === "sub" || instr.prim === "mul";
  return isWhole && declared === "int" && instr.args.every((arg) => typeOf(arg) === "int");
}

/** Whether values of a type carry cotangents themselves. */
const carries = (type: Type): boolean => !isInactive(type) && !isReference(type);
