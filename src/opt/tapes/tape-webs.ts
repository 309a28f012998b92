// Tapes of numbers: which values are one tape, what its records are, and the loop that makes it (tapes-to-arrays.ts).

import { definitionsOf, loopsOf, neededValues, tripCountOf, type TripCount } from "../../analysis/index.ts";
import type { Block, Func, Instr, Loop, Operand, PrimInstr, Type, ValueId } from "../../ir/index.ts";
import { edgesOf, typeIn, operandsOf, value } from "../../ir/index.ts";

export interface Web {
  readonly push: PrimInstr;
  /** The fields of a record. */
  readonly fields: readonly Operand[];
  /** The fields that are read, by index: the others are not stored. */
  readonly kept: readonly number[];
  readonly loop: Loop;
  /** Whether the array is free when the loop begins. */
  readonly begins: boolean;
  readonly key: number;
  /** The block before the loop. */
  readonly entry: number;
  readonly times: TripCount | null;
}

/** Whether an instruction takes a component of a tuple. */
export const isComponent = ({ prim }: PrimInstr): boolean => prim === "tuple-get" || prim === "part";

/** The web of each tape value, if that web fits. */
export function findWebs(func: Func): ReadonlyMap<ValueId, Web> {
  const typeOf = (operand: Operand): Type => typeIn(func, operand);
  const parent = new Map<ValueId, ValueId>();
  const find = (id: ValueId): ValueId => {
    let root = id;
    for (let up = parent.get(root); up !== undefined; up = parent.get(root)) root = up;
    return root;
  };
  const unite = (a: Operand | undefined, b: Operand | undefined): void => {
    if (a?.kind !== "value" || b?.kind !== "value") return;
    const [x, y] = [find(a.id), find(b.id)];
    if (x !== y) parent.set(x, y);
  };
  const instrs = func.blocks.flatMap((block) => block.instrs);
  const prim = (operand: Operand | undefined, name: PrimInstr["prim"]): PrimInstr | null =>
    definitionsOf(func).prim(operand, name) ?? null;
  const component = (instr: PrimInstr): number => {
    const [, k] = instr.args;
    return k?.kind === "const" && typeof k.value === "number" ? k.value : -1;
  };
  /** Pushes, and the instructions that take components of popped records and pairs. */
  const pushes: PrimInstr[] = [];
  const fieldReads: { readonly read: PrimInstr; readonly tape: Operand; readonly k: number }[] = [];
  const rests: { readonly rest: PrimInstr; readonly tape: Operand }[] = [];
  for (const instr of instrs) {
    if (instr.kind !== "prim") continue;
    if (instr.prim === "tape-push") pushes.push(instr);
    if (!isComponent(instr)) continue;
    const pair = prim(instr.args[0], "tape-pop");
    if (pair !== null && component(instr) === 0) rests.push({ rest: instr, tape: pair.args[0] as Operand });
    const record = prim(instr.args[0], "tuple-get") ?? prim(instr.args[0], "part");
    const pop = record === null ? null : prim(record.args[0], "tape-pop");
    if (record !== null && pop !== null && component(record) === 1)
      fieldReads.push({ read: instr, tape: pop.args[0] as Operand, k: component(instr) });
  }
  if (pushes.length === 0) return new Map();
  /** The tape that an operand was popped from, if it is a popped pair, or the record or the rest in one. */
  const poppedFrom = (operand: Operand): Operand | undefined => {
    const part = prim(operand, "tuple-get") ?? prim(operand, "part");
    const pair = prim(operand, "tape-pop") ?? (part === null ? null : prim(part.args[0], "tape-pop"));
    return pair?.args[0];
  };
  for (const push of pushes) unite(value(push.result), push.args[0]);
  for (const { rest, tape } of rests) unite(value(rest.result), tape);
  for (const { terminator } of func.blocks) {
    for (const { target, args } of edgesOf(terminator)) {
      args.forEach((arg, k) => {
        const param = value(func.blocks[target]?.params[k] as ValueId);
        if (typeOf(param) === "tape" || typeOf(arg) === "tape") unite(param, arg);
      });
    }
  }
  const fieldsOf = (push: PrimInstr): readonly Operand[] | null => prim(push.args[1], "tuple")?.args ?? null;
  const hidden: PrimInstr[] = [];
  // A tape in a record belongs to the web of the values that are read from that field.
  for (const { read, tape, k } of fieldReads) {
    for (const push of pushes) {
      if (tape.kind !== "value" || find(push.result) !== find(tape.id)) continue;
      const field = fieldsOf(push)?.[k];
      unite(value(read.result), field);
      // `checkUses` does not look at a tape whose type does not say that it is one.
      if (field !== undefined && typeOf(field) === "tape" && typeOf(value(read.result)) !== "tape") hidden.push(push);
    }
  }

  const refused = new Set<ValueId>(hidden.map((push) => find(push.result)));
  const refuse = (operand: Operand | undefined): void => {
    if (operand?.kind === "value") refused.add(find(operand.id));
  };
  const nested = new Set<ValueId>();
  const isTape = (operand: Operand): operand is Operand & { readonly kind: "value" } =>
    operand.kind === "value" && typeOf(operand) === "tape";
  checkUses(func, { isTape, typeOf, refuse, pushes, prim, component, fieldsOf, poppedFrom });
  // A tape from any other instruction, or from a parameter of the function, is a stack of records: its web does not fit.
  const known = new Set([...pushes, ...rests.map(({ rest }) => rest), ...fieldReads.map(({ read }) => read)]);
  const isKnown = (instr: Instr): boolean => instr.kind === "prim" && known.has(instr);
  for (const instr of instrs) if (!isKnown(instr)) refuse(value(instr.result));
  func.blocks[0]?.params.forEach((id) => {
    refuse(value(id));
  });
  const byWeb = new Map<ValueId, PrimInstr[]>();
  for (const push of pushes) byWeb.set(find(push.result), [...(byWeb.get(find(push.result)) ?? []), push]);

  /** Refuses a tape and those in its records: it keeps them alive beyond where they would end. */
  const refuseWith = (root: ValueId, all: readonly PrimInstr[]): void => {
    refused.add(root);
    for (const push of all) (fieldsOf(push) ?? []).filter(isTape).forEach(refuse);
  };
  const loops = loopsOf(func);
  const needed = neededValues(func);
  const readFields = new Map<ValueId, Set<number>>();
  for (const { tape, k } of fieldReads) {
    if (tape.kind === "value") readFields.set(find(tape.id), (readFields.get(find(tape.id)) ?? new Set()).add(k));
  }
  const webs = new Map<ValueId, Web>();
  for (const [root, [push, ...others]] of byWeb) {
    if (push === undefined || others.length > 0) {
      refuseWith(root, push === undefined ? others : [push, ...others]);
      continue;
    }
    const loop = loops.find((l) => isHeadersTape(func, l, push));
    const fields = fieldsOf(push);
    if (loop === undefined || fields === null || fields.some((field) => !isField(typeOf(field)))) {
      refuseWith(root, [push]);
      continue;
    }
    for (const field of fields) if (isTape(field)) nested.add(find(field.id));
    const own = (func.blocks[loop.header] as Block).params;
    const isAlive = [...(needed.atStart[loop.header] ?? [])].some((id) => {
      // Fields of popped records may still be read.
      const popped = poppedFrom(value(id));
      const tape = popped?.kind === "value" ? popped.id : isTape(value(id)) ? id : undefined;
      return tape !== undefined && find(tape) === root && !own.includes(id);
    });
    const { entry } = loop;
    const times = tripCountOf(func, loop);
    const kept = [...fields.keys()].filter((k) => readFields.get(root)?.has(k));
    webs.set(root, { push, fields, kept, loop, begins: !isAlive, key: webs.size, entry, times });
  }
  // A tape whose records hold a tape that does not fit does not fit; nor do tapes in the records of one that does not fit.
  for (let changed = true; changed;) {
    changed = false;
    for (const [root, { fields }] of webs) {
      const inner = fields.filter(isTape).map((field) => find(field.id));
      const fits = !refused.has(root) && inner.every((id) => webs.has(id) && !refused.has(id));
      if (fits) continue;
      webs.delete(root);
      for (const id of [root, ...inner]) refused.add(id);
      changed = true;
    }
  }
  const result = new Map<ValueId, Web>();
  func.values.forEach(({ type }, id) => {
    const root = find(id as ValueId);
    const web = webs.get(root);
    if (web === undefined || type !== "tape") return;
    result.set(id as ValueId, nested.has(root) && web.begins ? withTop(webs, root) : web);
  });
  return result;
}

