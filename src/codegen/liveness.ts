// Liveness: which values code generation needs, how often each is used, and where each is live.
//
// A value is needed if an effect, a condition or a result depends on it. The arguments of a block parameter are needed only if
// the parameter is, so variables that only feed themselves around a loop vanish.

import { addBit, addBits, emptyBits, hasBit, isRepeatable, removeBit, type Bits } from "../analysis/index.ts";
import type { Block, Func, Instr, Operand, Program, ValueId } from "../ir/index.ts";
import { edgesOf, isSafeAllocation, operandsOf } from "../ir/index.ts";
import { directCallee } from "./direct.ts";
import { hasPlainEnvironment, isOwnCapture } from "./capture.ts";

export interface Liveness {
  readonly needed: readonly boolean[];
  /** Uses by needed instructions, terminators, and arguments of needed parameters. */
  readonly uses: readonly number[];
  /** Whether code is generated for an instruction: it has an effect, or its result is needed. */
  readonly isWritten: (instr: Instr) => boolean;
  /** Whether an instruction may be dropped if its result is unused, and moved past others. */
  readonly isMovable: (instr: Instr) => boolean;
  /** The operands that generated code reads. */
  readonly operands: (instr: Instr) => readonly Operand[];
  /** Whether the first value is live right after the definition of the second one, which is another needed value. */
  readonly isLiveAfter: (id: ValueId, definition: ValueId) => boolean;
}

function isMovable(instr: Instr, func: Func): boolean {
  if (instr.kind === "closure") return true;
  if (instr.kind === "call") return false;
  if (instr.prim === "capture" && hasPlainEnvironment(func)) return true;
  return isRepeatable(instr) || isSafeAllocation(instr);
}

/** The operands that generated code reads: for `carry` the value; for `capture self, k` none; for direct calls the arguments. */
function codeOperands(program: Program, func: Func, instr: Instr): readonly Operand[] {
  if (instr.kind === "prim" && instr.prim === "carry") return instr.args.slice(0, 1);
  if (isOwnCapture(func, instr)) return [];
  if (instr.kind === "call" && directCallee(program, func, instr) !== null) return instr.args;
  return operandsOf(instr);
}

export function liveness(program: Program, func: Func): Liveness {
  const size = func.values.length;
  const movable = new Array<boolean>(size).fill(false);
  const operands = new Array<readonly Operand[]>(size);
  for (const { instrs } of func.blocks) {
    for (const instr of instrs) {
      movable[instr.result] = isMovable(instr, func);
      operands[instr.result] = codeOperands(program, func, instr);
    }
  }
  const needed = neededValues(func, movable, operands);
  const isWritten = ({ result }: Instr): boolean => needed[result] === true || movable[result] !== true;

  const uses = new Array<number>(size).fill(0);
  const lastReads = func.blocks.map((block) => readsIn(func, block, needed, operands, isWritten, uses));
  return {
    needed,
    uses,
    isWritten,
    isMovable: ({ result }) => movable[result] === true,
    operands: ({ result }) => operands[result] ?? [],
    isLiveAfter: liveAfter(func, needed, lastReads),
  };
}

/** For each value that a block reads, the position of the last instruction that reads it. */
type LastReads = ReadonlyMap<ValueId, number>;

/** What the instructions of a block read that are written, then its terminator; `uses` is counted up. */
function readsIn(
  func: Func,
  { instrs, terminator }: Block,
  needed: readonly boolean[],
  operands: readonly (readonly Operand[])[],
  isWritten: (instr: Instr) => boolean,
  uses: number[],
): LastReads {
  const reads = new Map<ValueId, number>();
  const read = (operand: Operand, k: number): void => {
    if (operand.kind !== "value") return;
    uses[operand.id] = (uses[operand.id] ?? 0) + 1;
    reads.set(operand.id, k);
  };
  for (let k = 0; k < instrs.length; k++) {
    const instr = instrs[k] as Instr;
    if (isWritten(instr)) for (const operand of operands[instr.result] ?? []) read(operand, k);
  }
  if (terminator.kind === "branch") read(terminator.condition, instrs.length);
  else if (terminator.kind !== "jump") read(terminator.value, instrs.length);
  for (const { target, args } of edgesOf(terminator)) {
    const params = func.blocks[target]?.params ?? [];
    args.forEach((arg, k) => {
      if (needed[params[k] as ValueId] === true) read(arg, instrs.length);
    });
  }
  return reads;
}

