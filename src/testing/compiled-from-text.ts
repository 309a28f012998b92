// Functions of this package that a check differentiates. They are closed, so they are compiled from their own text wherever the
// package runs.

import { resolve } from "../host/resolve.ts";
import { noSpan, ZerothError } from "../ir/index.ts";
import { stampOf, type Stamp } from "../runtime/index.ts";

export function compiledFromText(f: (...args: never[]) => unknown): Stamp {
  if (stampOf(f) === undefined) resolve(f, "J", noSpan, undefined);
  const stamp = stampOf(f);
  if (stamp === undefined) throw new ZerothError({ kind: "bug", message: `${f.name} has no code` });
  return stamp;
}
