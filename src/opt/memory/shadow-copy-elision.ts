// Copy elision of shadows: a looked-up shadow that is finally copied and cleared is given away instead.
//
// **How** A loop of one block copies a shadow (`shadow-numbers`), element by element, to a new array of the kind and length of
// the array that it is the shadow of, and clears it. The block before makes the new array and looks the shadow up, and nothing
// else uses the shadow, or the new array before the loop is done. Then the context gives the shadow away (`take-numbers`), and
// has zeros if it is asked again. Shadows that were looked up before must not be used behind the loop: one of them might be this
// one.
//
// **Example** `%s = shadow-numbers %c, %x; %a = array-new %n; loop: %v = get %s, %i; set %s, %i, 0; set %a, %i, %v` →
// `%a = take-numbers %c, %x`, and a loop that does nothing.

import type { Block, Func, Instr, Loop, Operand, Pass, PrimInstr, PrimName, ValueId } from "../../ir/index.ts";
import {
  edgesOf,
  mapFunctions,
  naturalLoops,
  operandsOf,
  renumber,
  successorsOf,
  terminatorOperands,
  isConstant,
} from "../../ir/index.ts";
import { counterThatCovers } from "../../analysis/index.ts";

export const shadowCopyElision: Pass = {
  name: "shadow-copy-elision",
  phase: "final",
  run: (module) => mapFunctions(module, takeIn),
};

function takeIn(func: Func): Func {
  const shadows = func.blocks.flatMap(({ instrs }) => instrs.filter(isLookUp));
  if (shadows.length === 0) return func;
  for (const loop of naturalLoops(func).list) {
    const copy = copyIn(func, loop);
    if (copy !== undefined && shadows.every((other) => other === copy.from || isPast(func, other, copy.before)))
      return takeIn(withoutCopy(func, copy));
  }
  return func;
}

const isLookUp = (instr: Instr): instr is PrimInstr => instr.kind === "prim" && instr.prim === "shadow-numbers";

const isValue = (operand: Operand | undefined, id: ValueId | undefined): boolean =>
  operand?.kind === "value" && operand.id === id;

/** A copy of a shadow to a new array. */
interface Copy {
  /** The block that makes both. */
  readonly before: number;
  readonly from: PrimInstr;
  readonly to: PrimInstr;
  /** The instructions of the loop that copy and clear. */
  readonly gone: ReadonlySet<Instr>;
}

