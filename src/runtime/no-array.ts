// Where types show nothing, a derivative asks before it computes (ad/array-operands.ts).

import { usedAsNumber } from "../ir/used-as-number.ts";

/** Refuses arrays and typed arrays. */
export function noArray(x: unknown): void {
  if (typeof x !== "object") return;
  if (Array.isArray(x)) throw usedAsNumber("an array");
  if (ArrayBuffer.isView(x)) throw usedAsNumber("a typed array");
}
