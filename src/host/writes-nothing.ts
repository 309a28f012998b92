// Whether a function provably writes only to its own memory, so that calling it as an ordinary function, without a derivative,
// loses no derivative.

import { prims, type Code, type Func } from "../ir/index.ts";
import { isBox, stampOf, unlessUninitialised, capturedValue } from "../runtime/index.ts";
import { isNativeText, sourceText } from "./from-source.ts";

/**
 * True only if the code proves it; this includes the functions that it captured and calls. A native function by itself cannot
 * reach the memory of others; a native function that is called may be given it.
 */
export function writesNothing(f: unknown): boolean {
  if (isNative(f)) return true;
  const seen = new Set<unknown>();
  const work = [f];
  while (work.length > 0) {
    const next = work.pop();
    if (seen.has(next)) continue;
    seen.add(next);
    const stamp = stampOf(next);
    if (stamp === undefined) return false;
    const called = calledCaptures(stamp.code);
    if (called === null) return false;
    for (const k of called) work.push(contentOf(capturedValue(stamp.env, k)));
  }
  return true;
}

/** Whether it is a native function, not a bound one. */
function isNative(f: unknown): boolean {
  return typeof f === "function" && !f.name.startsWith("bound ") && isNativeText(sourceText(f as () => unknown));
}

function contentOf(x: unknown): unknown {
  return isBox(x) ? unlessUninitialised(() => x.v) : x;
}

/** Results by code, which does not change. */
const known = new WeakMap<Code, readonly number[] | null>();

/** The captures that a function calls; null if it may write or throw, or calls anything else. */
export function calledCaptures(code: Code): readonly number[] | null {
  let called = known.get(code);
  if (called === undefined) known.set(code, (called = findCalledCaptures(code.program.func(code.name))));
  return called;
}

function findCalledCaptures({ blocks, refusal }: Func): readonly number[] | null {
  // What is thrown may carry a derivative to a handler.
  if (refusal !== null || blocks.some(({ terminator }) => terminator.kind === "throw")) return null;
  const instrs = blocks.flatMap((block) => block.instrs);
  const made = new Set<number>();
  const captured = new Map<number, number>();
  const called: number[] = [];
  for (const instr of instrs) {
    if (instr.kind === "closure") return null;
    if (instr.kind === "call") {
      const k = instr.callee.kind === "value" ? captured.get(instr.callee.id) : undefined;
      if (k === undefined) return null;
      called.push(k);
      continue;
    }
    const [first, second] = instr.args;
    const id = first?.kind === "value" ? first.id : undefined;
    const { effect } = prims[instr.prim];
    if (effect === "call" || (effect === "write" && (id === undefined || !made.has(id)))) return null;
    if (effect === "alloc") made.add(instr.result);
    if (instr.prim === "capture" && second?.kind === "const" && id === blocks[0]?.params[0])
      captured.set(instr.result, second.value as number);
    const box = instr.prim === "box-get" && id !== undefined ? captured.get(id) : undefined;
    if (box !== undefined) captured.set(instr.result, box);
  }
  return called;
}
