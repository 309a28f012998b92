// Where errors are values: whether a specialised function may give one, by the shape of what it gives.

import type { Type } from "../ir/index.ts";
import type { Shape } from "./shape.ts";

/** `types` are those of the parts. */
export function mayGiveError(shape: Shape, types: readonly Type[]): boolean {
  switch (shape.kind) {
    case "input":
      return ["any", "box"].includes(types[shape.index] ?? "any");
    case "perhaps":
      return shape.items.some((item) => mayGiveError(item, types));
    case "constant":
    case "zero":
    case "tuple":
    case "closure":
    case "record":
    case "array":
    case "made":
    case "table":
      return false;
    default:
      return true;
  }
}
