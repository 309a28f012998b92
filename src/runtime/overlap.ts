// Overlaps: which differentiated arguments share memory with anything else that a call can reach.
//
// A gradient is the derivative with respect to each argument by itself, so an argument that shares memory with another argument,
// a capture or itself (one array at two paths) is copied first. It is not copied if the function may write through the shared
// memory or compare its identity: copying would change what the function computes.

import { isBuffer, isPlainPrototype } from "./realms.ts";
import type { CallInstr, Func, Instr, Operand, ValueId } from "../ir/model.ts";
import type { Code } from "../ir/program.ts";
import { isInactive, isNumeric } from "../ir/types.ts";
import { edgesOf } from "../ir/walk.ts";
import { isBox } from "./box.ts";
import { copyingMethods } from "./copying-methods.ts";
import { initialiserOf, isInitialiser } from "./classes.ts";
import { heldIn, isOfCompiledClass, membersOf, staticsOf } from "./instances.ts";
import { isPrelude } from "./prelude-code.ts";
import { capturedValue, stampOf, unlessUninitialised } from "./closure.ts";

/** For each argument listed in `argnums`, whether it must be copied. */
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
  const prototypes = new Set<object>();
  let repeated = false;
  const work: unknown[] = [root];
  while (work.length > 0) {
    const x = work.pop();
    if (typeof x === "function") {
      if (functions.has(x)) continue;
      functions.add(x);
      work.push(...capturedValues(x), ...membersOf(x, prototypes), ...staticsOf(x));
    } else if (typeof x === "object" && x !== null) {
      const part = ArrayBuffer.isView(x) ? x.buffer : x;
      if (parts.has(part)) {
        repeated = true;
        continue;
      }
      parts.add(part);
      work.push(...contents(x));
      if (part === x && !Array.isArray(x)) work.push(...membersOf(x, prototypes));
    }
  }
  return { parts, repeated };
}

function contents(x: object): readonly unknown[] {
  if (ArrayBuffer.isView(x)) return [];
  if (isBox(x)) return [unlessUninitialised(() => x.v)];
  if (Array.isArray(x)) return referencesIn(x);
  if (x instanceof Map || x instanceof Set) return heldIn(x);
  const prototype: unknown = Object.getPrototypeOf(x);
  return isPlainPrototype(prototype) || isOfCompiledClass(x) ? Object.values(x) : [];
}

/** Uses a method that allocates nothing and works for all arrays: an array may be of a class of the program's. */
function referencesIn(x: readonly unknown[]): readonly unknown[] {
  const found: unknown[] = [];
  Array.prototype.forEach.call(x, (item: unknown) => {
    if (typeof item === "object" || typeof item === "function") found.push(item);
  });
  return found;
}

function capturedValues(f: unknown): readonly unknown[] {
  const env = stampOf(f)?.env;
  if (env === undefined) return [];
  return Array.from({ length: env.length }, (_, k) => capturedValue(env, k));
}

