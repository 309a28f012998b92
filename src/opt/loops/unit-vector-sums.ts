// Sums of products with the elements of a unit vector become the one product that is not zero. So a direction of forward mode
// costs only what it changes.
//
// **Guarantees** Results are the same, but for the sign of a zero.
//
// **How** A unit vector is a private array that one loop fills with 1 where the index is a number that was known before, and
// with 0 elsewhere. A loop over all its indices begins a sum with zero and adds `scale` of the element and a factor, which it
// computes without effects, from its counter and from what was defined before the loop. All but one of the products are zero,
// whatever the factor is; that one is computed behind the loop, if the number is an index of the array.
//
// **Example** `loop: %e = load %unit, %j; %s.1 = sum %s, (scale %e, (load %x, %j))` with 1 at %u → behind it `%y = load %x, %u`.

import {
  definitionsOf,
  filledArrays,
  instrsOf,
  isLeftAtLatch,
  isRepeatable,
  counterThatCovers,
  loopsOf,
  privateStores,
  usesOf,
  type Branch,
  type Filled,
  type LoopFacts,
} from "../../analysis/index.ts";
import type { Block, BlockId, Func, Instr, Operand, Pass, PrimInstr, PrimName, Type, ValueId } from "../../ir/index.ts";
import {
  blockId,
  constant,
  isValue,
  mapFunctions,
  mapOperands,
  prims,
  replaceValues,
  resolver,
  typeIn,
  value,
  valueId,
  valuesIn,
  zero,
} from "../../ir/index.ts";

export const unitVectorSums: Pass = {
  name: "unit-vector-sums",
  phase: "any",
  run: (module) => mapFunctions(module, sumsIn),
};

function sumsIn(func: Func): Func {
  const units = unitVectors(func);
  if (units.size === 0) return func;
  for (const loop of loopsOf(func)) {
    const found = sumIn(func, loop, units);
    if (found !== undefined) return sumsIn(withProduct(func, found));
  }
  return func;
}

interface Unit extends Filled {
  /** Where it is 1. */
  readonly index: Operand;
}

function unitVectors(func: Func): ReadonlyMap<ValueId, Unit> {
  const arePrivate = privateStores(func);
  const units = [...filledArrays(func)].flatMap(([array, filled]): [ValueId, Unit][] =>
    filled.element.kind === "unit" && arePrivate.has(array)
      ? [[array, { ...filled, index: filled.element.index }]]
      : [],
  );
  return new Map(units);
}

/** A sum over a loop. */
interface Sum {
  /** It begins in this parameter of the header. */
  readonly param: ValueId;
  readonly instr: Instr;
  readonly latch: BlockId;
  readonly again: Branch;
  readonly array: Operand;
  readonly unit: Unit;
  readonly counter: ValueId;
  readonly factor: Operand;
  /** The instructions that compute the factor in an iteration, in order. */
  readonly computes: readonly PrimInstr[];
}

function sumIn(func: Func, loop: LoopFacts, units: ReadonlyMap<ValueId, Unit>): Sum | undefined {
  const { header, latch, into, back, again } = loop;
  if (again === null || !isLeftAtLatch(func, loop)) return undefined;
  const { args, prim, read } = definitionsOf(func);
  const uses = usesOf(func);
  for (const [k, param] of (func.blocks[header]?.params ?? []).entries()) {
    const instr = prim(back.args[k], "sum");
    if (into.args[k]?.kind !== "zero" || instr === undefined) continue;
    const [acc, product] = instr.args;
    if (!isValue(acc, param) || uses(param).length !== 1) continue;
    // The loop passes the sum to its next iteration or out, and uses it nowhere else.
    const inLoop = uses(instr.result).filter(({ block }) => loop.blocks.includes(block as BlockId));
    if (inLoop.filter(({ target }) => target !== again.else.target).length !== 1) continue;
    const [element, factor] = args(product, "scale");
    const [array, key] = read(element)?.args ?? [];
    const unit = array?.kind === "value" ? units.get(array.id) : undefined;
    if (array === undefined || key?.kind !== "value" || factor === undefined || unit === undefined) continue;
    if (!unit.isFull(header) || counterThatCovers(func, loop, unit.length) !== key.id) continue;
    const computes = computing(func, loop, key.id, factor);
    if (computes !== undefined) return { param, instr, latch, again, array, unit, counter: key.id, factor, computes };
  }
  return undefined;
}

