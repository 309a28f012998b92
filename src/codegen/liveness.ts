// Liveness: which values code generation needs, how often each is used, and where each is live.
//
// A value is needed if an effect, a condition or a result depends on it. The arguments of a block parameter are needed only if
// the parameter is, so variables that only feed themselves around a loop vanish.

import { isRepeatable } from "../analysis/index.ts";
import type { Block, Func, Instr, Operand, ValueId } from "../ir/index.ts";
import { edgesOf, isSafeAllocation, operandsOf, predecessors, successorsOf, valuesIn } from "../ir/index.ts";
import { directCallee } from "./direct.ts";
import { hasPlainEnvironment, isOwnCapture } from "./capture.ts";

export interface Liveness {
  readonly needed: readonly boolean[];
  /** Uses by needed instructions, terminators, and arguments of needed parameters. */
  readonly uses: readonly number[];
  /** The values live at the start of each block, needed parameters included. */
  readonly liveIn: readonly ReadonlySet<ValueId>[];
  readonly liveOut: readonly ReadonlySet<ValueId>[];
  /** What each block reads and writes. */
  readonly steps: readonly (readonly Step[])[];
}

/** Whether an instruction may be dropped if its result is unused, and moved past others. */
export function isMovable(instr: Instr, func?: Func): boolean {
  if (instr.kind === "closure") return true;
  if (instr.kind === "call") return false;
  if (instr.prim === "capture" && func !== undefined && hasPlainEnvironment(func)) return true;
  return isRepeatable(instr) || isSafeAllocation(instr);
}

/** The operands that generated code reads: for `carry` the value; for `capture self, k` none; for direct calls the arguments. */
export function codeOperands(func: Func, instr: Instr): readonly Operand[] {
  if (instr.kind === "prim" && instr.prim === "carry") return instr.args.slice(0, 1);
  if (isOwnCapture(func, instr)) return [];
  if (instr.kind === "call" && directCallee(func, instr) !== null) return instr.args;
  return operandsOf(instr);
}

export function liveness(func: Func): Liveness {
  const needed = neededValues(func);
  const uses = new Array<number>(func.values.length).fill(0);
  const count = (ids: readonly ValueId[]): void => ids.forEach((id) => (uses[id] = (uses[id] ?? 0) + 1));
  const steps = func.blocks.map((block) => stepsOf(func, block, needed));
  for (const ofBlock of steps) for (const step of ofBlock) count(step.reads);

  const liveIn: Set<ValueId>[] = func.blocks.map(() => new Set());
  const liveOut: Set<ValueId>[] = func.blocks.map(() => new Set());
  const preds = predecessors(func);
  const local = func.blocks.map(({ params }, b) => localLiveness(params, steps[b] ?? [], needed));
  // From the last block to the first: only loop edges lead back, so everything but loops is done in one round.
  const stale = new Set(func.blocks.keys());
  while (stale.size > 0) {
    for (let b = func.blocks.length - 1; b >= 0; b--) {
      if (!stale.delete(b)) continue;
      const { reads, writes } = local[b] as LocalLiveness;
      const out = liveOut[b] as Set<ValueId>;
      for (const successor of successorsOf((func.blocks[b] as Block).terminator)) {
        const params = new Set(func.blocks[successor]?.params);
        for (const id of liveIn[successor] ?? []) if (!params.has(id)) out.add(id);
      }
      const live = new Set(reads);
      for (const id of out) if (!writes.has(id)) live.add(id);
      if (live.size === (liveIn[b] as Set<ValueId>).size) continue;
      liveIn[b] = live;
      for (const source of preds[b] ?? []) stale.add(source);
    }
  }
  return { needed, uses, liveIn, liveOut, steps };
}

interface LocalLiveness {
  /** Needed parameters, and values that the block reads before it writes them. */
  readonly reads: ReadonlySet<ValueId>;
  readonly writes: ReadonlySet<ValueId>;
}

function localLiveness(params: readonly ValueId[], steps: readonly Step[], needed: readonly boolean[]): LocalLiveness {
  const reads = new Set<ValueId>();
  const writes = new Set<ValueId>();
  for (let k = steps.length - 1; k >= 0; k--) {
    const step = steps[k] as Step;
    if (step.writes !== null) {
      reads.delete(step.writes);
      writes.add(step.writes);
    }
    for (const id of step.reads) reads.add(id);
  }
  for (const param of params) if (needed[param] === true) reads.add(param);
  return { reads, writes };
}

export interface Step {
  readonly writes: ValueId | null;
  readonly reads: readonly ValueId[];
}

/** What the needed instructions of a block, then its terminator, read and write. */
function stepsOf(func: Func, block: Block, needed: readonly boolean[]): readonly Step[] {
  const steps: Step[] = [];
  for (const instr of block.instrs) {
    if (needed[instr.result] === true || !isMovable(instr, func))
      steps.push({ writes: instr.result, reads: valuesIn(codeOperands(func, instr)) });
  }
  const { terminator } = block;
  const args = edgesOf(terminator).flatMap((edge) => {
    const params = func.blocks[edge.target]?.params ?? [];
    return edge.args.filter((_, k) => needed[params[k] as ValueId] === true);
  });
  const direct =
    terminator.kind === "branch" ? [terminator.condition] : terminator.kind === "jump" ? [] : [terminator.value];
  steps.push({ writes: null, reads: valuesIn([...direct, ...args]) });
  return steps;
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
