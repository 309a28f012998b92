// Which values code generation needs, how often each is used, and where each is live.
//
// A value is needed if an effect, a condition or a result depends on it; a block parameter's arguments are needed only
// if the parameter is, so that variables which only feed themselves around a loop vanish.

import type { BlockId, Func, Instr, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, operandsOf, predecessors, prims, successorsOf, valuesIn } from "../ir/index.ts";
import { hasPlainEnvironment, isOwnCapture } from "./capture.ts";

export interface Liveness {
  readonly needed: readonly boolean[];
  /** Uses by needed instructions, terminators, and arguments of needed parameters. */
  readonly uses: readonly number[];
  /** The values live at the start of each block, needed parameters included. */
  readonly liveIn: readonly ReadonlySet<ValueId>[];
  readonly liveOut: readonly ReadonlySet<ValueId>[];
}

/** Whether an instruction may be dropped if nobody uses its result, and moved past others. */
export function isMovable(instr: Instr, func?: Func): boolean {
  if (instr.kind === "closure") return true;
  if (instr.kind === "call") return false;
  if (instr.prim === "capture" && func !== undefined && hasPlainEnvironment(func)) return true;
  const { effect } = prims[instr.prim];
  return effect === "pure" || effect === "alloc";
}

/** The operands that generated code reads: of `carry`, only the value; of `capture self, k`, not `self`. */
export function codeOperands(func: Func, instr: Instr): readonly Operand[] {
  if (instr.kind === "prim" && instr.prim === "carry") return instr.args.slice(0, 1);
  if (isOwnCapture(func, instr)) return [];
  return operandsOf(instr);
}

export function liveness(func: Func): Liveness {
  const needed = neededValues(func);
  const uses = new Array<number>(func.values.length).fill(0);
  const count = (ids: readonly ValueId[]): void => ids.forEach((id) => (uses[id] = (uses[id] ?? 0) + 1));
  func.blocks.forEach((_, b) => {
    for (const step of stepsOf(func, b as BlockId, needed)) count(step.reads);
  });

  const liveIn: Set<ValueId>[] = func.blocks.map(() => new Set());
  const liveOut: Set<ValueId>[] = func.blocks.map(() => new Set());
  const preds = predecessors(func);
  const work = func.blocks.map((_, b) => b as BlockId);
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    const block = func.blocks[b];
    if (block === undefined) continue;
    const out = liveOut[b] as Set<ValueId>;
    for (const successor of successorsOf(block.terminator)) {
      const params = func.blocks[successor]?.params ?? [];
      for (const id of liveIn[successor] ?? []) if (!params.includes(id)) out.add(id);
    }
    const live = new Set(out);
    for (const step of [...stepsOf(func, b, needed)].reverse()) {
      if (step.writes !== null) live.delete(step.writes);
      step.reads.forEach((id) => live.add(id));
    }
    for (const param of block.params) if (needed[param] === true) live.add(param);
    if (live.size === (liveIn[b] as Set<ValueId>).size) continue;
    liveIn[b] = live;
    work.push(...(preds[b] ?? []));
  }
  return { needed, uses, liveIn, liveOut };
}

export interface Step {
  readonly writes: ValueId | null;
  readonly reads: readonly ValueId[];
}

/** What the needed instructions of a block, then its terminator, read and write. */
export function stepsOf(func: Func, b: BlockId, needed: readonly boolean[]): readonly Step[] {
  const block = func.blocks[b];
  if (block === undefined) return [];
  const instrs = block.instrs.filter((instr) => needed[instr.result] === true || !isMovable(instr, func));
  const steps = instrs.map((instr): Step => ({ writes: instr.result, reads: valuesIn(codeOperands(func, instr)) }));
  const { terminator } = block;
  const args = edgesOf(terminator).flatMap((edge) => {
    const params = func.blocks[edge.target]?.params ?? [];
    return edge.args.filter((_, k) => needed[params[k] as ValueId] === true);
  });
  const direct =
    terminator.kind === "branch" ? [terminator.condition] : terminator.kind === "jump" ? [] : [terminator.value];
  return [...steps, { writes: null, reads: valuesIn([...direct, ...args]) }];
}

function neededValues(func: Func): readonly boolean[] {
  const needed = new Array<boolean>(func.values.length).fill(false);
  const definitions = new Map<ValueId, readonly ValueId[]>();
  const work: ValueId[] = [];
  func.blocks.forEach((block) => {
    for (const instr of block.instrs) {
      const reads = valuesIn(codeOperands(func, instr));
      if (isMovable(instr, func)) definitions.set(instr.result, reads);
      else work.push(...reads);
    }
    const { terminator } = block;
    if (terminator.kind === "branch") work.push(...valuesIn([terminator.condition]));
    if (terminator.kind === "return" || terminator.kind === "throw") work.push(...valuesIn([terminator.value]));
    for (const { target, args } of edgesOf(terminator)) {
      func.blocks[target]?.params.forEach((param, k) => {
        const arg = args[k];
        if (arg !== undefined) definitions.set(param, [...(definitions.get(param) ?? []), ...valuesIn([arg])]);
      });
    }
  });
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    if (needed[id] === true) continue;
    needed[id] = true;
    work.push(...(definitions.get(id) ?? []));
  }
  return needed;
}
