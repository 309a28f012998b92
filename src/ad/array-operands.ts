// Arithmetic converts an array to a text and reads a number from that, which loses the derivative. Where types show that an operand
// is an array, differentiation fails (adjoint.ts, pushforward.ts); where they show nothing, the derivative asks before it computes.
//
// **Example** `%r = mul %x, %y` → `no-array %x; no-array %y; %r = mul %x, %y`, for operands of type `any`.

import {
  convertingPrims,
  synthetic,
  typeIn,
  type Func,
  type Instr,
  type PrimInstr,
  type ValueId,
  type ValueInfo,
  value,
} from "../ir/index.ts";
import { rules } from "./rules/index.ts";

/** A function that refuses arrays as operands of arithmetic that has a derivative. */
export function refuseArrays(func: Func): Func {
  const values: ValueInfo[] = [...func.values];
  const ask = (id: ValueId, { span }: PrimInstr): PrimInstr => {
    const result = values.length as ValueId;
    values.push({ hint: "", type: "undef" });
    return { kind: "prim", result, prim: "no-array", args: [value(id)], span: synthetic(span) };
  };
  const blocks = func.blocks.map((block) => {
    const asked = new Set<ValueId>();
    const instrs = block.instrs.flatMap((instr): readonly Instr[] => {
      if (instr.kind !== "prim") return [instr];
      // In higher derivatives, what was asked is not asked again.
      const [first] = instr.args;
      if (instr.prim === "no-array" && first?.kind === "value") asked.add(first.id);
      const operands = mayBeArrays(instr, func).filter((id) => !asked.has(id));
      for (const id of operands) asked.add(id);
      return [...operands.map((id) => ask(id, instr)), instr];
    });
    return { ...block, instrs };
  });
  return { ...func, values, blocks };
}

function mayBeArrays(instr: PrimInstr, func: Func): readonly ValueId[] {
  const { prim, args } = instr;
  const { kind } = rules[prim];
  // What `+` gives of an array is a text.
  if (!convertingPrims.has(prim) || (kind !== "partials" && kind !== "variadic")) return [];
  const ids = args.flatMap((operand) =>
    operand.kind === "value" && typeIn(func, operand) === "any" ? [operand.id] : [],
  );
  return [...new Set(ids)];
}
