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

import { definitionsOf } from "../../analysis/index.ts";
import type { Block, BlockId, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  constant,
  dominates,
  immediateDominators,
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  renumber,
  value,
  prims,
} from "../../ir/index.ts";
import { findWebs, type Web } from "./tape-webs.ts";

export const narrowTapes: Pass = {
  name: "narrow-tapes",
  phase: "final",
  run: (module) => mapFunctions(module, thinIn),
};

/** An instruction that takes a field of a popped record. */
interface Read {
  readonly instr: PrimInstr;
  readonly block: number;
  readonly record: Operand;
  readonly web: Web;
  readonly k: number;
}

function thinIn(func: Func): Func {
  const webs = findWebs(func);
  if (webs.size === 0) return func;
  const { prim, blockOf } = definitionsOf(func);
  const instrs = func.blocks.flatMap((block) => block.instrs);
  const reads = instrs.flatMap((instr): Read[] => {
    if (instr.kind !== "prim" || instr.prim !== "tuple-get") return [];
    const block = blockOf(instr.result);
    const [record, k] = instr.args as readonly [Operand, Operand];
    const [popped] = prim(record, "tuple-get")?.args ?? [];
    const [tape] = prim(popped, "tape-pop")?.args ?? [];
    const web = tape?.kind === "value" ? webs.get(tape.id) : undefined;
    return web === undefined || k.kind !== "const" ? [] : [{ instr, block, record, web, k: k.value as number }];
  });
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
  const isThere = (operand: Operand, { loop }: Web, block: number): boolean => {
    if (operand.kind !== "value") return operand.kind === "const";
    const made = blockOf(operand.id);
    const isOutside = !(loop.blocks as readonly number[]).includes(made);
    return isOutside && !isTape(operand.id) && isFresh(made) && dominates(idom, made, block as BlockId);
  };

  const values = [...func.values];
  const replaced = new Map<ValueId, Operand>();
  const added = new Map<Instr, readonly Instr[]>();
  for (const web of new Set(reads.map((read) => read.web))) {
    const own = reads.filter((read) => read.web === web);
    const fieldOf = (operand: Operand): number =>
      operand.kind === "value"
        ? web.fields.findIndex((field) => field.kind === "value" && field.id === operand.id)
        : -1;
    const known = new Set<number>();
    /** Whether a field equals one before it. */
    const again = (k: number): boolean => fieldOf(web.fields[k] as Operand) < k && web.fields[k]?.kind === "value";
    const isEverywhere = (operand: Operand): boolean => own.every(({ block }) => isThere(operand, web, block));
    for (const k of new Set(own.map((read) => read.k))) if (isEverywhere(web.fields[k] as Operand)) known.add(k);
    const kept = new Set(own.map((read) => read.k).filter((k) => !known.has(k)));
    const computed = new Set<number>();
    for (const k of kept) {
      if (again(k)) continue;
      const made = prim(web.fields[k]);
      const isHad = (operand: Operand): boolean =>
        isEverywhere(operand) ||
        (fieldOf(operand) !== k && kept.has(fieldOf(operand)) && !computed.has(fieldOf(operand)));
      const isNeeded = [...computed].some((other) => prim(web.fields[other])?.args.some((arg) => fieldOf(arg) === k));
      if (made !== undefined && prims[made.prim].arithmetic?.cost === "cheap" && made.args.every(isHad) && !isNeeded)
        computed.add(k);
    }
    for (const { instr, record, k } of own) {
      const field = web.fields[k] as Operand;
      if (known.has(k)) replaced.set(instr.result, field);
      else if (again(k)) added.set(instr, [{ ...instr, args: [record, constant(fieldOf(field))] }]);
      if (!computed.has(k)) continue;
      const made = prim(field) as PrimInstr;
      const before: Instr[] = [];
      const args = made.args.map((arg): Operand => {
        const j = fieldOf(arg);
        if (isEverywhere(arg)) return arg;
        const result = (values.push(func.values[(arg as { readonly id: ValueId }).id] as Func["values"][number]) -
          1) as ValueId;
        before.push({ ...instr, result, args: [record, constant(j)] });
        return value(result);
      });
      added.set(instr, [...before, { ...made, result: instr.result, args }]);
    }
  }
  if (replaced.size === 0 && added.size === 0) return func;
  // The value that replaces a field of one tape may be a field of another tape, which is replaced as well.
  const resolve = (operand: Operand): Operand => {
    const stands = operand.kind === "value" ? replaced.get(operand.id) : undefined;
    return stands === undefined ? operand : resolve(stands);
  };
  const blocks = func.blocks.map((block) => ({
    params: block.params,
    instrs: block.instrs.flatMap((instr) =>
      replaced.has(instr.result) ? [] : (added.get(instr) ?? [instr]).map((one) => mapOperands(one, resolve)),
    ),
    terminator: mapTerminator(block.terminator, resolve),
  }));
  return renumber({ ...func, values, blocks });
}
