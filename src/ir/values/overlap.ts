// Overlaps: which differentiated arguments share memory with anything else a call can reach.
//
// A gradient is the derivative with respect to each argument by itself, so an argument that shares memory with another
// argument, with a capture, or with itself (one array at two paths) is copied first. Not where the function may write
// through the shared memory or compare its identity: then copying would change what it computes.

import type { Func, Instr, Operand, ValueId } from "../model.ts";
import { isInactive, isNumeric } from "../types.ts";
import { isBox } from "./box.ts";
import { capturedValue, stampOf, unlessUninitialised, type Code } from "./closure.ts";

/** For each of the arguments named by `argnums`, whether it is to be copied. */
export function overlaps(f: unknown, args: readonly unknown[], argnums: readonly number[]): readonly boolean[] {
  const own = argnums.map((k) => memoryOf(args[k]));
  if (own.every(({ parts }) => parts.size === 0)) return argnums.map(() => false);
  const others = args.map((arg, k) => (argnums.includes(k) ? null : memoryOf(arg).parts));
  const captured = memoryOf(f).parts;
  const shared = own.map(({ parts, repeated }, k) => {
    const elsewhere = [captured, ...others, ...own.map((memory, other) => (other === k ? null : memory.parts))];
    return repeated || [...parts].some((ref) => elsewhere.some((set) => set?.has(ref)));
  });
  return shared.includes(true) && mayWriteOrCompare([f, ...args]) ? argnums.map(() => false) : shared;
}

interface Memory {
  /** Arrays, records, boxes and buffers. */
  readonly parts: Set<unknown>;
  /** Whether one of them occurs twice. */
  readonly repeated: boolean;
}

function memoryOf(root: unknown): Memory {
  const parts = new Set<unknown>();
  const functions = new Set<unknown>();
  let repeated = false;
  const work: unknown[] = [root];
  while (work.length > 0) {
    const x = work.pop();
    if (typeof x === "function") {
      if (functions.has(x)) continue;
      functions.add(x);
      work.push(...capturedValues(x));
    } else if (typeof x === "object" && x !== null) {
      const part = ArrayBuffer.isView(x) ? x.buffer : x;
      if (parts.has(part)) {
        repeated = true;
        continue;
      }
      parts.add(part);
      work.push(...contents(x));
    }
  }
  return { parts, repeated };
}

function contents(x: object): readonly unknown[] {
  if (ArrayBuffer.isView(x)) return [];
  if (isBox(x)) return [unlessUninitialised(() => x.v)];
  if (Array.isArray(x)) return x.filter((item) => typeof item === "object" || typeof item === "function");
  const prototype: unknown = Object.getPrototypeOf(x);
  return prototype === Object.prototype || prototype === null ? Object.values(x) : [];
}

function capturedValues(f: unknown): readonly unknown[] {
  const env = stampOf(f)?.env;
  if (env === undefined) return [];
  return Array.from({ length: env.length }, (_, k) => capturedValue(env, k));
}

const writes: ReadonlySet<string> = new Set(["set", "push", "pop", "delete", "set-length"]);
const comparisons: ReadonlySet<string> = new Set(["eq", "ne", "loose-eq", "loose-ne"]);
const fresh: ReadonlySet<string> = new Set(["array", "array-from", "array-new", "typed-new", "object", "keys"]);
const writingMethods: ReadonlySet<unknown> = new Set([
  "push",
  "pop",
  "shift",
  "unshift",
  "splice",
  "reverse",
  "sort",
  "fill",
  "copyWithin",
  "set",
  "assign",
]);
/** Results that are never references. */
const maybeReference: ReadonlySet<string> = new Set([
  "get",
  "capture",
  "box-get",
  "pop",
  "copy",
  "stop",
  "select",
  "tuple-get",
  "carry",
  "iterable",
]);

/** Whether code reachable from these values may write to memory it did not make, or compare references. */
function mayWriteOrCompare(roots: readonly unknown[]): boolean {
  return reachableCode(roots).some(({ program, name }) => {
    const names = [name];
    const seen = new Set(names);
    for (let next = names.pop(); next !== undefined; next = names.pop()) {
      const func = program.func(next);
      if (writesOrCompares(func)) return true;
      for (const { instrs } of func.blocks) {
        for (const instr of instrs) {
          if (instr.kind !== "closure" || seen.has(instr.func)) continue;
          seen.add(instr.func);
          names.push(instr.func);
        }
      }
    }
    return false;
  });
}

function reachableCode(roots: readonly unknown[]): readonly Code[] {
  const codes = new Set<Code>();
  const seen = new Set<unknown>();
  const work = [...roots];
  while (work.length > 0) {
    const x = work.pop();
    if ((typeof x !== "object" && typeof x !== "function") || x === null || seen.has(x)) continue;
    seen.add(x);
    const stamp = stampOf(x);
    if (stamp !== undefined) codes.add(stamp.code);
    work.push(...(typeof x === "function" ? capturedValues(x) : contents(x)));
  }
  return [...codes];
}

function writesOrCompares(func: Func): boolean {
  const definitions = new Map<ValueId, Instr>();
  for (const { instrs } of func.blocks) for (const instr of instrs) definitions.set(instr.result, instr);
  const primOf = (operand: Operand | undefined): string | undefined => {
    const instr = operand?.kind === "value" ? definitions.get(operand.id) : undefined;
    return instr === undefined ? undefined : instr.kind === "prim" ? instr.prim : instr.kind;
  };
  const isFresh = (operand: Operand | undefined): boolean => fresh.has(primOf(operand) ?? "");
  const mayRefer = (operand: Operand): boolean => {
    if (operand.kind !== "value") return false;
    const type = func.values[operand.id]?.type ?? "any";
    if (isInactive(type) || isNumeric(type)) return false;
    const prim = primOf(operand);
    return prim === undefined || prim === "call" || prim === "closure" || fresh.has(prim) || maybeReference.has(prim);
  };
  return func.blocks.some(({ instrs }) =>
    instrs.some((instr) => {
      if (instr.kind === "call") {
        const method = instr.callee.kind === "value" ? definitions.get(instr.callee.id) : undefined;
        const name =
          method?.kind === "prim" && method.prim === "get" && method.args[1]?.kind === "const"
            ? method.args[1].value
            : undefined;
        return writingMethods.has(name) && !isFresh(instr.receiver);
      }
      if (instr.kind !== "prim") return false;
      if (writes.has(instr.prim)) return !isFresh(instr.args[0]);
      return comparisons.has(instr.prim) && instr.args.every(mayRefer);
    }),
  );
}
