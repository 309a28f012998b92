// Arithmetic converts an array to a text and reads a number from that, which loses the derivative. Where types show that an operand
// is an array, differentiation fails; where they show nothing, the derivative asks before it computes, if there may be one to lose.
//
// **Example** the forward sweep of `%r = mul %x, %y` → `no-array %x; no-array %y; %r = mul %x, %y`, for operands of type `any`.

import {
  convertingPrims,
  isInstance,
  isRecord,
  isTyped,
  mapInstrs,
  mayBeArray,
  mayConvertStores,
  synthetic,
  value,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type Type,
  type ValueId,
  type ValueInfo,
} from "../ir/index.ts";

/** A function that refuses arrays as these operands of its instructions. */
export function refuseArrays(func: Func, converted: ReadonlyMap<Instr, ReadonlySet<ValueId>>): Func {
  const values: ValueInfo[] = [...func.values];
  const ask = (id: ValueId, instr: Instr): Instr => {
    const made = { kind: "prim", result: values.length as ValueId, span: synthetic(instr.span) } as const;
    values.push({ hint: "", type: "undef" });
    const memory = memoryWritten(instr);
    return memory === null
      ? { ...made, prim: "no-array", args: [value(id)] }
      : { ...made, prim: "no-array-stored", args: [memory, value(id)] };
  };
  // Once in each block; what is stored, each time.
  const asked = new Set<string>();
  const asking = mapInstrs(func, (instr, block) => {
    const ids = [...(converted.get(instr) ?? [])].filter((id) => !asked.has(`${block} ${id}`));
    if (memoryWritten(instr) === null) for (const id of ids) asked.add(`${block} ${id}`);
    return ids.length === 0 ? instr : [...ids.map((id) => ask(id, instr)), instr];
  });
  return asking === func ? func : { ...asking, values };
}

const memoryWritten = (instr: Instr): Operand | null =>
  instr.kind === "prim" && instr.prim === "set" ? (instr.args[0] as Operand) : null;

/** Whether an operation may convert an operand of a type from an array. What `+` gives of an array is a text. */
export const mayConvertArray = ({ prim }: PrimInstr, type: Type): boolean =>
  type === "any" && prim !== "add" && convertingPrims.has(prim);

/** Whether a write may convert an array, in a typed array. */
export const mayStoreArray = ({ prim, args }: PrimInstr, typeOf: (operand: Operand) => Type): boolean =>
  prim === "set" && mayConvertStores(typeOf(args[0] as Operand)) && mayBeArray(typeOf(args[2] as Operand));

/** What a user calls a value of a type of the IR. */
export function described(type: Type): string {
  if (isTyped(type)) return "a typed array";
  if (mayBeArray(type)) return "an array";
  if (isInstance(type)) return "an instance of a class";
  if (type === "box") return "a captured variable";
  return isRecord(type) ? "a record" : "an object";
}
