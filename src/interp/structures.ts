// Trees of numbers as derivatives see them: numbers, arrays, typed arrays of reals, records, boxes, and closures by what they
// capture from enclosing scopes. Everything else contains no number and has no derivative.
//
// A structure describes a value at one moment. A value inside itself ends the tree.

import { ZerothError } from "../ir/index.ts";
import {
  capturedValue,
  isBox,
  isReal,
  stampOf,
  unlessUninitialised,
  type AnyFunction,
  type Box,
  type Stamp,
  isOfCompiledClass,
  isPlainPrototype,
} from "../runtime/index.ts";
import { isNum, type Num } from "./lifted.ts";
import { writeSlot } from "./lifting.ts";
import type { Memory } from "./memory.ts";
import { readSlot } from "./typed-tangents.ts";

/** `Leaf` is the information about each number. */
export type Structure<Leaf> =
  | { readonly kind: "number"; readonly leaf: Leaf }
  | { readonly kind: "array" | "box"; readonly items: readonly Structure<Leaf>[] }
  | { readonly kind: "typed"; readonly items: readonly Structure<Leaf>[]; readonly like: Float64Array | Float32Array }
  | { readonly kind: "record"; readonly keys: readonly string[]; readonly items: readonly Structure<Leaf>[] }
  | { readonly kind: "none" };

export interface Visit<Leaf> {
  readonly memory: Memory;
  readonly number: (x: Num, along: unknown) => { readonly leaf: Leaf; readonly value: Num };
  /** Makes a closure with other captures; absent if nothing is replaced. */
  readonly closure?: (stamp: Stamp, captures: ReadonlyMap<number, unknown>) => AnyFunction;
}

/** Visits all numbers, together with those of `along`, and replaces them by the values that `visit` gives. */
export function visitTree<Leaf>(
  x: unknown,
  along: unknown,
  visit: Visit<Leaf>,
): { readonly structure: Structure<Leaf>; readonly value: unknown } {
  return descend(x, along, visit, new Set());
}

type Visited<Leaf> = ReturnType<typeof visitTree<Leaf>>;

function descend<Leaf>(x: unknown, along: unknown, visit: Visit<Leaf>, open: Set<unknown>): Visited<Leaf> {
  if (isNum(x)) {
    const { leaf, value } = visit.number(x, along);
    return { structure: { kind: "number", leaf }, value };
  }
  const isReference = (typeof x === "object" && x !== null) || typeof x === "function";
  if (!isReference || open.has(x)) return { structure: { kind: "none" }, value: x };
  open.add(x);
  const result =
    typeof x === "function" ? ofClosure(x as AnyFunction, along, visit, open) : ofObject(x, along, visit, open);
  open.delete(x);
  return result;
}

function ofObject<Leaf>(x: object, along: unknown, visit: Visit<Leaf>, open: Set<unknown>): Visited<Leaf> {
  const slot = (key: string | number): Structure<Leaf> => {
    const before = unlessUninitialised(() => readSlot(visit.memory.typed, x, key));
    const beside = isBox(x) ? along : partOf(visit.memory, along, key);
    const { structure, value } = descend(before, beside, visit, open);
    if (!Object.is(value, before)) writeSlot(visit.memory, x, key, value);
    return structure;
  };
  if (isReal(x)) return { value: x, structure: { kind: "typed", items: Array.from(x, (_, i) => slot(i)), like: x } };
  if (Array.isArray(x)) return { value: x, structure: { kind: "array", items: Array.from(x, (_, i) => slot(i)) } };
  if (isBox(x)) return { value: x, structure: { kind: "box", items: [slot("v" satisfies keyof Box)] } };
  if (!isRecord(x)) return { value: x, structure: { kind: "none" } };
  const keys = Object.keys(x);
  return { value: x, structure: { kind: "record", keys, items: keys.map(slot) } };
}

