// Structures: the shape of a value at one moment, which a gradient mirrors. Plain records, read by the prelude.
//
// A back reference (a value inside itself) is `none`, with that value as its `ref`, so the tree is finite.

import { isPlainPrototype } from "./realms.ts";
import { walkDeep } from "../ir/diagnostics.ts";
import { isBox } from "./box.ts";
import { isClass, isOfCompiledClass, membersOf } from "./instances.ts";
import { capturedValue, stampOf, unlessUninitialised } from "./closure.ts";
import { isReal } from "./typed-array.ts";

export interface Structure {
  readonly kind: "number" | "array" | "typed" | "object" | "box" | "closure" | "opaque" | "none";
  /** The array, record, box or function itself; null for values without memory that refer to none. */
  readonly ref: unknown;
  readonly length: number;
  /** Property names of a record, names of shown captures of a closure. */
  readonly keys: readonly string[];
  /** For a closure: the index of each shown capture. */
  readonly slots: readonly number[];
  /** Children; empty for an array whose elements are all numbers (`uniform`). */
  readonly items: readonly Structure[];
  readonly uniform: boolean;
  /** For a closure: whether something in it refers back to it. */
  readonly isCyclic: boolean;
  /** For an instance of a class that compiled code made: the prototype, if its members captured what no property shows; else null. */
  readonly hidden: object | null;
}

const none: Structure = {
  kind: "none",
  ref: null,
  length: 0,
  keys: [],
  slots: [],
  items: [],
  uniform: false,
  isCyclic: false,
  hidden: null,
};
/** The structure of a number. */
export const numberStructure: Structure = { ...none, kind: "number" };

export function structureOf(x: unknown): Structure {
  return walkDeep(() => describe(x, new Map()));
}

/** Whether a value has a structure still; false, too, where something leads back to itself. */
export function hasStructure(x: unknown, s: Structure | null): boolean {
  if (s === null || s.isCyclic) return false;
  const { kind, ref, keys, items, uniform, length } = s;
  const holds = (part: Structure, k: number): boolean =>
    hasStructure((x as Record<PropertyKey, unknown>)[keys[k] ?? k], part);
  switch (kind) {
    case "number":
      return typeof x === "number";
    case "none":
      return ref === null && describe(x, new Map()) === none;
    case "array":
      return x === ref && (x as unknown[]).length === length && (uniform || items.every(holds));
    case "object":
      return x === ref && areKeys(Object.keys(x as object), keys) && items.every(holds);
    default:
      return x === ref && items.length === 0;
  }
}

const areKeys = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, k) => key === b[k]);

/** The values that enclose the present one, and whether each was met again. */
type Open = Map<unknown, boolean>;

function describe(x: unknown, open: Open): Structure {
  if (!isReference(x)) return typeof x === "number" ? numberStructure : none;
  if (open.has(x)) {
    open.set(x, true);
    return { ...none, ref: x };
  }
  if (isReal(x)) return { ...none, kind: "typed", ref: x, length: x.length, uniform: true };
  if (Array.isArray(x) && areNumbers(x)) return structureOfArray(x, noItems);
  // Most records hold numbers and texts only: nothing in them leads back.
  const isRecord = typeof x === "object" && !Array.isArray(x) && Object.getPrototypeOf(x) === Object.prototype;
  if (isRecord) return describeRecord(x, open);
  open.set(x, false);
  const result = describeReference(x, open);
  open.delete(x);
  return result;
}

function describeReference(x: object, open: Open): Structure {
  if (Array.isArray(x)) {
    const items: Structure[] = [];
    for (let i = 0; i < x.length; i++) items.push(describe(x[i], open));
    return structureOfArray(x, items);
  }
  if (isBox(x))
    return {
      ...none,
      kind: "box",
      ref: x,
      items: [
        describe(
          unlessUninitialised(() => x.v),
          open,
        ),
      ],
    };
  const stamp = stampOf(x);
  if (stamp !== undefined) return describeClosure(x, open);
  const prototype: unknown = Object.getPrototypeOf(x);
  if (!isPlainPrototype(prototype) && !isOfCompiledClass(x)) return { ...none, kind: "opaque", ref: x };
  return describeRecord(x, open);
}

function describeRecord(x: object, open: Open): Structure {
  const keys = Object.keys(x);
  const items: Structure[] = [];
  let isOpen = false;
  for (const key of keys) {
    const value = (x as Record<string, unknown>)[key];
    if (typeof value === "number") items.push(numberStructure);
    else if (!isReference(value)) items.push(none);
    else {
      if (!isOpen) open.set(x, false);
      isOpen = true;
      items.push(describe(value, open));
    }
  }
  if (isOpen) open.delete(x);
  return {
    kind: "object",
    ref: x,
    length: 0,
    keys,
    slots: none.slots,
    items,
    uniform: false,
    isCyclic: false,
    hidden: hiddenBehind(x),
  };
}

/** The prototype of an instance of a class that compiled code made, if a method captured something. */
function hiddenBehind(x: object): object | null {
  const prototype = Object.getPrototypeOf(x) as object | null;
  if (prototype === null || isPlainPrototype(prototype)) return null;
  const isMade = stampOf(Object.getOwnPropertyDescriptor(prototype, "constructor")?.value) !== undefined;
  return isMade && membersOf(x, new Set()).some((member) => shownCaptures(member).length > 0) ? prototype : null;
}

const isReference = (x: unknown): x is object => (typeof x === "object" || typeof x === "function") && x !== null;

const noItems: readonly Structure[] = [];

const structureOfArray = (x: readonly unknown[], items: readonly Structure[]): Structure => ({
  kind: "array",
  ref: x,
  length: x.length,
  keys: none.keys,
  slots: none.slots,
  items,
  uniform: items === noItems,
  isCyclic: false,
  hidden: null,
});

/** Whether all elements of an array are numbers, and none is missing. */
function areNumbers(x: readonly unknown[]): boolean {
  for (let i = 0; i < x.length; i++) if (typeof x[i] !== "number") return false;
  return true;
}

function describeClosure(x: object, open: Open): Structure {
  const stamp = stampOf(x);
  if (stamp === undefined) return none;
  const shown = shownCaptures(x);
  if (shown.length === 0)
    return Object.keys(x).length === 0 && !hasCapturingMembers(x) ? none : { ...none, kind: "opaque", ref: x };
  const items = shown.map(({ k }) => describe(capturedValue(stamp.env, k), open));
  return {
    ...none,
    kind: "closure",
    ref: x,
    keys: shown.map(({ name }) => name),
    slots: shown.map(({ k }) => k),
    items,
    isCyclic: open.get(x) === true,
  };
}

/** What a function captured of the functions around it, by name, with its index. */
function shownCaptures(x: object): readonly { readonly name: string; readonly k: number }[] {
  const stamp = stampOf(x);
  if (stamp === undefined) return [];
  const { captures } = stamp.code.program.func(stamp.code.name);
  return captures.flatMap((capture, k) => (capture.from === "scope" ? [{ name: capture.name, k }] : []));
}

const hasCapturingMembers = (x: object): boolean =>
  isClass(x) && membersOf(x, new Set()).some((member) => shownCaptures(member).length > 0);
