// Plans for rebuilding a tree with other numbers, followed by `treeMap` and `unflatten`. A plan is made outside of the
// differentiated language, from shapes alone; numbers never pass through it.
//
// Plain arrays and records are rebuilt once for each path, as gradients are given for each path. What functions captured is
// memory: a box or an array that several functions captured is made once, according to the first path (the first whose partner is
// not null), and a function that reaches itself through a variable reaches its counterpart. A function itself is made once for
// each path, with its own numbers.

import { walkDeep, ZerothError } from "../ir/index.ts";
import {
  isClassWithNumbers,
  isOfCompiledClass,
  isReal,
  structureOf,
  unlessUninitialised,
  type Box,
  type Structure,
} from "../runtime/index.ts";
import { requireAlike, type Place } from "./tree-partners.ts";
import { capturesOf } from "./closure-maker.ts";
import { isInheritedName } from "./inherited-names.ts";

export interface Plan {
  /** `kept`: left as it is. */
  readonly kind: "number" | "array" | "typed" | "object" | "instance" | "box" | "closure" | "kept";
  /** The number under which the result is recorded; several places may be the same thing. */
  readonly id: number;
  /** Whether another place makes the thing. */
  readonly isAgain: boolean;
  /** Whether its contents lead to an enclosing function, so that it can only be made after that function. */
  readonly waits: boolean;
  /** Whether a partner is null here: then all numbers stay as they are. */
  readonly isStill: boolean;
  /** The index of the first number here, among the numbers of the tree. */
  readonly first: number;
  readonly length: number;
  readonly uniform: boolean;
  readonly keys: readonly string[];
  /** For a closure: the index of each capture among `keys`, and how many captures there are. */
  readonly slots: readonly number[];
  readonly size: number;
  readonly items: readonly Plan[];
}

export interface TreePlan {
  readonly root: Plan;
  /** How many things are made. */
  readonly size: number;
}

type OpenPlan = { -readonly [K in keyof Plan]: Plan[K] };

const kept: Plan = {
  kind: "kept",
  id: -1,
  isAgain: false,
  waits: false,
  isStill: false,
  first: 0,
  length: 0,
  uniform: false,
  keys: [],
  slots: [],
  size: 0,
  items: [],
};

/** The plan for a tree and partners like it. Partners may be null below any path; those of another shape are refused. */
export function planOf(tree: unknown, partners: readonly unknown[], operator: string): TreePlan {
  const planner = createPlanner(operator);
  const shape = structureOf(tree);
  const root = walkDeep(() => planner.plan(shape, tree, partners, { path: "", isCaptured: false, isTaken: false }));
  return { root, size: planner.size() };
}

interface Where extends Place {
  /** Whether a function captured this place, or what contains it. */
  readonly isCaptured: boolean;
  /** Whether this place makes what an earlier place, with a null partner, was to make. */
  readonly isTaken: boolean;
}

interface Planner {
  readonly plan: (s: Structure, x: unknown, partners: readonly unknown[], where: Where) => Plan;
  readonly size: () => number;
}

