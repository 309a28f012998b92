// Shadows that hold nothing but zeros: all that is stored in them is zero, or comes from such shadows. Code that sorts an array
// of indices, for example, moves their cotangents, too, which are zero.
//
// A greatest fixpoint: each shadow is taken to hold zeros until something else is found to be stored in it.

import { allInstrs, edgesOf, type Func, type Operand, type PrimInstr, type ValueId } from "../../ir/index.ts";

/** The groups of shadows, each a list of look-ups that may find the same one, that hold nothing but zeros. */
export function idleAmong<G extends readonly PrimInstr[]>(func: Func, groups: readonly G[]): readonly G[] {
  let idle = groups;
  for (;;) {
    const isZero = zerosIn(func, new Set(idle.flatMap((shadows) => shadows.map(({ result }) => result))));
    const filled = new Set<ValueId>();
    for (const instr of allInstrs(func)) {
      if (instr.kind !== "prim" || (instr.prim !== "accum" && instr.prim !== "put")) continue;
      const [shadow, , g] = instr.args as readonly [Operand, Operand, Operand];
      if (shadow.kind === "value" && !isZero(g)) filled.add(shadow.id);
    }
    const still = idle.filter((shadows) => shadows.every(({ result }) => !filled.has(result)));
    if (still.length === idle.length) return idle;
    idle = still;
  }
}

/** Which operands are zero, if some shadows hold zeros. */
function zerosIn(func: Func, idle: ReadonlySet<ValueId>): (operand: Operand) => boolean {
  /** Values that may be other than zero, among those that could be zero. */
  const others = new Set<ValueId>();
  const open = new Set<ValueId>();
  const isZero = (operand: Operand): boolean =>
    operand.kind === "zero" ||
    operand.kind === "unset" ||
    (operand.kind === "const" && operand.value === 0) ||
    (operand.kind === "value" && open.has(operand.id) && !others.has(operand.id));
  /** Whether a primitive gives zero where its cotangents are zero. */
  const givesZero = ({ prim, args: [first, second, third] }: PrimInstr): boolean | null => {
    switch (prim) {
      case "shadow-get":
      case "take":
        return first?.kind === "value" && idle.has(first.id);
      case "sum":
      case "add":
        return isZero(first as Operand) && isZero(second as Operand);
      case "select":
        return isZero(second as Operand) && isZero(third as Operand);
      case "scale":
      case "gate":
      case "guard-number":
        return isZero(first as Operand);
      default:
        return null;
    }
  };
  const candidates = allInstrs(func).filter(
    (instr): instr is PrimInstr => instr.kind === "prim" && givesZero(instr) !== null,
  );
  for (const { result } of candidates) open.add(result);
  for (const { params } of func.blocks.slice(1)) for (const id of params) open.add(id);
  for (let changed = true; changed;) {
    const before = others.size;
    for (const instr of candidates) if (givesZero(instr) !== true) others.add(instr.result);
    for (const { terminator } of func.blocks)
      for (const { target, args } of edgesOf(terminator))
        args.forEach((arg, k) => {
          if (!isZero(arg)) others.add(func.blocks[target]?.params[k] as ValueId);
        });
    changed = others.size > before;
  }
  return isZero;
}