function copyIn(func: Func, loop: Loop): Copy | undefined {
  const { header, latch } = loop;
  const { params, instrs } = func.blocks[header] as Block;
  const [counter, ...others] = params;
  if (header !== latch || counter === undefined || others.length > 0) return undefined;
  const entries = func.blocks.flatMap(({ terminator }, b) =>
    edgesOf(terminator).some(({ target }) => target === header) ? [b] : [],
  );
  const before = entries.find((b) => b !== header);
  if (before === undefined || entries.length > 2) return undefined;
  const inBlock = (list: readonly Instr[], operand: Operand | undefined): PrimInstr | undefined =>
    list.find((instr): instr is PrimInstr => instr.kind === "prim" && isValue(operand, instr.result));
  const early = (func.blocks[before] as Block).instrs;
  const isSlot = ({ prim, args }: PrimInstr, name: PrimName): boolean => prim === name && isValue(args[1], counter);

  const [clearing, copying, ...more] = instrs.filter(
    (instr): instr is PrimInstr => instr.kind === "prim" && isSlot(instr, "set"),
  );
  if (clearing === undefined || copying === undefined || more.length > 0) return undefined;
  if (!isConstant(clearing.args[2], 0)) return undefined;
  const passed = inBlock(instrs, copying.args[2]);
  const read = passed?.prim === "guard-number" ? inBlock(instrs, passed.args[0]) : passed;
  if (passed === undefined || read === undefined || !isSlot(read, "get")) return undefined;
  if (instrs.indexOf(clearing) < instrs.indexOf(read)) return undefined;
  const [from, to] = [inBlock(early, read.args[0]), inBlock(early, copying.args[0])];
  if (from === undefined || to === undefined || !isLookUp(from) || !isValue(clearing.args[0], from.result))
    return undefined;

  const of = from.args[1] as Operand;
  const typeOf = (operand: Operand): string =>
    operand.kind === "value" ? (func.values[operand.id]?.type ?? "any") : "any";
  const kind = to.prim === "array-new" ? "numbers" : to.prim === "typed-new" ? "float64" : undefined;
  if (kind === undefined || typeOf(of) !== kind || func.values[to.result]?.type !== kind) return undefined;
  const length = to.args.at(-1) as Operand;
  if (!isLengthOf(func, length, of) || counterThatCovers(func, loop, length) !== counter) return undefined;

  const gone = new Set<Instr>([read, passed, clearing, copying]);
  const isOnlyIn = (value: ValueId, allowed: (b: number) => boolean): boolean =>
    func.blocks.every(
      ({ instrs: list, terminator }, b) =>
        (allowed(b) || !terminatorOperands(terminator).some((operand) => isValue(operand, value))) &&
        list.every(
          (instr) => gone.has(instr) || allowed(b) || !operandsOf(instr).some((operand) => isValue(operand, value)),
        ),
    );
  const isDone = (b: number): boolean => b !== before && b !== header;
  const nowhere = (): boolean => false;
  const isOwn = [from, read, passed].every(({ result }) => isOnlyIn(result, nowhere)) && isOnlyIn(to.result, isDone);
  return isOwn ? { before, from, to, gone } : undefined;
}

function isLengthOf(func: Func, length: Operand, of: Operand): boolean {
  return (
    of.kind === "value" &&
    func.blocks.some(({ instrs }) =>
      instrs.some(
        (instr) =>
          instr.kind === "prim" &&
          instr.prim === "load" &&
          isValue(length, instr.result) &&
          isValue(instr.args[0], of.id) &&
          isConstant(instr.args[1], "length"),
      ),
    )
  );
}

/** Whether a shadow that is looked up elsewhere is not used behind a block before it is looked up again. */
function isPast(func: Func, { result }: PrimInstr, block: number): boolean {
  const uses = func.blocks.map(({ instrs, terminator }) => {
    const passes = terminatorOperands(terminator).some((operand) => isValue(operand, result));
    const using = instrs.filter((instr) => operandsOf(instr).some((operand) => isValue(operand, result)));
    const keeps = using.every(
      (instr) =>
        instr.kind === "prim" &&
        (instr.prim === "get" || instr.prim === "set") &&
        !operandsOf(instr)
          .slice(1)
          .some((operand) => isValue(operand, result)),
    );
    return passes || !keeps ? "passes" : using.length > 0 ? "uses" : "none";
  });
  if (uses.includes("passes") || uses[block] === "uses") return false;
  const defined = func.blocks.findIndex(({ instrs }) => instrs.some((instr) => instr.result === result));
  if (defined === block) return false;
  const behind = new Set<number>();
  const work = [...successorsOf((func.blocks[block] as Block).terminator)] as number[];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (behind.has(b) || b === defined) continue;
    behind.add(b);
    if (uses[b] === "uses") return false;
    work.push(...(successorsOf((func.blocks[b] as Block).terminator) as readonly number[]));
  }
  return true;
}

function withoutCopy(func: Func, { before, from, to, gone }: Copy): Func {
  const taken: Instr = { ...to, prim: "take-numbers", args: from.args };
  const { instrs: early } = func.blocks[before] as Block;
  const last = early.indexOf(from) > early.indexOf(to) ? from : to;
  const blocks = func.blocks.map((block): Block => ({
    ...block,
    instrs: block.instrs.flatMap((instr): readonly Instr[] => {
      if (instr === last) return [taken];
      return instr === from || instr === to || gone.has(instr) ? [] : [instr];
    }),
  }));
  return renumber({ ...func, blocks });
}
