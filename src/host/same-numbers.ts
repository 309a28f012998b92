// Whether two values have the same numbers in the same places. For a Jacobian, nothing else counts.

import { structureOf, type Structure } from "../runtime/index.ts";

export function hasSameNumbers(x: unknown, y: unknown): boolean {
  return isAlike(structureOf(x), structureOf(y), x, y);
}

type Keyed = Readonly<Record<PropertyKey, unknown>>;

function isAlike(s: Structure, t: Structure, x: unknown, y: unknown): boolean {
  if (s.kind !== t.kind || s.length !== t.length || s.uniform !== t.uniform || s.items.length !== t.items.length)
    return false;
  if (s.kind === "number") return Object.is(x, y);
  // Functions in a result contribute no rows.
  if (s.kind === "closure" || s.kind === "box") return true;
  for (let i = 0; i < s.length; i++) {
    if (s.uniform && !Object.is((x as Keyed)[i], (y as Keyed)[i])) return false;
  }
  return s.items.every((item, i) => {
    const key = s.kind === "object" ? (s.keys[i] as string) : i;
    return s.keys[i] === t.keys[i] && isAlike(item, t.items[i] as Structure, (x as Keyed)[key], (y as Keyed)[key]);
  });
}
