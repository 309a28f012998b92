// Narrows tapes: a field of a record that can be computed again is not stored (rematerialisation; what AD calls "to be recorded"
// analysis, L. Hascoët, U. Naumann and V. Pascual, 2005).
//
// **How** All records of a tape must come from one push (tape-webs.ts). If a field has the same value in all of them, and that is
// defined where records are popped, the value replaces the field. A field that is computed from such values and other fields by
// an operation that costs no more than storing it is computed again, if the other fields are popped anyway. Of equal fields, the
// first is popped. A field that is never read is not stored.
//
// **Example** `%r = tuple %e, (add 1, %e), %n` in a loop that does not change %n: of what is popped, the second is `add 1` of the
// first, the third is %n.

import { definitionsOf, poppedIn, type Popped } from "../../analysis/index.ts";
import type { Block, BlockId, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  constant,
  dominates,
  immediateDominators,
  mapFunctions,
  mapInstrs,
  naturalLoops,
  prims,
  renumber,
  replaceValues,
  sameOperand,
  value,
} from "../../ir/index.ts";
import { findWebs, type Web } from "./tape-webs.ts";

export const narrowTapes: Pass = {
  name: "narrow-tapes",
  phase: "final",
  run: (module) => mapFunctions(module, thinIn),
};

function thinIn(func: Func): Func {
  const webs = findWebs(func);
  if (webs.size === 0) return func;
  const { prim, blockOf } = definitionsOf(func);
  const fields = [...poppedIn(func).values()].filter(({ is }) => is === "field");
  const reads = fields.filter(({ isSure }) => isSure);
  const webOf = ({ tape }: Popped): Web | undefined => (tape.kind === "value" ? webs.get(tape.id) : undefined);
  const idom = immediateDominators(func);
  const loops = naturalLoops(func);
  const isTape = (id: ValueId): boolean => func.values[id]?.type === "tape";
  /** Whether no tape is left from before when a block runs again: no loop around it carries one. */
  const isFresh = (block: number): boolean => {
    for (let l = loops.of[block] as number; l >= 0; l = loops.list[l]?.parent as number) {
      const loop = loops.list[l];
      if (loop !== undefined && (func.blocks[loop.header] as Block).params.some(isTape)) return false;
    }
    return true;
  };
  /** Whether a value is the same for all records of a tape, and is defined in a block. */
  const isThere = (operand: Operand, { loop }: Web, block: BlockId): boolean => {
    if (operand.kind !== "value") return operand.kind === "const";
    const made = blockOf(operand.id);
    return !loop.blocks.includes(made) && !isTape(operand.id) && isFresh(made) && dominates(idom, made, block);
  };

  const values = [...func.values];
  const replaced = new Map<ValueId, Operand>();
  const added = new Map<Instr, readonly Instr[]>();
  for (const read of fields) {
    const field = webOf(read)?.fields[read.k];
    // A tape that is empty in all records; that is also what an empty tape gives for it.
    if (field?.kind === "zero" && isTape(read.instr.result)) replaced.set(read.instr.result, field);
  }
  for (const web of new Set(webs.values())) {
    const own = reads.filter((read) => webOf(read) === web);
    /** The first field that is an operand; -1 if none is. */
    const fieldOf = (operand: Operand): number =>
      operand.kind === "value" ? web.fields.findIndex((field) => sameOperand(field, operand)) : -1;
    const fieldAt = (k: number): Operand => web.fields[k] as Operand;
    /** Whether a field equals one before it. */
    const again = (k: number): boolean => fieldAt(k).kind === "value" && fieldOf(fieldAt(k)) < k;
    const isEverywhere = (operand: Operand): boolean =>
      own.every(({ instr }) => isThere(operand, web, blockOf(instr.result)));
    const kept = new Set(own.map(({ k }) => k).filter((k) => !isEverywhere(fieldAt(k))));
    const computed = new Map<number, PrimInstr>();
    for (const k of kept) {
      const made = prim(fieldAt(k));
      if (again(k) || made === undefined || prims[made.prim].arithmetic?.cost !== "cheap") continue;
      const isHad = (operand: Operand): boolean => {
        const field = fieldOf(operand);
        return isEverywhere(operand) || (field !== k && kept.has(field) && !computed.has(field));
      };
      const isNeeded = [...computed.values()].some(({ args }) => args.some((arg) => fieldOf(arg) === k));
      if (made.args.every(isHad) && !isNeeded) computed.set(k, made);
    }
    for (const { instr, k } of own) {
      if (replaced.has(instr.result)) continue;
      const [record] = instr.args as readonly [Operand];
      const made = computed.get(k);
      if (!kept.has(k)) replaced.set(instr.result, fieldAt(k));
      else if (again(k)) added.set(instr, [{ ...instr, args: [record, constant(fieldOf(fieldAt(k)))] }]);
      if (made === undefined) continue;
      const before: Instr[] = [];
      const args = made.args.map((arg): Operand => {
        if (arg.kind !== "value" || isEverywhere(arg)) return arg;
        const result = (values.push(func.values[arg.id] as Func["values"][number]) - 1) as ValueId;
        before.push({ ...instr, result, args: [record, constant(fieldOf(arg))] });
        return value(result);
      });
      added.set(instr, [...before, { ...made, result: instr.result, args }]);
    }
  }
  const computing = mapInstrs(func, (instr) => added.get(instr) ?? instr);
  if (computing === func && replaced.size === 0) return func;
  return renumber(replaceValues({ ...computing, values }, replaced));
}