function createPlanner(operator: string): Planner {
  let numbers = 0;
  let size = 0;
  /** What encloses the present place of the walk. */
  const around = new Map<unknown, OpenPlan>();
  /** For captured memory, the plan that makes it. Two views of one buffer must be the same view. */
  const captured = new Map<unknown, { readonly ref: unknown; readonly maker: OpenPlan }>();
  /** The enclosing functions that were met inside the memory that is being walked. */
  let awaited = new Set<Plan>();

  const plan: Planner["plan"] = (s, x, partners, where) => {
    const outer = s.kind === "none" ? around.get(x) : undefined;
    if (outer !== undefined) {
      if (outer.kind === "closure") awaited.add(outer);
      return { ...outer, isAgain: true, items: [] };
    }
    const isStill = partners.some((partner) => partner === null || partner === undefined);
    if (!isStill) for (const partner of partners) requireAlike(s, partner, operator, where);
    if (s.kind === "number") return { ...kept, kind: "number", first: numbers++, isStill };
    if (isClassWithNumbers(x)) throw classWithNumbers(operator);
    if (s.kind === "none" || s.kind === "opaque") return kept;
    if (s.kind === "closure") return closure(s, x, partners, where, { ...outline(s), id: size++, isStill });
    return memory(s, x, partners, where, isStill);
  };

  const memory = (s: Structure, x: unknown, partners: readonly unknown[], where: Where, isStill: boolean): Plan => {
    const key = isReal(x) ? x.buffer : x;
    const before = where.isCaptured ? captured.get(key) : undefined;
    if (before !== undefined && before.ref !== x) throw twoViews(operator);
    if (before !== undefined && !(before.maker.isStill && (where.isTaken || !isStill))) {
      numbers += countNumbers(s);
      return { ...before.maker, isAgain: true, items: [] };
    }
    const made: OpenPlan = { ...outline(s), id: before?.maker.id ?? size++, isStill };
    if (s.kind === "object" && isOfCompiledClass(x as object)) made.kind = "instance";
    if (before !== undefined) Object.assign(before.maker, { isAgain: true, items: [] });
    if (where.isCaptured) captured.set(key, { ref: x, maker: made });
    const awaitedAround = awaited;
    awaited = new Set();
    around.set(x, made);
    made.first = numbers;
    if (s.uniform) numbers += s.length;
    const inside: Where = { ...where, isTaken: where.isTaken || before !== undefined };
    made.items = s.items.map((item, i) => {
      if (s.kind === "box") return plan(item, contentOf(x), partners, inside);
      const key = s.kind === "object" ? (s.keys[i] as string) : i;
      const path = where.path + (typeof key === "string" ? `.${key}` : `[${key}]`);
      return plan(
        item,
        at(x, key),
        partners.map((partner) => at(partner, key)),
        { ...inside, path },
      );
    });
    around.delete(x);
    made.waits = [...awaited].some((closure) => [...around.values()].includes(closure));
    awaited = awaitedAround;
    return made;
  };

  const closure = (s: Structure, x: unknown, partners: readonly unknown[], where: Where, made: OpenPlan): Plan => {
    const { env } = capturesOf(x);
    made.size = env.length;
    made.first = numbers;
    around.set(x, made);
    made.items = s.items.map((item, k) => {
      const name = s.keys[k] as string;
      const value = unlessUninitialised(() => env[s.slots[k] as number]);
      const below = partners.map((partner) => capturedFrom(partner, name));
      return plan(item, value, below, { ...where, path: `${where.path}.${name}`, isCaptured: true });
    });
    around.delete(x);
    if (awaited.has(made)) throw inItself(operator);
    return made;
  };

  return { plan, size: () => size };
}

function outline(s: Structure): OpenPlan {
  const { kind, length, uniform, keys, slots } = s;
  return { ...kept, kind: kind as Plan["kind"], length, uniform, keys, slots };
}

function contentOf(box: unknown): unknown {
  return unlessUninitialised(() => (box as Box).v);
}

function at(x: unknown, key: PropertyKey): unknown {
  if (x === null || x === undefined) return x;
  if (isInheritedName(key) && !Object.hasOwn(x, key)) return undefined;
  return (x as Readonly<Record<PropertyKey, unknown>>)[key];
}

/** The part of a partner for a captured variable: a function has captures, a gradient has names. */
function capturedFrom(partner: unknown, name: string): unknown {
  if (typeof partner !== "function") return at(partner, name);
  const { env, names, slots, boxed } = capturesOf(partner);
  const k = names.indexOf(name);
  const value = unlessUninitialised(() => env[slots[k] as number]);
  return boxed[k] === true ? contentOf(value) : value;
}

function countNumbers(s: Structure): number {
  if (s.kind === "number") return 1;
  return s.uniform ? s.length : s.items.reduce((count, item) => count + countNumbers(item), 0);
}

function twoViews(operator: string): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: `${operator} of functions that captured two typed arrays on one buffer`,
    remedy: "give each typed array a buffer of its own",
  });
}

function classWithNumbers(operator: string): ZerothError {
  return new ZerothError({
    kind: "unsupported",
    message: `${operator} of a function that captured a class whose constructor or methods captured numbers`,
    remedy: "pass those numbers to the constructor, or declare the class at the top level of the module",
  });
}

function inItself(operator: string): ZerothError {
  return new ZerothError({
    kind: "bug",
    message: `${operator} of a function that captured itself other than by a variable`,
  });
}