// Names, not the table of primitives, which overlaps are part of (`overlaps`). Variables are no shared memory, so their boxes count
// for nothing; tables of maps exist in specialised code alone, which decides for itself (compile/seen.ts).
const writes: ReadonlySet<string> = new Set(["set", "own-slot", "push", "pop", "delete", "set-length"]);
const comparisons: ReadonlySet<string> = new Set(["eq", "ne", "loose-eq", "loose-ne"]);
const allocations: ReadonlySet<string> = new Set([
  "array",
  "array-from",
  "arguments-from",
  "array-new",
  "box-new",
  "thrown",
  "typed-new",
  "object",
  "instance",
  "error",
  "keys",
  "keys-in",
  "property-keys",
]);
/** Methods that write to their receiver; some return it. */
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
/** Those that tell whether references are the same. */
const comparingMethods: ReadonlySet<unknown> = new Set(["has", "includes", "indexOf", "is", "lastIndexOf"]);
/** Methods that call what they are called on. */
const callingMethods: ReadonlySet<unknown> = new Set(["apply", "call"]);
const returningReceiver: ReadonlySet<unknown> = new Set(["reverse", "sort", "fill", "copyWithin"]);
/** Results that may be references. */
const maybeReference: ReadonlySet<string> = new Set([
  "get",
  "load",
  "get-frozen",
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

/** Whether code reachable from these values may write to memory that it did not make, or compare references. */
export function mayWriteOrCompare(roots: readonly unknown[]): boolean {
  return isWritingOrComparing(reachableFrom(roots));
}

/** The same, counting functions that are not compiled yet as ones that may. */
export function mightWriteOrCompare(roots: readonly unknown[]): boolean {
  const reached = reachableFrom(roots);
  return reached.hasUnknown || isWritingOrComparing(reached);
}

/** Whether code reachable from these values may tell how often it runs: it may write or compare, or assign variables of others. */
export function mayTellRuns(roots: readonly unknown[]): boolean {
  const reached = reachableFrom(roots);
  return isWritingOrComparing(reached) || [...reached.codes, ...reached.constructors].some(assigns);
}

/** The same, counting functions that are not compiled yet as ones that may. */
export const mightTellRuns = (roots: readonly unknown[]): boolean =>
  reachableFrom(roots).hasUnknown || mayTellRuns(roots);

const isWritingOrComparing = ({ codes, constructors, hidesMemory }: Reached): boolean =>
  hidesMemory || codes.some(writesOrCompares) || constructors.some(constructorWritesOrCompares);

interface Reached {
  readonly codes: readonly Code[];
  readonly constructors: readonly Code[];
  /** Whether there is a function that is not compiled, not yet compiled, or cannot be compiled. */
  readonly hasUnknown: boolean;
  /**
   * Whether there is a bare buffer, which new views may share, a record's method with the name of a copying one, or a native function
   * that writes or compares.
   */
  readonly hidesMemory: boolean;
}

function reachableFrom(roots: readonly unknown[]): Reached {
  const codes = new Set<Code>();
  const constructors = new Set<Code>();
  const seen = new Set<unknown>();
  let [hasUnknown, hidesMemory] = [false, false];
  const work = [...roots];
  const prototypes = new Set<object>();
  while (work.length > 0) {
    const x = work.pop();
    if ((typeof x !== "object" && typeof x !== "function") || x === null || seen.has(x)) continue;
    seen.add(x);
    const stamp = stampOf(x);
    // Operators write to memory that they make. What their results capture of the program is reached from them.
    if (stamp !== undefined && !isPrelude(stamp.code)) (isInitialiser(x) ? constructors : codes).add(stamp.code);
    hasUnknown ||=
      typeof x === "function" && (stamp === undefined ? initialiserOf(x) === undefined : isRefused(stamp.code));
    hidesMemory ||= stamp === undefined && typeof x === "function" && isTelling(x.name);
    hidesMemory ||= isBuffer(x) || (!isArrayLike(x) && Object.keys(x).some((key) => copyingMethods.has(key)));
    const parts: readonly unknown[] = typeof x === "function" ? capturedValues(x) : Array.isArray(x) ? x : contents(x);
    const members = Array.isArray(x) ? [] : membersOf(x, prototypes);
    hidesMemory ||= members.some(({ name }) => copyingMethods.has(name));
    work.push(...members, ...staticsOf(x));
    for (const part of parts)
      if (typeof part === "function" || (typeof part === "object" && part !== null && !holdsNumbers(part)))
        work.push(part);
  }
  return { codes: [...codes], constructors: [...constructors], hasUnknown, hidesMemory };
}

const isTelling = (method: unknown): boolean => writingMethods.has(method) || comparingMethods.has(method);

function holdsNumbers(x: object): boolean {
  if (ArrayBuffer.isView(x)) return true;
  if (!Array.isArray(x)) return false;
  for (let i = 0; i < x.length; i++) if (typeof x[i] !== "number") return false;
  return true;
}

const isRefused = ({ program, name }: Code): boolean => program.func(name).refusal !== null;

const isArrayLike = (x: object): boolean => Array.isArray(x) || ArrayBuffer.isView(x);

/** Whether a function, or one that it makes, may write to memory that it did not make, or compare references. */
export const writesOrCompares: (code: Code) => boolean = decided((code) => someWithin(code, hasWriteOrComparison));

/** The same for a constructor, to which nobody else has the object that it writes to. */
const constructorWritesOrCompares: (code: Code) => boolean = decided((code) =>
  someWithin(code, hasWriteOrComparison, true),
);

/** Whether a function, or one that it makes, may tell how often it runs. */
export const tellsRuns = (code: Code): boolean => writesOrCompares(code) || assigns(code);

/** Whether a function, or one that it makes, assigns variables that neither has made. */
const assigns: (code: Code) => boolean = decided((code) =>
  someWithin(code, (func, isFresh) =>
    func.blocks.some(({ instrs }) =>
      instrs.some((instr) => instr.kind === "prim" && instr.prim === "box-set" && !isFresh(instr.args[0])),
    ),
  ),
);

/** Answers by code, which does not change. */
function decided(decide: (code: Code) => boolean): (code: Code) => boolean {
  const answers = new WeakMap<Code, boolean>();
  return (code) => {
    let answer = answers.get(code);
    if (answer === undefined) answers.set(code, (answer = decide(code)));
    return answer;
  };
}

/** Whether a test holds for a function, or one that it makes; for each, the captures that hold memory made here are known. */
function someWithin(
  { program, name }: Code,
  test: (func: Func, isFresh: Test) => boolean,
  isReceiverFresh = false,
): boolean {
  const known = new Map<string, ReadonlySet<number>>([[name, new Set()]]);
  const names = [name];
  for (let next = names.pop(); next !== undefined; next = names.pop()) {
    const func = program.func(next);
    const isFresh = freshness(func, known.get(next) as ReadonlySet<number>, isReceiverFresh && next === name);
    if (test(func, isFresh)) return true;
    for (const { instrs } of func.blocks) {
      for (const instr of instrs) {
        if (instr.kind !== "closure") continue;
        const before = known.get(instr.func);
        const fresh = [...instr.captures.keys()].filter(
          (k) => isFresh(instr.captures[k]) && (before === undefined || before.has(k)),
        );
        if (fresh.length === before?.size) continue;
        known.set(instr.func, new Set(fresh));
        names.push(instr.func);
      }
    }
  }
  return false;
}

type Test = (operand: Operand | undefined) => boolean;

/** Which operands are memory that this function or its maker allocated: such memory is never shared with an argument. */
function freshness(func: Func, captures: ReadonlySet<number>, isReceiverFresh: boolean): Test {
  const definitions = definitionsOf(func);
  const [self, receiver] = func.blocks[0]?.params ?? [];
  const params = new Set(func.blocks.slice(1).flatMap((block) => block.params));
  const isFresh: Test = (operand) => {
    if (operand?.kind !== "value") return operand?.kind === "unset";
    if (params.has(operand.id) || (isReceiverFresh && operand.id === receiver)) return true;
    const instr = definitions.get(operand.id);
    if (instr === undefined || instr.kind === "closure") return false;
    if (instr.kind === "call") return isFreshCall(instr, definitions, isFresh);
    const [closure, k] = instr.args;
    if (instr.prim === "capture" && closure?.kind === "value" && closure.id === self)
      return k?.kind === "const" && captures.has(k.value as number);
    return allocations.has(instr.prim);
  };
  for (let before = -1; before !== params.size;) {
    before = params.size;
    for (const { terminator } of func.blocks) {
      for (const { target, args } of edgesOf(terminator)) {
        args.forEach((arg, k) => {
          const id = func.blocks[target]?.params[k];
          if (id !== undefined && params.has(id) && !isFresh(arg)) params.delete(id);
        });
      }
    }
  }
  return isFresh;
}

type Definitions = ReadonlyMap<ValueId, Instr>;

function definitionsOf(func: Func): Definitions {
  return new Map(func.blocks.flatMap(({ instrs }) => instrs.map((instr) => [instr.result, instr] as const)));
}

function isFreshCall({ callee, receiver }: CallInstr, definitions: Definitions, isFresh: Test): boolean {
  const method = methodName(callee, definitions);
  if (copyingMethods.has(method)) return true;
  if (returningReceiver.has(method)) return isFresh(receiver);
  // `Array(n)`, `new Array(n)`, `new Float64Array(n)`.
  const made = definitionOf(callee, definitions);
  if (made?.kind !== "prim") return false;
  const type = made.prim === "construct" ? definitionOf(made.args[0], definitions) : made;
  const name = type?.kind === "prim" && type.prim === "global" ? type.args[0] : undefined;
  return name?.kind === "const" && /^(?:\w+\d+(?:Clamped)?)?Array$/.test(String(name.value));
}

function definitionOf(operand: Operand | undefined, definitions: Definitions): Instr | undefined {
  return operand?.kind === "value" ? definitions.get(operand.id) : undefined;
}

/** The key of the property that a callee is read from. */
function methodName(callee: Operand, definitions: Definitions): unknown {
  const method = definitionOf(callee, definitions);
  const isRead = method?.kind === "prim" ? method.prim === "get" : accessorOfCall(method, definitions) === "get";
  const key = isRead && method !== undefined && method.kind !== "closure" ? method.args[1] : undefined;
  return key?.kind === "const" ? key.value : undefined;
}

/** Whether a call reads or writes a property that an accessor may be behind (compile/implicit-calls.ts). */
function accessorOfCall(instr: Instr | undefined, definitions: Definitions): unknown {
  const callee = instr?.kind === "call" ? definitionOf(instr.callee, definitions) : undefined;
  const kind = callee?.kind === "prim" && callee.prim === "accessor" ? callee.args[0] : undefined;
  return kind?.kind === "const" ? kind.value : undefined;
}

/** Whether a callee is a property whose name is known when the program runs. */
function isUnknownMethod(func: Func, callee: Operand, definitions: Definitions): boolean {
  const read = definitionOf(callee, definitions);
  if (read?.kind !== "prim" || read.prim !== "get") return false;
  const [, key] = read.args;
  return key?.kind === "value" && !isNumeric(func.values[key.id]?.type ?? "any");
}

function hasWriteOrComparison(func: Func, isFresh: Test): boolean {
  const definitions = definitionsOf(func);
  const mayRefer = (operand: Operand): boolean => {
    if (operand.kind !== "value") return false;
    const type = func.values[operand.id]?.type ?? "any";
    if (isInactive(type) || isNumeric(type)) return false;
    const instr = definitions.get(operand.id);
    return instr?.kind !== "prim" || allocations.has(instr.prim) || maybeReference.has(instr.prim);
  };
  return func.blocks.some(({ instrs }) =>
    instrs.some((instr) => {
      if (instr.kind === "closure") return false;
      if (instr.kind === "call") {
        const accessor = accessorOfCall(instr, definitions);
        const [object, key] = instr.args;
        if (accessor === "set" && !isFresh(object)) return true;
        if (accessor === "private-set" && !isFresh(instr.args[2])) return true;
        if (accessor === "get" && key?.kind === "const" && key.value === "buffer") return true;
        const method = methodName(instr.callee, definitions);
        const isComparing = comparingMethods.has(method) && instr.args.some(mayRefer);
        if (isComparing || (writingMethods.has(method) && !isFresh(instr.receiver))) return true;
        const isUnknown = callingMethods.has(method) || isUnknownMethod(func, instr.callee, definitions);
        return isUnknown && [instr.receiver, ...instr.args].some((arg) => mayRefer(arg) && !isFresh(arg));
      }
      const [first, key] = instr.args;
      if (writes.has(instr.prim)) return !isFresh(first);
      // A new view of the buffer would be a new object over old memory.
      if (instr.prim === "get") return key?.kind === "const" && key.value === "buffer";
      if (instr.prim === "object" || instr.prim === "instance")
        return instr.args.some((arg) => arg.kind === "const" && copyingMethods.has(arg.value));
      return comparisons.has(instr.prim) && instr.args.every(mayRefer);
    }),
  );
}
