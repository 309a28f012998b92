// Structure peeling: an array of records that only the function sees becomes an array for each of their properties, and the
// records become variables (R. Hundt, S. Mannarswamy and D. Chakrabarti, "Practical structure layout optimization and advice",
// 2006, who call it so).
//
// **Guarantees** Results are the same. Guards fail where they failed: that an element is absent shows in any of the arrays.
//
// **How** `analysis/layouts.ts` finds the arrays and records, and splits each into leaves. A record that nobody writes becomes
// its leaves, read where the record is taken from its array. A record that is written, or compared, becomes its place: the
// arrays, and its index in them.
//
// **Example** `%r = object "x", %a, "y", %b; push %points, %r` → `push %points.x, %a; push %points.y, %b`.

import {
  arrayOf,
  constant,
  edgesOf,
  mapEdges,
  mapFunctions,
  replaceValues,
  sameOperand,
  unset,
  value,
  type Block,
  type Edge,
  type Func,
  type Instr,
  type Operand,
  type Pass,
  type PrimInstr,
  type Type,
  type ValueId,
  makesRecord,
} from "../../ir/index.ts";
import { entriesOf, layoutsOf, leavesOf, tellingLeaf, type Layout, type Leaf } from "../../analysis/index.ts";
import { emittingIn, freshIn, guarded } from "./emit.ts";

export const structurePeeling: Pass = {
  name: "structure-peeling",
  phase: "any",
  run: (module) => mapFunctions(module, peelIn),
};