/** The web of tapes that records hold: each outlives the next one, so the array is not free when the loop begins. */
function withTop(webs: Map<ValueId, Web>, root: ValueId): Web {
  const web: Web = { ...(webs.get(root) as Web), begins: false };
  webs.set(root, web);
  return web;
}

/** Whether a push is in a loop's latch, on the tape that the header takes. */
function isHeadersTape(func: Func, loop: Loop, push: PrimInstr): boolean {
  const [tape] = push.args;
  const params = (func.blocks[loop.header] as Block).params;
  const k = params.findIndex((id) => tape?.kind === "value" && tape.id === id);
  const isInLatch = func.blocks[loop.latch]?.instrs.includes(push) ?? false;
  if (k < 0 || !isInLatch) return false;
  return func.blocks.every(({ terminator }, b) =>
    edgesOf(terminator).every(({ target, args }) => {
      if (target !== loop.header) return true;
      const arg = args[k] as Operand;
      return b === loop.latch ? arg.kind === "value" && arg.id === push.result : arg.kind === "zero";
    }),
  );
}

function isField(type: Type): boolean {
  return type === "num" || type === "int" || type === "zero" || type === "bool" || type === "tape" || type === "unset";
}

interface Uses {
  readonly isTape: (operand: Operand) => boolean;
  readonly typeOf: (operand: Operand) => Type;
  readonly refuse: (operand: Operand | undefined) => void;
  readonly pushes: readonly PrimInstr[];
  readonly prim: (operand: Operand | undefined, name: PrimInstr["prim"]) => PrimInstr | null;
  readonly component: (instr: PrimInstr) => number;
  readonly fieldsOf: (push: PrimInstr) => readonly Operand[] | null;
  readonly poppedFrom: (operand: Operand) => Operand | undefined;
}

