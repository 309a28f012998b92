// Lifts fields of tapes: what an inner loop does not change is stored once, in the record of the loop around it.
//
// **How** All records of a tape must come from one push, and the tape must be a field in the records of another one, whose loop
// is around its own (tape-webs.ts). A field that is defined outside of the inner loop becomes a field of the outer record, zero
// or unset where the inner loop is skipped. Each read of the field must be in a loop that pops the tape of an outer record.
//
// **Example** `for (…) { %row = …; for (…) push(inner, (%row, %x)); push(outer, %inner) }` → `%row` is pushed with `%inner`.

import { definitionsOf, loopsOf, type LoopFacts, poppedIn, type Popped } from "../../analysis/index.ts";
import type { Func, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  SsaVariables,
  constant,
  isNumber,
  isValue,
  mapFunctions,
  naturalLoops,
  rebuild,
  sameOperand,
  typeIn,
  unset,
  value,
  zero,
} from "../../ir/index.ts";
import { findWebs, type Web } from "./tape-webs.ts";

export const liftTapes: Pass = {
  name: "lift-tapes",
  phase: "final",
  run: (module) => mapFunctions(module, liftIn),
};

/** A field that moves to an outer record. */
interface Lift {
  readonly field: ValueId;
  readonly outer: Web;
  /** The reads that it replaces, each with the read of the tape from the outer record. */
  readonly reads: ReadonlyMap<ValueId, PrimInstr>;
}

function liftIn(func: Func): Func {
  const lifts = liftsIn(func);
  // What has moved to one loop may move on to the next.
  return lifts.length === 0 ? func : liftIn(lifted(func, lifts));
}

function liftsIn(func: Func): readonly Lift[] {
  const webs = findWebs(func);
  if (webs.size === 0) return [];
  const { blockOf } = definitionsOf(func);
  const popped = [...poppedIn(func).values()];
  const webOf = (operand: Operand): Web | undefined => (operand.kind === "value" ? webs.get(operand.id) : undefined);
  const all = [...new Set(webs.values())];
  return all.flatMap((web) => {
    const holders = all.flatMap((outer) =>
      outer.fields.flatMap((field, j) => (webOf(field) === web ? [{ outer, j }] : [])),
    );
    const [{ outer, j } = { outer: null, j: 0 }] = holders;
    if (outer === null || holders.length > 1 || !isWithin(func, web.loop, outer.loop)) return [];
    // A tape of an earlier iteration has fields of that one.
    if (func.blocks[outer.loop.header]?.params.some((id) => webs.get(id) === web) === true) return [];
    return web.stored.flatMap((k): Lift[] => {
      const field = web.fields[k] as Operand;
      if (field.kind !== "value" || typeIn(func, field) === "tape" || isEntry(func, field)) return [];
      if (web.loop.blocks.includes(blockOf(field.id))) return [];
      const own = popped.filter((read) => read.is === "field" && read.k === k && webOf(read.tape) === web);
      const reads = own.map(
        ({ instr, tape, isSure }) => [instr.result, isSure ? tapeRead(func, tape, j) : null] as const,
      );
      const known = reads.flatMap(([read, from]) => (from === null ? [] : [[read, from] as const]));
      return known.length === reads.length ? [{ field: field.id, outer, reads: new Map(known) }] : [];
    });
  });
}

const isEntry = (func: Func, operand: Operand): boolean =>
  operand.kind === "value" && func.blocks[0]?.params.includes(operand.id) === true;

/** Whether a loop is in another one, and in none between. */
const isWithin = (func: Func, loop: LoopFacts, outer: LoopFacts): boolean =>
  naturalLoops(func).list[loop.parent]?.header === outer.header;

/** The read of field `j` of an outer record that gives the tape that a loop pops; null if it pops another one. */
function tapeRead(func: Func, tape: Operand, j: number): PrimInstr | null {
  const popped = poppedIn(func);
  const readOf = (operand: Operand | undefined): Popped | undefined =>
    operand?.kind === "value" ? popped.get(operand.id) : undefined;
  const paramOf = ({ header }: LoopFacts): number =>
    func.blocks[header]?.params.findIndex((id) => isValue(tape, id)) ?? -1;
  const loop = loopsOf(func).find((one) => paramOf(one) >= 0);
  const k = loop === undefined ? -1 : paramOf(loop);
  if (loop !== undefined) {
    // Each iteration must go on with the rest of the same tape.
    const rest = readOf(loop.back.args[k]);
    if (rest?.is !== "rest" || !sameOperand(rest.tape, tape)) return null;
  }
  const read = readOf(loop === undefined ? tape : loop.into.args[k]);
  return read?.is === "field" && read.k === j && read.isSure ? read.instr : null;
}

/** What takes the place of a field where the inner loop is skipped. Numbers and booleans are stored as any others. */
function skipped(func: Func, field: ValueId): Operand {
  const type = typeIn(func, value(field));
  if (type === "bool") return constant(false);
  return type === "zero" ? zero : isNumber(type) ? constant(0) : unset;
}

function lifted(func: Func, lifts: readonly Lift[]): Func {
  const { prim, blockOf } = definitionsOf(func);
  /** By the tuple of the outer record. */
  const added = new Map<ValueId, Lift[]>();
  const indices = new Map<Lift, number>();
  for (const lift of lifts) {
    const { result } = prim(lift.outer.push.args[1], "tuple") as PrimInstr;
    const own = added.get(result) ?? [];
    indices.set(lift, lift.outer.fields.length + own.length);
    added.set(result, [...own, lift]);
  }
  let variables: SsaVariables<Lift> | undefined;
  const vars = (): SsaVariables<Lift> => variables as SsaVariables<Lift>;
  /** What replaces reads: components of outer records, each taken where the tape is. */
  const taken = new Map<Lift, Map<ValueId, Operand>>(lifts.map((lift) => [lift, new Map<ValueId, Operand>()]));
  return rebuild(func, {
    prologue: ({ builder }) => {
      variables = new SsaVariables<Lift>(
        builder,
        ({ field }) => skipped(func, field),
        ({ field }) => func.values[field]?.hint ?? "",
        ({ field }) => func.values[field]?.type ?? "any",
      );
    },
    seal: (block) => {
      vars().seal(block);
    },
    enter: ({ operand }, b) => {
      for (const lift of lifts) {
        const { header, blocks } = lift.outer.loop;
        if (header === b && blocks.includes(blockOf(lift.field))) vars().write(lift, skipped(func, lift.field));
        if (func.blocks[b]?.params.includes(lift.field) === true) vars().write(lift, operand(value(lift.field)));
      }
    },
    instr: (instr, { builder, operand }) => {
      const more = added.get(instr.result);
      if (instr.kind === "prim" && more !== undefined)
        return builder.prim(
          "tuple",
          [...instr.args.map(operand), ...more.map((lift) => vars().read(lift))],
          instr.span,
        );
      for (const lift of lifts) {
        const from = lift.reads.get(instr.result);
        if (from !== undefined) return taken.get(lift)?.get(from.result);
      }
      return undefined;
    },
    after: (instr, result, { builder, operand }) => {
      for (const lift of lifts) {
        if (lift.field === instr.result) vars().write(lift, result);
        const read = [...lift.reads.keys()].find((own) => lift.reads.get(own) === instr);
        if (read === undefined || instr.kind !== "prim") continue;
        const { hint, type } = func.values[read] ?? { hint: "", type: "any" };
        const args = [operand(instr.args[0] as Operand), constant(indices.get(lift))];
        taken.get(lift)?.set(instr.result, builder.prim("tuple-get", args, instr.span, hint, type));
      }
    },
  });
}