function peelIn(func: Func): Func {
  const layoutOf = layoutsOf(func);
  if (!func.values.some((_, id) => layoutOf(id as ValueId) !== null)) return func;
  const values = [...func.values];
  /** The leaves of each value that consists of several. */
  const parts = new Map<ValueId, readonly Operand[]>();
  /** What has been read from records. */
  const replaced = new Map<ValueId, Operand>();
  const [fresh, emitting] = [freshIn(values), emittingIn(values)];
  const hintOf = (id: ValueId, { path }: Leaf): string =>
    [func.values[id]?.hint, ...path].filter((key) => key !== null && key !== undefined && key !== "").join("_");
  /** The type of a leaf of a value: where nothing is known of the value, nothing is of the leaf. */
  const typeAt = (id: ValueId, leaf: Leaf): Type => (func.values[id]?.type === "any" ? "any" : typeOfLeaf(leaf));
  const layoutIn = (operand: Operand | undefined): Layout | null =>
    operand?.kind === "value" ? layoutOf(operand.id) : null;
  const partsOf = (operand: Operand, layout: Layout): readonly Operand[] => {
    if (layout.kind === "leaf") return [operand];
    const own = operand.kind === "value" ? parts.get(operand.id) : undefined;
    return own ?? standing(layout).map(() => unset);
  };

  const peeled = (instr: PrimInstr): readonly Instr[] => {
    const { prim, args, result, span } = instr;
    const [first, second, third] = args as readonly [Operand, Operand, Operand];
    const [of, made] = [layoutIn(first), layoutOf(result)];
    const instrs: Instr[] = [];
    const emit = emitting(instrs, span);
    /** The result, which is a value that consists of several others. */
    const make = (layout: Layout, part: (leaf: Leaf, k: number) => Operand): readonly Instr[] => {
      parts.set(result, leavesOf(layout).map(part));
      return instrs;
    };
    if (made?.kind === "record" && makesRecord(prim)) {
      const entries = entriesOf(prim, args);
      const keys = entries.filter((_, k) => k % 2 === 0).map((key) => key.kind === "const" && key.value);
      const all = [...made.fields].flatMap(([key, field]) =>
        partsOf(entries[2 * keys.indexOf(key) + 1] as Operand, field),
      );
      return make(made, (_, k) => all[k] as Operand);
    }
    if (made?.kind === "array" && (prim === "array" || prim === "array-new")) {
      const items = prim === "array" ? args.map((item) => partsOf(item, made.element)) : [];
      const of = (k: number): readonly Operand[] => (prim === "array" ? items.map((item) => item[k] as Operand) : args);
      return make(made, (leaf, k) => emit(prim, of(k), hintOf(result, leaf), typeOfLeaf(leaf)));
    }
    if (of === null || of.kind === "leaf") return [instr];
    const own = partsOf(first, of);
    const leaves = leavesOf(of.kind === "array" ? of.element : of);
    if (of.kind === "record" && of.isPlace) return placed(instr, of, own);
    const none = func.values[result]?.type ?? "any";
    const telling = tellingLeaf(leaves);
    /** The same for each leaf. */
    const forEach = (args: (k: number) => readonly Operand[]): readonly Instr[] => {
      own.forEach((part, k) => emit(prim, [part, ...args(k)], "", none));
      return instrs;
    };
    switch (prim) {
      case "get":
      case "get-frozen":
      case "load":
      case "pop": {
        if (of.kind === "array") {
          const key = prim === "pop" ? [] : [second];
          if (of.element.kind === "record" && of.element.isPlace) {
            parts.set(result, [...own, second]);
            return instrs;
          }
          return make(of.element, (leaf, k) =>
            emit(prim, [own[k] as Operand, ...key], hintOf(result, leaf), typeAt(result, leaf)),
          );
        }
        const read = fieldIn(of, second, own);
        if (made === null) replaced.set(result, read[0] as Operand);
        else parts.set(result, read);
        return instrs;
      }
      case "guard-record":
      case "guard-instance":
      case "guard-array":
        return make(of, (leaf, k) => {
          const part = guarded(own[k] as Operand, typeOfLeaf(leaf), emit, hintOf(result, leaf));
          // Other leaves may be anything, so this one shows that the value is there.
          if (k === telling) emit("keep-guard", [part], "", "undef");
          return part;
        });
      case "set":
        return forEach((k) => [second, partsOf(third, (of as Arrays).element)[k] as Operand]);
      case "push":
        return forEach((k) => [partsOf(second, (of as Arrays).element)[k] as Operand]);
      case "set-length":
        return forEach(() => [second]);
      case "guard-data":
      case "guard-inherited":
      case "keep-guard":
        return [];
      default:
        return [{ ...instr, args: [own[telling] as Operand, ...args.slice(1)] }];
    }
  };

  /** A primitive on a record that is an index in some arrays. */
  const placed = (instr: PrimInstr, of: Records, own: readonly Operand[]): readonly Instr[] => {
    const { prim, args, result, span } = instr;
    const [, second, third] = args as readonly [Operand, Operand, Operand];
    const [columns, index] = [own.slice(0, -1), own.at(-1) as Operand];
    const instrs: Instr[] = [];
    const emit = emitting(instrs, span);
    switch (prim) {
      case "guard-record":
      case "guard-instance": {
        const leaves = leavesOf(of);
        const telling = tellingLeaf(leaves);
        const read = emit("get", [columns[telling] as Operand, index], "", "any");
        emit("keep-guard", [guarded(read, typeOfLeaf(leaves[telling] as Leaf), emit, "")], "", "undef");
        parts.set(result, own);
        return instrs;
      }
      case "get":
      case "get-frozen":
      case "load": {
        const from = fieldIn(of, second, columns);
        const made = layoutOf(result);
        if (made === null) return [{ ...instr, prim: "get", args: [from[0] as Operand, index] }];
        const leaves = leavesOf(made);
        parts.set(
          result,
          from.map((column, k) => {
            const leaf = leaves[k] as Leaf;
            return emit("get", [column, index], hintOf(result, leaf), typeAt(result, leaf));
          }),
        );
        return instrs;
      }
      case "set": {
        const field = of.fields.get(nameOf(second)) as Layout;
        const given = partsOf(third, field);
        fieldIn(of, second, columns).forEach((column, k) =>
          emit("set", [column, index, given[k] as Operand], "", "undef"),
        );
        return instrs;
      }
      case "eq":
      case "ne": {
        const other = partsOf(second, of);
        const [array, at] = [other[0] as Operand, other.at(-1) as Operand];
        const isSameIndex = emit("eq", [index, at], "", "bool");
        const isSame = sameOperand(own[0] as Operand, array)
          ? isSameIndex
          : emit(
              "select",
              [emit("eq", [own[0] as Operand, array], "", "bool"), isSameIndex, constant(false)],
              "",
              "bool",
            );
        replaced.set(result, prim === "eq" ? isSame : emit("not", [isSame], "", "bool"));
        return instrs;
      }
      default:
        return [];
    }
  };

  const params = func.blocks.map((block) =>
    block.params.flatMap((id) => {
      const layout = layoutOf(id);
      if (layout === null) return [id];
      const isPlace = layout.kind === "record" && layout.isPlace;
      const ids = standing(layout).map((leaf) =>
        fresh(hintOf(id, leaf), isPlace ? typeOfLeaf(leaf) : typeAt(id, leaf)),
      );
      parts.set(id, ids.map(value));
      return ids;
    }),
  );
  const bodies = func.blocks.map(({ instrs }) =>
    instrs.flatMap((instr) => (instr.kind === "prim" ? peeled(instr) : [instr])),
  );
  const edge = ({ target, args }: Edge): Edge => ({
    target,
    args: args.flatMap((arg, k) => {
      const layout = layoutOf(func.blocks[target]?.params[k] as ValueId);
      return layout === null ? [arg] : partsOf(arg, layout);
    }),
  });
  const blocks = func.blocks.map(({ terminator }, b): Block => {
    const [own, instrs] = [params[b], bodies[b]] as [readonly ValueId[], readonly Instr[]];
    return {
      params: own,
      instrs,
      terminator: edgesOf(terminator).length > 0 ? mapEdges(terminator, edge) : terminator,
    };
  });
  return replaceValues({ ...func, values, blocks }, replaced);
}

type Arrays = Extract<Layout, { readonly kind: "array" }>;
type Records = Extract<Layout, { readonly kind: "record" }>;

/** What stands for a value outside of arrays: its leaves, or the arrays and the index of its place. */
const standing = (layout: Layout): readonly Leaf[] =>
  layout.kind === "record" && layout.isPlace
    ? [...leavesOf({ kind: "array", element: layout }), { path: ["index"], type: "num" }]
    : leavesOf(layout);

const nameOf = (key: Operand): string => (key as { readonly value: string }).value;

/** The parts of a record that belong to one of its properties. */
function fieldIn({ fields }: Records, key: Operand, parts: readonly Operand[]): readonly Operand[] {
  const before = [...fields.keys()].indexOf(nameOf(key));
  const from = [...fields.values()].slice(0, before).flatMap(leavesOf).length;
  return parts.slice(from, from + leavesOf(fields.get(nameOf(key)) as Layout).length);
}

/** The type of a leaf: of arrays, for each index on the way to it. */
const typeOfLeaf = ({ path, type }: Leaf): Type =>
  path.reduce((inner: Type, key) => (key === null ? arrayOf(inner) : inner), type);
