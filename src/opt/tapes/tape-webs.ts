// Webs of tapes: which values are one tape, what its records are, and the loop that makes it (tapes-to-arrays.ts).

import {
  definitionsOf,
  loopsOf,
  neededValues,
  tripCountOf,
  usesOf,
  type LoopFacts,
  type TripCount,
  type Use,
  poppedIn,
} from "../../analysis/index.ts";
import type { Block, Func, Loop, Operand, PrimInstr, Type, ValueId } from "../../ir/index.ts";
import { allInstrs, edgesInto, isValue, ofFunction, typeIn, value } from "../../ir/index.ts";

export interface Web {
  readonly push: PrimInstr;
  /** The fields of a record. */
  readonly fields: readonly Operand[];
  /** The fields that are read, by index: the others are not stored. */
  readonly stored: readonly number[];
  /** Of these, the ones that an array of doubles can hold, and the others. */
  readonly numbers: readonly number[];
  readonly references: readonly number[];
  readonly loop: LoopFacts;
  /** Whether the array is free when the loop begins. */
  readonly begins: boolean;
  readonly key: number;
  readonly times: TripCount | null;
}

/** The pushes of a function. */
export const pushesIn: (func: Func) => readonly PrimInstr[] = ofFunction((func: Func) =>
  allInstrs(func).flatMap((instr) => (instr.kind === "prim" && instr.prim === "tape-push" ? [instr] : [])),
);

/** The fields of the record that is pushed; null if it is not made by a `tuple`. */
export const fieldsOf = (func: Func, { args: [, record] }: PrimInstr): readonly Operand[] | null =>
  definitionsOf(func).prim(record, "tuple")?.args ?? null;

const isTape = (func: Func, operand: Operand): boolean => operand.kind === "value" && typeIn(func, operand) === "tape";

/** The tapes among the fields of the record that is pushed. */
const tapesIn = (func: Func, push: PrimInstr): readonly Operand[] =>
  (fieldsOf(func, push) ?? []).filter((field) => isTape(func, field));

/** The web of each tape value, if that web fits. */
export const findWebs: (func: Func) => ReadonlyMap<ValueId, Web> = ofFunction(
  (func: Func): ReadonlyMap<ValueId, Web> => {
    const pushes = pushesIn(func);
    if (pushes.length === 0) return new Map();
    const popped = poppedIn(func);
    const rootOf = websOf(func);
    const rootsIn = (operands: Iterable<Operand>): readonly ValueId[] =>
      [...operands].flatMap((operand) => (operand.kind === "value" ? [rootOf(operand.id)] : []));
    const refused = new Set(rootsIn(misused(func)));
    const list = loopsOf(func);
    const loops = new Map(pushes.map((push) => [push, list.find((loop) => isHeadersTape(func, loop, push))]));
    const made = pushes.map(({ result }) => rootOf(result));
    for (const push of pushes) {
      const root = rootOf(push.result);
      const isOnly = made.filter((other) => other === root).length === 1;
      if (!isOnly || loops.get(push) === undefined || fieldsOf(func, push) === null) refused.add(root);
    }
    // A tape whose records hold a tape that does not fit does not fit; nor do tapes in the records of one that does not fit.
    for (let before = -1; before < refused.size;) {
      before = refused.size;
      for (const push of pushes) {
        const roots = rootsIn([value(push.result), ...tapesIn(func, push)]);
        if (roots.some((root) => refused.has(root) || !made.includes(root)))
          for (const root of roots) refused.add(root);
      }
    }
    // A tape in a record outlives the next one, so its array is not free when the loop begins.
    const nested = new Set(rootsIn(pushes.flatMap((push) => tapesIn(func, push))));
    const webs = new Map<ValueId, Web>();
    for (const push of pushes) {
      const root = rootOf(push.result);
      const [loop, fields] = [loops.get(push), fieldsOf(func, push)];
      if (refused.has(root) || loop === undefined || fields === null) continue;
      const own = (func.blocks[loop.header] as Block).params;
      const live = neededValues(func).atStart[loop.header] ?? [];
      const isAlive = live.some((id) => !own.includes(id) && rootsIn(heldBy(func, id)).includes(root));
      const reads = [...popped.values()].filter(({ is, tape }) => is === "field" && rootsIn([tape]).includes(root));
      const stored = [...fields.keys()].filter((field) => reads.some(({ k }) => k === field));
      const begins = !isAlive && !nested.has(root);
      const isNumeric = (k: number): boolean => inDoubles.has(typeIn(func, fields[k]));
      const [numbers, references] = [stored.filter(isNumeric), stored.filter((k) => !isNumeric(k))];
      const times = tripCountOf(func, loop);
      webs.set(root, { push, fields, stored, numbers, references, loop, begins, key: webs.size, times });
    }
    const result = new Map<ValueId, Web>();
    func.values.forEach(({ type }, id) => {
      const web = webs.get(rootOf(id as ValueId));
      if (web !== undefined && type === "tape") result.set(id as ValueId, web);
    });
    return result;
  },
);

