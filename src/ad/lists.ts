// Lists on which calls store their alphas: one of numbers and truth values, one of everything else.
//
// Each iteration of a loop, and each call when it is done, stores its alphas after what inner iterations and calls have stored. In
// the reverse sweep, each takes what was stored last. So how much is left of the lists is the only state; nothing is removed from
// them, and a second reverse sweep can read them again.
//
// The forward sweep takes the lists as its last parameters, `(x…, numbers, others)`. The reverse sweep takes `(ctx, dy, numbers,
// others, left)`, where `left` is an array of how many of the numbers and of the others are left.

import type { FuncBuilder, Operand, Span, Type, ValueInfo } from "../ir/index.ts";
import { constant, isNumber, value } from "../ir/index.ts";

export interface Lists {
  readonly numbers: Operand;
  readonly others: Operand;
}

export interface ReverseLists extends Lists {
  readonly left: Operand;
}

/** Whether a value of this type is stored as a number. */
export const isListed = (type: Type): boolean => isNumber(type) || type === "bool";

const parameter = (builder: FuncBuilder, hint: string, type: Type): Operand =>
  value(builder.param(builder.entry, hint, type));

/** Adds the lists to the parameters of a forward sweep. */
export const listsOf = (builder: FuncBuilder): Lists => ({
  numbers: parameter(builder, "numbers", "numbers"),
  others: parameter(builder, "others", "array"),
});

/** Adds the lists, and what is left of them, to the parameters of a reverse sweep. */
export const reverseListsOf = (builder: FuncBuilder): ReverseLists => ({
  ...listsOf(builder),
  left: parameter(builder, "left", "numbers"),
});

/** Stores operands at the end of the lists, by their types. */
export function pushAll(
  builder: FuncBuilder,
  { numbers, others }: Lists,
  operands: readonly Operand[],
  types: readonly Type[],
  span: Span,
): void {
  operands.forEach((operand, k) => {
    const type = types[k] as Type;
    const isTruth = type === "bool";
    const stored = isTruth ? builder.prim("select", [operand, constant(1), constant(0)], span) : operand;
    builder.prim("push", [isListed(type) ? numbers : others, stored], span);
  });
}

/** Reads what was stored last, and counts it as taken. */
export function takeAll(
  builder: FuncBuilder,
  { numbers, others, left }: ReverseLists,
  infos: readonly ValueInfo[],
  span: Span,
): readonly Operand[] {
  const taken = new Array<Operand>(infos.length);
  for (const [which, list] of [numbers, others].entries()) {
    const indices = [...infos.keys()].filter((k) => isListed((infos[k] as ValueInfo).type) === (which === 0));
    if (indices.length === 0) continue;
    const end = builder.prim("get", [left, constant(which)], span, "end", "int");
    const start = builder.prim("sub", [end, constant(indices.length)], span, "start", "int");
    builder.prim("set", [left, constant(which), start], span);
    indices.forEach((index, k) => {
      const { hint, type } = infos[index] as ValueInfo;
      const at = k === 0 ? start : builder.prim("add", [start, constant(k)], span, "", "int");
      const read = builder.prim("get", [list, at], span, hint, type === "bool" ? "num" : type);
      taken[index] = type === "bool" ? builder.prim("ne", [read, constant(0)], span, hint) : read;
    });
  }
  return taken;
}
