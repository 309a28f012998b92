// The operators on trees by dual numbers: they walk a tree once and rebuild it during the walk. Captured values are rebuilt once,
// at the first path whose partner is not null.

import { ZerothError } from "../ir/index.ts";
import {
  Box,
  capturedValue,
  isBox,
  isReal,
  stampOf,
  unlessUninitialised,
  type AnyFunction,
  type Stamp,
} from "../runtime/index.ts";
import { isNum, type Num } from "./lifted.ts";
import { writeSlot } from "./lifting.ts";
import type { Meaning, Oracle } from "./oracle.ts";
import { build, isRecord, leavesOf, visitTree } from "./structures.ts";
import { readSlot } from "./typed-tangents.ts";

type Change = (x: Num, partners: readonly unknown[]) => unknown;

export const treeMapMeaning =
  (oracle: Oracle): Meaning =>
  (fn, tree, ...others) => {
    if (typeof fn !== "function") throw new ZerothError({ kind: "invalid", message: "treeMap takes a function" });
    return mapTree(oracle, tree, others, (x, partners) => oracle.invoke(fn, undefined, [x, ...partners]));
  };

export const treeFlattenMeaning =
  (oracle: Oracle): Meaning =>
  (tree) => {
    const { memory, own } = oracle;
    let count = 0;
    const { structure } = visitTree<readonly [number, Num]>(tree, undefined, {
      memory,
      number: (x) => ({ leaf: [count++, x], value: x }),
    });
    const numbers = memory.hold(new Float64Array(count));
    for (const [i, x] of leavesOf(structure)) writeSlot(memory, numbers, i, x);
    const like = mapTree(oracle, tree, [], (x) => x);
    const indices = build(memory, structure, ([i]) => i);
    const unflatten: Meaning = (given) =>
      mapTree(oracle, like, [indices], (_, [i]) => readSlot(memory.typed, given, i as number));
    return memory.hold([numbers, own(unflatten, [like])]);
  };

export const treeZipMeaning =
  ({ memory }: Oracle): Meaning =>
  (tree, ...others) => {
    const zip = (x: unknown, beside: readonly unknown[]): unknown => {
      if (beside.some((other) => other === null || other === undefined)) return null;
      if (isNum(x)) return memory.hold([x, ...beside]);
      if (isBox(x)) return zip(x.v, beside);
      const captures = capturesOf(x);
      const below = (key: PropertyKey): readonly unknown[] => beside.map((other) => partOf(oracleSlot, other, key));
      if (captures !== null)
        return memory.hold(Object.fromEntries(captures.map(({ name, value }) => [name, zip(value, below(name))])));
      if (typeof x !== "object" || x === null) return null;
      const slot = (key: string | number): unknown => zip(oracleSlot(x, key), below(key));
      if (isReal(x) || Array.isArray(x)) return memory.hold(Array.from(x as ArrayLike<unknown>, (_, i) => slot(i)));
      return isRecord(x) ? memory.hold(Object.fromEntries(Object.keys(x).map((key) => [key, slot(key)]))) : null;
    };
    const oracleSlot: Slot = (x, key) => readSlot(memory.typed, x, key);
    return zip(tree, others);
  };

type Slot = (x: object, key: PropertyKey) => unknown;

interface Capture {
  readonly name: string;
  readonly slot: number;
  readonly value: unknown;
}

/** The captures of a function that gradients show; null if there are none. */
function capturesOf(f: unknown): readonly Capture[] | null {
  const stamp = stampOf(f);
  if (stamp === undefined) return null;
  const { captures } = stamp.code.program.func(stamp.code.name);
  const shown = captures.flatMap(({ name, from }, slot) =>
    from === "scope" ? [{ name, slot, value: capturedValue(stamp.env, slot) }] : [],
  );
  return shown.length === 0 ? null : shown;
}

/** The part of a partner under a key, or for a captured variable. */
function partOf(slot: Slot, partner: unknown, key: PropertyKey): unknown {
  if (typeof partner === "function") {
    const value = capturesOf(partner)?.find(({ name }) => name === key)?.value;
    return isBox(value) ? value.v : value;
  }
  return typeof partner === "object" && partner !== null ? slot(partner, key) : undefined;
}

/** Functions that represent a function that did not exist yet. */
const standIns = new WeakMap<object, () => AnyFunction | null>();

function mapTree(oracle: Oracle, tree: unknown, others: readonly unknown[], change: Change): unknown {
  const { memory } = oracle;
  const slotOf: Slot = (x, key) => readSlot(memory.typed, x, key);
  /** For each value that encloses the present one, its counterpart. */
  const open = new Map<object, () => unknown>();
  const captured = new Map<object, { readonly made: object; isStill: boolean }>();

  const walk = (given: unknown, partners: readonly unknown[], isCaptured: boolean): unknown => {
    const isStill = partners.some((partner) => partner === null || partner === undefined);
    if (isNum(given)) return isStill ? given : change(given, partners);
    if ((typeof given !== "object" && typeof given !== "function") || given === null) return given;
    const x = standIns.get(given)?.() ?? given;
    const counterpart = open.get(x);
    if (counterpart !== undefined) return counterpart();
    const captures = capturesOf(x);
    if (captures !== null) return closure(x as AnyFunction, captures, partners);
    const before = isCaptured ? captured.get(x) : undefined;
    if (before !== undefined && (isStill || !before.isStill)) return before.made;
    const made = before?.made ?? emptyLike(x);
    if (made === null) return x;
    memory.hold(made);
    if (isCaptured) captured.set(x, { made, isStill });
    open.set(x, () => made);
    for (const key of keysOf(x)) {
      const value = unlessUninitialised(() => slotOf(x, key));
      const below = partners.map((partner) => (isBox(x) ? partner : partOf(slotOf, partner, key)));
      writeSlot(memory, made, key, walk(value, below, isCaptured));
    }
    if (Array.isArray(made)) made.length = (x as readonly unknown[]).length;
    open.delete(x);
    return made;
  };

  const closure = (f: AnyFunction, captures: readonly Capture[], partners: readonly unknown[]): unknown => {
    let made: AnyFunction | null = null;
    // A function met inside itself is called through a stand-in, once it exists.
    open.set(f, () => {
      const standIn = oracle.own((...args) => oracle.invoke(made, undefined, args), []);
      standIns.set(standIn, () => made);
      return standIn;
    });
    const replaced = new Map(
      captures.map(({ name, slot, value }) => {
        const below = partners.map((partner) => partOf(slotOf, partner, name));
        return [slot, walk(value, below, true)] as const;
      }),
    );
    open.delete(f);
    made = oracle.closure(stampOf(f) as Stamp, replaced);
    return made;
  };

  return walk(tree, others, false);
}

function keysOf(x: object): readonly (string | number)[] {
  if (isReal(x)) return [...x.keys()];
  return isBox(x) ? ["v"] : Object.keys(x);
}

/** A new value of the same kind; null for values that are kept. */
function emptyLike(x: object): object | null {
  if (isReal(x)) return new (x.constructor as new (n: number) => Float64Array)(x.length);
  if (Array.isArray(x)) return [];
  if (isBox(x)) return new Box(undefined);
  return isRecord(x) ? (Object.create(Object.getPrototypeOf(x) as object | null) as object) : null;
}
