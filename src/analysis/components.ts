// Components: the operands that a part of a tuple, or of a record on a tape, may be.
//
// A forward fixpoint: for each value, the `tuple` instructions that made it, or made the records of it if it is a tape.

import {
  allInstrs,
  edgesOf,
  ofFunction,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type ValueId,
} from "../ir/index.ts";
import { poppedIn } from "./popped.ts";

/** The tuples that a value may be, or that a tape may hold; "any" if others may be among them. */
type Tuples = ReadonlySet<PrimInstr> | "any";

const none: Tuples = new Set();

/** The operands that a value may be that is taken of a tuple; null if they are not all known. */
export const componentsOf: (func: Func) => (id: ValueId) => readonly Operand[] | null = ofFunction((func: Func) => {
  const tuples = new Map<ValueId, Tuples>();
  const instrs = allInstrs(func);
  const popped = poppedIn(func);
  const of = (operand: Operand | undefined): Tuples =>
    operand?.kind === "value" ? (tuples.get(operand.id) ?? none) : none;
  /** What a component is taken of, and its index; null for all else, such as what is taken of a pair that was popped. */
  const taken = (instr: Instr): readonly [from: Operand, k: number] | null => {
    if (instr.kind !== "prim" || (instr.prim !== "tuple-get" && instr.prim !== "part") || isOfPair(instr)) return null;
    const [from, key] = instr.args as readonly [Operand, Operand];
    return key.kind === "const" && typeof key.value === "number" ? [from, key.value] : null;
  };
  const isOfPair = ({ result }: Instr): boolean => ["rest", "record"].includes(popped.get(result)?.is ?? "");
  let changed = true;
  const add = (id: ValueId, more: Tuples): void => {
    const before = tuples.get(id);
    if (before === "any" || more === before || (more !== "any" && more.size === 0)) return;
    const after: Tuples = more === "any" ? more : new Set([...(before ?? []), ...more]);
    if (after !== "any" && after.size === before?.size) return;
    tuples.set(id, after);
    changed = true;
  };
  const visit = (instr: Instr): void => {
    const { result } = instr;
    const component = taken(instr);
    // The rest of a tape and its record hold the same tuples as the tape.
    if (isOfPair(instr)) add(result, of(popped.get(result)?.tape));
    else if (component !== null) {
      const [from, k] = component;
      const holders = of(from);
      if (holders === "any") add(result, holders);
      else for (const { args } of holders) add(result, of(args[k]));
    } else if (instr.kind !== "prim") add(result, "any");
    else if (instr.prim === "tuple") add(result, new Set([instr]));
    else if (instr.prim === "tape-push") for (const arg of instr.args) add(result, of(arg));
    else add(result, "any");
  };
  for (const id of func.blocks[0]?.params ?? []) tuples.set(id, "any");
  while (changed) {
    changed = false;
    for (const { instrs: own, terminator } of func.blocks) {
      own.forEach(visit);
      for (const { target, args } of edgesOf(terminator))
        args.forEach((arg, k) => {
          const param = func.blocks[target]?.params[k];
          if (param !== undefined) add(param, of(arg));
        });
    }
  }
  const components = new Map<ValueId, readonly Operand[]>();
  for (const instr of instrs) {
    const [from, k] = taken(instr) ?? [];
    const holders = from === undefined ? "any" : of(from);
    if (k === undefined || holders === "any") continue;
    components.set(
      instr.result,
      [...holders].flatMap(({ args }) => args[k] ?? []),
    );
  }
  return (id: ValueId) => components.get(id) ?? null;
});