function ofClosure<Leaf>(f: AnyFunction, along: unknown, visit: Visit<Leaf>, open: Set<unknown>): Visited<Leaf> {
  const stamp = stampOf(f);
  const captures = stamp?.code.program.func(stamp.code.name).captures ?? [];
  const shown = captures.flatMap(({ name, from }, k) => (from === "scope" ? [{ name, k }] : []));
  if (stamp === undefined || shown.length === 0) return { structure: { kind: "none" }, value: f };
  const replaced = new Map<number, unknown>();
  const items = shown.map(({ name, k }) => {
    const before = capturedValue(stamp.env, k);
    const { structure, value } = descend(before, partOf(visit.memory, along, name), visit, open);
    if (!Object.is(value, before)) replaced.set(k, value);
    return structure;
  });
  const value = replaced.size > 0 && visit.closure !== undefined ? visit.closure(stamp, replaced) : f;
  return { structure: { kind: "record", keys: shown.map(({ name }) => name), items }, value };
}

/** The numbers of a structure, in order. */
export function leavesOf<Leaf>(structure: Structure<Leaf>): readonly Leaf[] {
  if (structure.kind === "number") return [structure.leaf];
  return structure.kind === "none" ? [] : structure.items.flatMap((item) => leavesOf(item));
}

/** A tree of this structure, null where it has no number. */
export function build<Leaf>(memory: Memory, structure: Structure<Leaf>, leaf: (leaf: Leaf) => unknown): unknown {
  const below = (item: Structure<Leaf>): unknown => build(memory, item, leaf);
  switch (structure.kind) {
    case "number":
      return leaf(structure.leaf);
    case "array":
      return memory.hold(structure.items.map(below));
    case "box":
      return below(structure.items[0] as Structure<Leaf>);
    case "record":
      return memory.hold(
        Object.fromEntries(structure.keys.map((key, i) => [key, below(structure.items[i] as Structure<Leaf>)])),
      );
    case "typed": {
      const type = structure.like.constructor as new (n: number) => Float64Array;
      const result = new type(structure.items.length);
      structure.items.forEach((item, i) => {
        writeSlot(memory, result, i, below(item));
      });
      return result;
    }
    case "none":
      return null;
  }
}

/** Pairs the numbers of a structure with those of a tree like it; null and undefined in the tree mean zeros. */
export function pairUp<Leaf>(
  memory: Memory,
  structure: Structure<Leaf>,
  tree: unknown,
  pair: (leaf: Leaf, value: Num) => void,
): void {
  if (tree === null || tree === undefined || structure.kind === "none") return;
  if (structure.kind === "number") {
    if (!isNum(tree)) throw mismatch();
    pair(structure.leaf, tree);
    return;
  }
  if (typeof tree !== "object") throw mismatch();
  if (structure.kind === "box") {
    pairUp(memory, structure.items[0] as Structure<Leaf>, tree, pair);
    return;
  }
  const keys: readonly PropertyKey[] = structure.kind === "record" ? structure.keys : [...structure.items.keys()];
  if (structure.kind !== "record" && (tree as { readonly length?: unknown }).length !== keys.length) throw mismatch();
  keys.forEach((key, i) => {
    pairUp(memory, structure.items[i] as Structure<Leaf>, partOf(memory, tree, key), pair);
  });
}

function mismatch(): ZerothError {
  return new ZerothError({ kind: "invalid", message: "the cotangent has another structure than the value" });
}

function partOf({ typed }: Memory, tree: unknown, key: PropertyKey): unknown {
  return typeof tree === "object" && tree !== null ? readSlot(typed, tree, key) : undefined;
}

/** A copy of a tree that shares no memory with it, with changed numbers. Functions and instances are not copied. */
export function copyTree(memory: Memory, x: unknown, change: (x: Num) => unknown): unknown {
  if (isNum(x)) return change(x);
  if (typeof x !== "object" || x === null) return x;
  if (isReal(x)) {
    const copy = x.slice();
    for (let i = 0; i < x.length; i++) writeSlot(memory, copy, i, change(memory.typed.get(x, i) as Num));
    return copy;
  }
  if (Array.isArray(x)) return memory.hold(x.map((item) => copyTree(memory, item, change)));
  if (!isRecord(x)) return x;
  const copy = Object.fromEntries(Object.entries(x).map(([key, item]) => [key, copyTree(memory, item, change)]));
  return memory.hold(Object.setPrototypeOf(copy, Object.getPrototypeOf(x) as object | null));
}

/** Whether it is a record, or an instance of a compiled class: its properties are what it holds. */
export function isRecord(x: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(x);
  return isPlainPrototype(prototype) || isOfCompiledClass(x);
}