function liveAfter(
  func: Func,
  needed: readonly boolean[],
  lastReads: readonly LastReads[],
): (id: ValueId, definition: ValueId) => boolean {
  const homes = new Array<number>(func.values.length).fill(0);
  /** The position in the block; -1 for parameters. */
  const positions = new Array<number>(func.values.length).fill(-1);
  func.blocks.forEach(({ params, instrs }, b) => {
    for (const param of params) homes[param] = b;
    instrs.forEach(({ result }, k) => {
      homes[result] = b;
      positions[result] = k;
    });
  });
  const { atStart, atEnd } = liveValues(func, needed, lastReads, homes);
  return (id, definition) => {
    const [home, position] = [homes[definition] as number, positions[definition] as number];
    if (position < 0) return hasBit(atStart[home] as Bits, id);
    // What the block defines later may be live at its end.
    if (homes[id] === home && (positions[id] as number) > position) return false;
    return hasBit(atEnd[home] as Bits, id) || (lastReads[home]?.get(id) ?? -1) > position;
  };
}

/** The values that are live at the start of each block, its needed parameters included, and at its end. */
function liveValues(
  func: Func,
  needed: readonly boolean[],
  lastReads: readonly LastReads[],
  homes: readonly number[],
): { readonly atStart: readonly Bits[]; readonly atEnd: readonly Bits[] } {
  const atStart = func.blocks.map(() => emptyBits(func.values.length));
  const atEnd = func.blocks.map(() => emptyBits(func.values.length));
  func.blocks.forEach(({ params }, b) => {
    const start = atStart[b] as Bits;
    for (const id of lastReads[b]?.keys() ?? []) if (homes[id] !== b) addBit(start, id);
    for (const param of params) if (needed[param] === true) addBit(start, param);
  });
  const isHeader = func.blocks.map(() => false);
  func.blocks.forEach(({ terminator }, b) => {
    for (const { target } of edgesOf(terminator)) if (target <= b) isHeader[target] = true;
  });
  // From the last block to the first: only loop edges lead back, so everything but loops is done in one round.
  for (let again = true; again;) {
    again = false;
    for (let b = func.blocks.length - 1; b >= 0; b--) {
      const { params, instrs, terminator } = func.blocks[b] as Block;
      const [start, end] = [atStart[b] as Bits, atEnd[b] as Bits];
      for (const { target } of edgesOf(terminator)) {
        const next = (atStart[target] as Bits).slice();
        for (const param of func.blocks[target]?.params ?? []) removeBit(next, param);
        addBits(end, next);
      }
      const live = end.slice();
      for (const { result } of instrs) removeBit(live, result);
      for (const param of params) removeBit(live, param);
      if (addBits(start, live) && isHeader[b] === true) again = true;
    }
  }
  return { atStart, atEnd };
}

function neededValues(
  func: Func,
  movable: readonly boolean[],
  operands: readonly (readonly Operand[])[],
): readonly boolean[] {
  const needed = new Array<boolean>(func.values.length).fill(false);
  const work: ValueId[] = [];
  const need = (operand: Operand): void => {
    if (operand.kind === "value" && needed[operand.id] !== true) {
      needed[operand.id] = true;
      work.push(operand.id);
    }
  };
  /** The arguments for each parameter of a block. */
  const args: (Operand[] | undefined)[] = [];
  for (const { instrs, terminator } of func.blocks) {
    for (const { target, args: passed } of edgesOf(terminator)) {
      func.blocks[target]?.params.forEach((param, k) => {
        const arg = passed[k];
        if (arg !== undefined) (args[param] ??= []).push(arg);
      });
    }
    for (const { result } of instrs) if (movable[result] !== true) operands[result]?.forEach(need);
    if (terminator.kind === "branch") need(terminator.condition);
    else if (terminator.kind !== "jump") need(terminator.value);
  }
  for (let id = work.pop(); id !== undefined; id = work.pop()) (args[id] ?? operands[id])?.forEach(need);
  return needed;
}
