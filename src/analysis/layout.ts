// How an array or a record is split into its parts (scalar replacement); layouts.ts finds which ones.

import { hasFields, isArray, isFloats, isNumber, type Operand, type PrimName, type Type } from "../ir/index.ts";

/** How a value may be laid out. A leaf stays what it is; its type is that of all that is stored there. */
export type Layout =
  | { readonly kind: "leaf"; readonly type: Type }
  /** `isPlace`: outside of its array, a record is that array and an index. */
  | { readonly kind: "record"; readonly fields: ReadonlyMap<string, Layout>; readonly isPlace: boolean }
  | { readonly kind: "array"; readonly element: Layout };

export interface Leaf {
  /** The properties that lead to it; null stands for an index. */
  readonly path: readonly (string | null)[];
  readonly type: Type;
}

/** The leaves of a layout, in order. */
export function leavesOf(layout: Layout): readonly Leaf[] {
  switch (layout.kind) {
    case "leaf":
      return [{ path: [], type: layout.type }];
    case "array":
      return leavesOf(layout.element).map(({ path, type }) => ({ path: [null, ...path], type }));
    case "record":
      return [...layout.fields].flatMap(([key, field]) =>
        leavesOf(field).map(({ path, type }) => ({ path: [key, ...path], type })),
      );
  }
}

/** The first leaf that is never `undefined` or `null`, so that it tells whether the value is there; -1 if there is none. */
export const tellingLeaf = (leaves: readonly Leaf[]): number =>
  leaves.findIndex(({ path, type }) => path.includes(null) || isThere(type));

/** Whether a guard can tell that something has a type, and then it is neither `undefined` nor `null`. */
export const isThere = (type: Type): boolean =>
  isNumber(type) ||
  type === "bool" ||
  type === "str" ||
  isArray(type) ||
  hasFields(type) ||
  isFloats(type) ||
  type === "integers";

/** The keys and values that a record is made with, which take turns. */
export const entriesOf = (prim: PrimName, args: readonly Operand[]): readonly Operand[] =>
  prim === "instance" ? args.slice(1) : args;