/** The instructions that compute a value in an iteration, of the counter and of outside values; undefined if it needs more. */
function computing(func: Func, loop: LoopFacts, counter: ValueId, of: Operand): readonly PrimInstr[] | undefined {
  const all = instrsOf(func, loop);
  const isQuiet = all.every((instr) => instr.kind === "prim" && !["write", "call"].includes(prims[instr.prim].effect));
  const needed = new Set<ValueId>([counter]);
  const need = (operands: readonly Operand[]): void => {
    for (const id of valuesIn(operands.filter((operand) => !loop.isInvariant(operand)))) needed.add(id);
  };
  need([of]);
  const computes: PrimInstr[] = [];
  for (const instr of all.toReversed()) {
    if (!needed.has(instr.result)) continue;
    const isComputed = instr.kind === "prim" && (isRepeatable(instr) || (instr.prim === "get" && isQuiet));
    if (!isComputed) return undefined;
    needed.delete(instr.result);
    need(instr.args);
    computes.unshift(instr);
  }
  // Whatever else is still needed is a parameter.
  return needed.size === 1 ? computes : undefined;
}

/** The function with the one product, behind the loop, in place of the sum. */
function withProduct(func: Func, { param, instr, latch, again, array, unit, counter, factor, computes }: Sum): Func {
  const { index, length } = unit;
  const { span } = instr;
  const values = [...func.values];
  const fresh = (type: Type, hint = ""): ValueId => valueId(values.push({ hint, type }) - 1);
  const emit = (instrs: Instr[], prim: PrimName, args: readonly Operand[], type: Type): Operand => {
    const result = fresh(type);
    instrs.push({ kind: "prim", prim, args, result, span });
    return value(result);
  };
  // If the element there is 1, the array has that index. A constant index need only be compared with the length.
  const asked: Instr[] = [];
  const isThere =
    index.kind === "const"
      ? emit(asked, "lt", [index, length], "bool")
      : emit(asked, "eq", [emit(asked, "get", [array, index], "any"), constant(1)], "bool");
  // In the one iteration the counter equals the index. The index may be -0, which a counter never is.
  const computed: Instr[] = [];
  const same = typeIn(func, index) === "int" ? index : emit(computed, "as-whole", [index], "int");
  const copies = new Map<ValueId, Operand>([[counter, same]]);
  const copied = resolver(copies);
  for (const own of computes) {
    const result = fresh(typeIn(func, value(own.result)), func.values[own.result]?.hint);
    computed.push(mapOperands(own, copied, result));
    copies.set(own.result, value(result));
  }
  const product = emit(computed, "add", [constant(0), copied(factor)], "num");
  const total = fresh("num", func.values[instr.result]?.hint);
  const [asking, then, behind] = [0, 1, 2].map((k) => blockId(func.blocks.length + k)) as [BlockId, BlockId, BlockId];
  const blocks = func.blocks.map((block, b): Block =>
    b === latch ? { ...block, terminator: { ...again, else: { target: asking, args: [] } } } : block,
  );
  blocks.push(
    {
      params: [],
      instrs: asked,
      terminator: {
        ...again,
        condition: isThere,
        then: { target: then, args: [] },
        else: { target: behind, args: [constant(0)] },
      },
    },
    { params: [], instrs: computed, terminator: { kind: "jump", edge: { target: behind, args: [product] }, span } },
    { params: [total], instrs: [], terminator: { kind: "jump", edge: again.else, span } },
  );
  const replaced = new Map<ValueId, Operand>([
    [param, zero],
    [instr.result, value(total)],
  ]);
  return replaceValues({ ...func, values, blocks }, replaced);
}
