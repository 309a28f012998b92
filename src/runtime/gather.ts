// The first elements of an array, or slots of a shadow.

import { isShadow, type Shadow } from "./shadow-kind.ts";

export function gather(a: readonly unknown[] | Shadow, n: number): readonly unknown[] {
  const parts: unknown[] = [];
  if (!Array.isArray(a) && isShadow(a)) {
    for (let i = 0; i < n; i++) {
      const g = a.elements[i];
      parts.push(typeof g === "number" ? g : a.get(i));
    }
  } else {
    for (let i = 0; i < n; i++) parts.push((a as readonly unknown[])[i]);
  }
  return parts;
}
