// Rebuilds a tree with other numbers, by a plan made from its shape (`host/tree-plan.ts`). The code is written in the
// language that zeroth differentiates, so derivatives pass through it: from the new tree to the old one, to its partners,
// and to whatever the function that computes the numbers captured.

import {
  arrayNew,
  boxGet,
  boxNew,
  boxSet,
  capture,
  foreignCall,
  ownSlot,
  push,
  tuple,
  typedNew,
} from "../host/intrinsics.ts";
import { instanceLike } from "../runtime/index.ts";
import { capturesOf, closureMaker, resemble, type Captures } from "../host/closure-maker.ts";
import { ownProperty } from "./own-property.ts";
import type { Plan, TreePlan } from "../host/tree-plan.ts";

/** An alias: functions capture a constant by its value, so the specialiser knows it; they capture an import as a variable. */
const newInstance = instanceLike;

type AnyFunction = (...args: unknown[]) => unknown;
type Keyed = Record<PropertyKey, unknown>;

/** Computes the new number `index` of the tree from the old one, `x`, and the numbers of the partners at the same place. */
export type Leaf = (x: unknown, beside: readonly unknown[], index: number) => unknown;

type Partners = readonly unknown[];
/**
 * Fills an array, record or box that has been made. Several places of the tree may hold it; `p`, `x` and `partners` are those
 * of the place that decides its contents.
 */
type Fill = (p: Plan, x: unknown, partners: Partners) => void;

interface Waiting {
  readonly plan: Plan;
  readonly x: unknown;
  readonly partners: Partners;
}

/**
 * Makes the tree. Each array, record and box is written only by the function that made it, or by a function made there. So
 * the code shows that nothing else is written (`runtime/overlap.ts`), and a derivative around it may copy arguments that
 * share memory.
 */
export function rebuild(plan: TreePlan, root: unknown, beside: Partners, leaf: Leaf): unknown {
  const made: unknown[] = arrayNew(plan.size);
  const fills: Fill[] = arrayNew(plan.size);
  /** Memory whose contents lead to an enclosing function: it is filled last. */
  const waiting: Waiting[] = [];

  const make = (p: Plan, x: unknown, partners: Partners): unknown => {
    if (p.kind === "kept") return x;
    if (p.kind === "number") return p.isStill ? x : leaf(x, partners, p.first);
    if (p.kind === "closure") return p.isAgain ? made[p.id] : makeClosure(p, x as AnyFunction, partners);
    if (made[p.id] === undefined) create(p, x);
    if (p.waits && !p.isAgain) push(waiting, { plan: p, x, partners });
    else if (!p.isAgain) (fills[p.id] as Fill)(p, x, partners);
    return made[p.id];
  };

  const create = (p: Plan, x: unknown): void => {
    if (p.kind === "array") {
      const list: unknown[] = [];
      made[p.id] = list;
      fills[p.id] = (q, y, partners) => {
        for (let i = 0; i < q.length; i++) list[i] = item(q, y, partners, i);
      };
    } else if (p.kind === "typed") {
      const numbers = typedNew((x as Float64Array).constructor as new (n: number) => Float64Array, p.length);
      made[p.id] = numbers;
      fills[p.id] = (q, y, partners) => {
        for (let i = 0; i < q.length; i++) numbers[i] = item(q, y, partners, i) as number;
      };
    } else if (p.kind === "box") {
      const box = boxNew(undefined);
      made[p.id] = box;
      fills[p.id] = (q, y, partners) => {
        boxSet(box, make(q.items[0] as Plan, boxGet(y), partners));
      };
    } else {
      const record: Keyed = p.kind === "instance" ? (foreignCall(newInstance, undefined, tuple(x)) as Keyed) : {};
      made[p.id] = record;
      fills[p.id] = (q, y, partners) => {
        for (let k = 0; k < q.keys.length; k++) {
          const key = q.keys[k] as string;
          ownSlot(record, key);
          record[key] = make(q.items[k] as Plan, (y as Keyed)[key], below(q, partners, key));
        }
      };
    }
  };

  const item = (p: Plan, x: unknown, partners: Partners, i: number): unknown => {
    const value = (x as Keyed)[i];
    const parts = below(p, partners, i);
    if (!p.uniform) return make(p.items[i] as Plan, value, parts);
    return p.isStill || hasNull(parts) ? value : leaf(value, parts, p.first + i);
  };

  const makeClosure = (p: Plan, f: AnyFunction, partners: Partners): unknown => {
    const values: unknown[] = [];
    for (let slot = 0; slot < p.size; slot++) {
      const value = capture(f, slot);
      const k = p.slots.indexOf(slot);
      push(values, k < 0 ? value : make(p.items[k] as Plan, value, captured(p, partners, p.keys[k] as string)));
    }
    const maker = foreignCall(closureMaker, undefined, tuple(f)) as AnyFunction;
    const closure = maker(...values);
    foreignCall(resemble, undefined, tuple(closure, f));
    made[p.id] = closure;
    return closure;
  };

  const result = make(plan.root, root, beside);
  for (let i = 0; i < waiting.length; i++) {
    const next = waiting[i] as Waiting;
    (fills[next.plan.id] as Fill)(next.plan, next.x, next.partners);
  }
  return result;
}

function hasNull(parts: Partners): boolean {
  for (let k = 0; k < parts.length; k++) {
    if (parts[k] === null || parts[k] === undefined) return true;
  }
  return false;
}

/** The parts of the partners under a key; none if a partner is null here, since the numbers then stay as they are. */
function below(p: Plan, partners: Partners, key: PropertyKey): unknown[] {
  const parts: unknown[] = [];
  if (!p.isStill)
    for (let k = 0; k < partners.length; k++)
      push(parts, typeof key === "string" ? ownProperty(partners[k] as object, key) : (partners[k] as Keyed)[key]);
  return parts;
}

function captured(p: Plan, partners: Partners, name: string): unknown[] {
  const parts: unknown[] = [];
  if (p.isStill) return parts;
  for (let k = 0; k < partners.length; k++) push(parts, capturedFrom(partners[k], name));
  return parts;
}

/** The part of a partner for a captured variable: what the partner captured if it is a function, else its property. */
export function capturedFrom(partner: unknown, name: string): unknown {
  if (typeof partner !== "function") return ownProperty(partner as object, name);
  const captures = foreignCall(capturesOf, undefined, tuple(partner)) as Captures;
  const k = captures.names.indexOf(name);
  const value = capture(partner, captures.slots[k] as number);
  return captures.boxed[k] ? boxGet(value) : value;
}