/** One value for all that may be one tape, by a value of them (union-find). */
function websOf(func: Func): (id: ValueId) => ValueId {
  const parent = new Map<ValueId, ValueId>();
  const rootOf = (id: ValueId): ValueId => {
    let root = id;
    for (let up = parent.get(root); up !== undefined; up = parent.get(root)) root = up;
    return root;
  };
  const unite = (a: Operand | undefined, b: Operand | undefined): void => {
    if (a?.kind !== "value" || b?.kind !== "value") return;
    const [x, y] = [rootOf(a.id), rootOf(b.id)];
    if (x !== y) parent.set(x, y);
  };
  const popped = [...poppedIn(func).values()];
  const pushes = pushesIn(func);
  for (const push of pushes) unite(value(push.result), push.args[0]);
  for (const { is, instr, tape } of popped) if (is === "rest") unite(value(instr.result), tape);
  for (const [param, arg] of passedIn(func)) if (isTape(func, param) || isTape(func, arg)) unite(param, arg);
  // A tape in a record belongs to the web of the values that are read from that field.
  for (const { is, instr, tape, k } of popped) {
    if (is !== "field" || tape.kind !== "value") continue;
    for (const push of pushes) {
      if (rootOf(push.result) === rootOf(tape.id)) unite(value(instr.result), fieldsOf(func, push)?.[k]);
    }
  }
  return rootOf;
}

/** The parameters of blocks, each with what an edge passes for it. */
const passedIn = (func: Func): readonly (readonly [param: Operand, arg: Operand])[] =>
  func.blocks.flatMap(({ params }, b) =>
    (edgesInto(func)[b] ?? []).flatMap(({ args }) =>
      params.map((param, k) => [value(param), args[k] as Operand] as const),
    ),
  );

/** The tapes that a value is, was popped from, or holds as a record that is pushed. */
function heldBy(func: Func, id: ValueId): readonly Operand[] {
  const of = poppedIn(func).get(id);
  if (of !== undefined && of.is !== "field") return [of.tape];
  if (isTape(func, value(id))) return [value(id)];
  return tapesOfRecords(func).get(id) ?? [];
}

/** The tapes in the records that are pushed. */
const tapesOfRecords: (func: Func) => ReadonlyMap<ValueId, readonly Operand[]> = ofFunction((func: Func) => {
  const found = new Map<ValueId, readonly Operand[]>();
  for (const push of pushesIn(func)) {
    const [, record] = push.args;
    if (record?.kind === "value") found.set(record.id, tapesIn(func, push));
  }
  return found;
});

/** The tapes that come from, or go, elsewhere than tapes that are pushed to, popped, and passed on as tapes. */
function misused(func: Func): ReadonlySet<Operand> {
  const popped = poppedIn(func);
  const found = new Set<Operand>();
  /** Whether a value is a tape; the type of the rest of one may not say so before it is passed on. */
  const isKnown = (operand: Operand): boolean =>
    isTape(func, operand) || (operand.kind === "value" && popped.get(operand.id)?.is === "rest");
  const isFineUse = (operand: Operand, { instr, target, k }: Use): boolean => {
    // Edges may pass on tapes, but neither popped pairs nor records.
    if (target !== null) return isKnown(operand) && isTape(func, value(func.blocks[target]?.params[k] as ValueId));
    if (instr?.kind !== "prim") return false;
    const isOfRecord = tapesOfRecords(func).has(instr.result);
    switch (instr.prim) {
      case "tape-push":
        return k === (isKnown(operand) ? 0 : 1) && fieldsOf(func, instr) !== null;
      case "tape-pop":
        return isTape(func, operand);
      case "tuple":
        return isTape(func, operand) && isOfRecord;
      default:
        return popped.has(instr.result);
    }
  };
  func.values.forEach((_, id) => {
    const held = heldBy(func, id as ValueId);
    if (held.length === 0 || usesOf(func)(id as ValueId).every((use) => isFineUse(value(id as ValueId), use))) return;
    for (const tape of held) found.add(tape);
  });
  // A tape from any other instruction, or from a parameter of the function, is a stack of records.
  for (const id of func.blocks[0]?.params ?? []) found.add(value(id));
  for (const instr of allInstrs(func)) {
    const result = value(instr.result);
    const { is, tape } = popped.get(instr.result) ?? {};
    const isPush = instr.kind === "prim" && instr.prim === "tape-push";
    if (!isPush && is !== "rest" && !(is === "field" && isTape(func, result))) found.add(result);
    // No use of a tape shows whether it is misused if its type does not say that it is one.
    if (is === "pair" && tape !== undefined && !isTape(func, tape)) found.add(tape);
  }
  for (const [param, arg] of passedIn(func)) {
    const isEmpty = arg.kind === "zero" || typeIn(func, arg) === "unset";
    if (isTape(func, param) && !isEmpty && !isKnown(arg)) found.add(param);
  }
  return found;
}

/** Whether a push is in a loop's latch, on the tape that the header takes. */
function isHeadersTape(func: Func, { header, latch }: Loop, push: PrimInstr): boolean {
  const { params } = func.blocks[header] as Block;
  const k = params.findIndex((id) => isValue(push.args[0], id));
  if (k < 0 || definitionsOf(func).blockOf(push.result) !== latch) return false;
  return (edgesInto(func)[header] ?? []).every(({ from, args }) =>
    from === latch ? isValue(args[k], push.result) : args[k]?.kind === "zero",
  );
}

const inDoubles: ReadonlySet<Type> = new Set<Type>(["num", "int", "zero", "bool", "tape", "unset"]);
