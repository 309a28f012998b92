// Lists the numbers of a tree, in the order of its structure: equations between trees are solved as equations between these
// numbers. Unknowns may be numbers, and arrays, typed arrays and records that contain only numbers.

import { foreignCall, push, structure, tuple } from "../host/intrinsics.ts";
import { ZerothError } from "../ir/index.ts";
import { type Structure } from "../runtime/index.ts";

type Keyed = Readonly<Record<PropertyKey, unknown>>;

/** The numbers of `x`, in the order of `s`, which is the structure of `x` or one with the same names and lengths. */
export function numbersOf(s: Structure, x: unknown): number[] {
  if (s.kind === "number") return [x as number];
  const list: number[] = [];
  if (s.kind === "array" || s.kind === "typed") {
    for (let i = 0; i < s.length; i++) {
      const item = (x as Keyed)[i];
      if (s.uniform) {
        push(list, item as number);
        continue;
      }
      const inner = numbersOf(s.items[i] as Structure, item);
      for (let j = 0; j < inner.length; j++) push(list, inner[j] as number);
    }
  } else if (s.kind === "object") {
    for (let k = 0; k < s.keys.length; k++) {
      const inner = numbersOf(s.items[k] as Structure, (x as Keyed)[s.keys[k] as string]);
      for (let j = 0; j < inner.length; j++) push(list, inner[j] as number);
    }
  }
  return list;
}

/** Refuses a structure that an implicit function cannot solve for. */
export function requireUnknowns(s: Structure, operator: string): void {
  if (s.kind === "number" || s.kind === "typed" || s.uniform) return;
  if (s.kind !== "array" && s.kind !== "object") {
    throw new ZerothError({
      kind: "invalid",
      message: `${operator} solves for numbers, arrays, typed arrays and records of numbers; this unknown has something else in it`,
      remedy: "capture what is not to be solved for, or pass it as a parameter",
    });
  }
  for (let i = 0; i < s.items.length; i++) requireUnknowns(s.items[i] as Structure, operator);
}

/** Refuses the result `x` of a step of `fixedPoint` unless it has the shape `s` of what the step was given. */
export function requireShape(s: Structure, x: unknown): void {
  if (isAlike(s, structure(x))) return;
  throw new ZerothError({
    kind: "invalid",
    message:
      "fixedPoint takes a function whose result has the shape of its first argument; this one returned a value of another shape",
    remedy: "return a value with the same names and lengths as the first argument has",
  });
}

function isAlike(s: Structure, t: Structure): boolean {
  if (!isSame(s.kind, t.kind) || s.length !== t.length || s.keys.length !== t.keys.length) return false;
  if (s.uniform || t.uniform) return isSame(s.uniform, t.uniform);
  for (let i = 0; i < s.items.length; i++) {
    const k = s.kind === "object" ? t.keys.indexOf(s.keys[i] as string) : i;
    if (k < 0 || !isAlike(s.items[i] as Structure, t.items[k] as Structure)) return false;
  }
  return true;
}

/** Like `===`, which would count as a comparison of references here (`runtime/overlap.ts`): the types are not known. */
function isSame(a: unknown, b: unknown): boolean {
  return foreignCall(Object.is, undefined, tuple(a, b)) === true;
}
