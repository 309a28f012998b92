// Structure peeling: an array of records that only the function sees becomes an array for each of their properties, and the
// records become variables (R. Hundt, S. Mannarswamy and D. Chakrabarti, "Practical structure layout optimization and advice",
// 2006, who call it so).
//
// **Guarantees** Results are the same. Guards fail where they failed: that an element is absent shows in any of the arrays.
//
// **How** `analysis/layouts.ts` tells which arrays and records, and how each consists of leaves. Nobody writes such records, so
// what is read from one can be read when it is got from its array.
//
// **Example** `%r = object "x", %a, "y", %b; push %points, %r` → `push %points.x, %a; push %points.y, %b`.

import {
  arrayOf,
  constant,
  edgesOf,
  isArray,
  isNumber,
  isRecord,
  mapEdges,
  mapFunctions,
  replaceValues,
  unset,
  value,
  type Block,
  type Edge,
  type Func,
  type Instr,
  type Operand,
  type Pass,
  type PrimInstr,
  type PrimName,
  type Type,
  type ValueId,
} from "../../ir/index.ts";
import { layoutsOf, leavesOf, tellingLeaf, type Layout, type Leaf } from "../../analysis/index.ts";

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
  const fresh = (hint: string, type: Type): ValueId => (values.push({ hint, type }) - 1) as ValueId;
  const hintOf = (id: ValueId, { path }: Leaf): string =>
    [func.values[id]?.hint, ...path].filter((key) => key !== null && key !== undefined && key !== "").join("_");
  /** The type of a leaf of a value: where nothing is known of the value, nothing is of the leaf. */
  const typeAt = (id: ValueId, leaf: Leaf): Type => (func.values[id]?.type === "any" ? "any" : typeOfLeaf(leaf));
  const layoutIn = (operand: Operand | undefined): Layout | null =>
    operand?.kind === "value" ? layoutOf(operand.id) : null;
  const partsOf = (operand: Operand, layout: Layout): readonly Operand[] => {
    if (layout.kind === "leaf") return [operand];
    const own = operand.kind === "value" ? parts.get(operand.id) : undefined;
    return own ?? leavesOf(layout).map(() => unset);
  };

  const peeled = (instr: PrimInstr): readonly Instr[] => {
    const { prim, args, result, span } = instr;
    const [first, second, third] = args as readonly [Operand, Operand, Operand];
    const [of, made] = [layoutIn(first), layoutOf(result)];
    const instrs: Instr[] = [];
    const emit = (prim: PrimName, args: readonly Operand[], hint: string, type: Type): Operand => {
      const result = fresh(hint, type);
      instrs.push({ kind: "prim", result, prim, args, span });
      return value(result);
    };
    /** The result, which is a value that consists of several leaves. */
    const make = (layout: Layout, part: (leaf: Leaf, k: number) => Operand): readonly Instr[] => {
      parts.set(result, leavesOf(layout).map(part));
      return instrs;
    };
    if (made?.kind === "record" && prim === "object") {
      const keys = args.filter((_, k) => k % 2 === 0).map((key) => key.kind === "const" && key.value);
      const all = [...made.fields].flatMap(([key, field]) =>
        partsOf(args[2 * keys.indexOf(key) + 1] as Operand, field),
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
          return make(of.element, (leaf, k) =>
            emit(prim, [own[k] as Operand, ...key], hintOf(result, leaf), typeAt(result, leaf)),
          );
        }
        const key = (second as { readonly value: string }).value;
        const before = [...of.fields.keys()].indexOf(key);
        const from = [...of.fields.values()].slice(0, before).flatMap(leavesOf).length;
        if (made === null) replaced.set(result, own[from] as Operand);
        else parts.set(result, own.slice(from, from + leavesOf(made).length));
        return instrs;
      }
      case "guard-record":
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
        return [];
      case "keep-guard":
        return [];
      default:
        return [{ ...instr, args: [own[telling] as Operand, ...args.slice(1)] }];
    }
  };

  const params = func.blocks.map((block) =>
    block.params.flatMap((id) => {
      const layout = layoutOf(id);
      if (layout === null) return [id];
      const ids = leavesOf(layout).map((leaf) => fresh(hintOf(id, leaf), typeAt(id, leaf)));
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

/** The type of a leaf: of arrays, for each index on the way to it. */
const typeOfLeaf = ({ path, type }: Leaf): Type =>
  path.reduce((inner: Type, key) => (key === null ? arrayOf(inner) : inner), type);

/** What was read, guarded to be of a type. */
function guarded(
  read: Operand,
  type: Type,
  emit: (prim: PrimName, args: readonly Operand[], hint: string, type: Type) => Operand,
  hint: string,
): Operand {
  if (isNumber(type)) return emit("guard-number", [read], hint, type);
  if (isArray(type)) return emit("guard-array", [read], hint, type);
  if (isRecord(type)) return emit("guard-record", [read], hint, type);
  if (type === "str" || type === "bool")
    return emit("guard-typeof", [read, constant(type === "str" ? "string" : "boolean")], hint, type);
  if (type === "float64" || type === "float32" || type === "integers") return emit(`guard-${type}`, [read], hint, type);
  return read;
}
