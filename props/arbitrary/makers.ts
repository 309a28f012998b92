// The generators by name, for each other.

import type { Context } from "./context.ts";
import { cell, type Interval } from "./interval.ts";
import type { Node, Type } from "./program.ts";
import { within } from "./ranges.ts";

const maker =
  (type: Exclude<Type, "num" | "label">) =>
  (context: Context): Node =>
    context.make.values[type](context);

/** A number of any moderate size. */
export const anyNumber = (context: Context): Node => context.make.num(context);

/** A number inside an interval around [−1, 1]; inside `cell` if none is given. */
export const number = (context: Context, range: Interval = cell): Node => within(context, anyNumber(context), range);

export const condition: (context: Context) => Node = maker("bool");
export const int: (context: Context) => Node = maker("int");
export const nums: (context: Context) => Node = maker("nums");
export const floats: (context: Context) => Node = maker("floats");
export const rec: (context: Context) => Node = maker("rec");
export const recs: (context: Context) => Node = maker("recs");
export const rows: (context: Context) => Node = maker("rows");
export const maybe: (context: Context) => Node = maker("maybe");
export const maybeRec: (context: Context) => Node = maker("maybeRec");
export const real: (context: Context) => Node = maker("real");
export const real2: (context: Context) => Node = maker("real2");
export const thunk: (context: Context) => Node = maker("thunk");
export const reals: (context: Context) => Node = maker("reals");
export const table: (context: Context) => Node = maker("table");
export const singles: (context: Context) => Node = maker("singles");
export const ints: (context: Context) => Node = maker("ints");
export const part: (context: Context) => Node = maker("part");
export const dict: (context: Context) => Node = maker("dict");
export const str: (context: Context) => Node = maker("str");
export const key: (context: Context) => Node = maker("key");
export const curried: (context: Context) => Node = maker("curried");
export const realCall = (context: Context): Node => context.make.realCall(context);
export const nestedDerivative = (context: Context): Node => context.make.nestedDerivative(context);
export const statements = (context: Context, count: number): readonly Node[] => context.make.statements(context, count);
