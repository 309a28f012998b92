// Array literals with spread elements: `[...xs, x]`.
//
// Closed code gathers the elements of each spread array in a tuple, concatenates tuples, and makes an array of the result. Here each
// of these tuples is a list of arrays, and the elements of a spread array are copied where they are gathered. So the array that is
// made has the type of its elements, and there is no tuple whose length is known at run time only.

import {
  elementOf,
  isArray,
  ofFunction,
  undef,
  type CallInstr,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type Steps,
  type ValueId,
} from "../ir/index.ts";
import { definitionsOf, usesOf } from "../analysis/index.ts";
import { fieldsOf, ofOperand, tupleParts, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { arrayOperand } from "./memory.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { ofHost, type CallSite } from "./site.ts";
import type { Writer } from "./writer.ts";

/** The tuples of elements that array literals alone use. */
const tuplesOf: (func: Func) => ReadonlySet<ValueId> = ofFunction((func: Func) => {
  const tuples = new Set<ValueId>();
  const visit = (operand: Operand | undefined): void => {
    if (operand?.kind !== "value" || usesOf(func)(operand.id).length !== 1) return;
    const instr = definitionsOf(func).of(operand.id);
    if (instr?.kind !== "prim" || (instr.prim !== "gather" && instr.prim !== "tuple-concat")) return;
    tuples.add(instr.result);
    if (instr.prim === "tuple-concat") instr.args.forEach(visit);
  };
  for (const instr of func.blocks.flatMap(({ instrs }) => instrs))
    if (instr.kind === "prim" && instr.prim === "array-from") visit(instr.args[0]);
  return tuples;
});

const isTuple = (func: Func, operand: Operand | undefined): boolean =>
  operand?.kind === "value" && tuplesOf(func).has(operand.id);

/** Whether an instruction makes such a tuple, or an array of it. */
export const isSpread = (func: Func, instr: Instr): instr is PrimInstr =>
  instr.kind === "prim" &&
  (tuplesOf(func).has(instr.result) || (instr.prim === "array-from" && isTuple(func, instr.args[0])));

/** The function that is run. */
interface Running {
  readonly writer: Writer;
  readonly func: Func;
  readonly idOf: (instr: Instr) => ObjectId;
  readonly operand: (operand: Operand) => AbstractValue;
}

interface Doing {
  /** Applies the primitive as such. */
  readonly prim: () => AbstractValue | null;
  readonly call: (instr: CallInstr, site: CallSite) => Steps<AbstractValue | null>;
}

const { concat, slice } = Array.prototype;

/** The list of arrays for a tuple, or the array that is made of it. */
export function* spread(frame: Running, instr: PrimInstr, { prim, call }: Doing): Steps<AbstractValue | null> {
  const { writer, func } = frame;
  const id = frame.idOf(instr);
  const listOf = (operand: Operand, k: number): readonly AbstractValue[] => {
    const known = frame.operand(operand);
    if (!isTuple(func, operand)) return [arrayOfTuple(writer, known, `${id}.${k}`)];
    const contents = writer.virtual(known);
    if (contents?.kind !== "array") throw new NotSpecialised("spread elements that differ between paths", writer.span);
    return fieldsOf(contents).map(([, item]) => item);
  };
  const list = (items: readonly AbstractValue[]): AbstractValue =>
    writer.allocate(`${id}.list`, { kind: "array", items });
  const method = (
    callee: object,
    receiver: AbstractValue,
    args: readonly AbstractValue[],
  ): Steps<AbstractValue | null> =>
    call({ ...plainCall, result: instr.result, span: instr.span }, { callee: ofHost(callee), receiver, args });
  if (instr.prim === "gather") {
    const array = arrayOperand(writer, frame.operand(instr.args[0] as Operand));
    const type = array === null ? "any" : writer.typeOf(array);
    if (array === null || !isArray(type) || elementOf(type) === undefined) {
      const tuple = prim();
      return tuple === null ? null : list([arrayOfTuple(writer, tuple, id)]);
    }
    // Holes are guarded against where the elements are read, so it does not matter that a slice keeps them.
    const copy = yield* method(slice, ofOperand(array), []);
    return copy === null ? null : list([copy]);
  }
  const arrays = instr.args.flatMap(listOf);
  if (instr.prim === "tuple-concat") return list(arrays);
  const known = arrays.map((array) => writer.virtual(array));
  if (known.every((contents) => contents?.kind === "array"))
    return writer.allocate(id, { kind: "array", items: known.flatMap(({ items }) => items) });
  const [first, ...others] = arrays as [AbstractValue, ...AbstractValue[]];
  return others.length === 0 ? first : yield* method(concat, first, others);
}

const plainCall = {
  kind: "call",
  word: "",
  callee: undef,
  receiver: undef,
  args: [],
  spread: false,
  effect: "any",
} as const;

function arrayOfTuple(writer: Writer, tuple: AbstractValue, id: ObjectId): AbstractValue {
  const items = tupleParts(tuple);
  return items === null
    ? writer.known("array-from", [writer.operand(tuple)])
    : writer.allocate(`${id}.items`, { kind: "array", items });
}