/** Refuses the webs of tapes that have any other use than to be pushed to, popped, or passed on as tapes. */
function checkUses(func: Func, { isTape, typeOf, refuse, pushes, prim, component, fieldsOf, poppedFrom }: Uses): void {
  const records = new Set<ValueId>(pushes.flatMap((push) => prim(push.args[1], "tuple")?.result ?? []));
  const refuseHeld = (operand: Operand): void => {
    if (isTape(operand)) refuse(operand);
    refuse(poppedFrom(operand));
    if (operand.kind === "value" && records.has(operand.id))
      prim(operand, "tuple")?.args.filter(isTape).forEach(refuse);
  };
  /** Whether an operand is the rest of a tape; its type may not say so before it is passed on. */
  const isRest = (operand: Operand): boolean => {
    const part = prim(operand, "tuple-get") ?? prim(operand, "part");
    return part !== null && component(part) === 0 && poppedFrom(operand) !== undefined;
  };
  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) {
      const name = instr.kind === "prim" ? instr.prim : null;
      if (name === "tuple" && records.has(instr.result)) continue;
      if (instr.kind === "prim" && isComponent(instr) && component(instr) >= 0) continue;
      if (name === "tape-pop")
        operandsOf(instr)
          .filter((tape) => !isTape(tape))
          .forEach(refuse);
      else if (name !== "tape-push") operandsOf(instr).forEach(refuseHeld);
      else if (fieldsOf(instr as PrimInstr) === null) refuse((instr as PrimInstr).args[0]);
    }
    if (terminator.kind === "return" || terminator.kind === "throw") refuseHeld(terminator.value);
    if (terminator.kind === "branch") refuseHeld(terminator.condition);
    // Edges may pass on tapes, but neither popped pairs nor records.
    for (const { target, args } of edgesOf(terminator)) {
      args.forEach((arg, k) => {
        const param = value(func.blocks[target]?.params[k] as ValueId);
        if (!isTape(arg) && !isRest(arg)) refuseHeld(arg);
        else if (!isTape(param)) refuse(arg);
        const isEmpty = arg.kind === "zero" || typeOf(arg) === "unset";
        if (isTape(param) && !isEmpty && !isTape(arg) && !isRest(arg)) refuse(param);
      });
    }
  }
}
