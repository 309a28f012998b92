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
  type Definitions,
  branchOf,
  counterThatCovers,
  entryOf,
  isLeftAtLatch,
  type Branch,
  filledArrays,
  type Filled,
  instrsOf,
  privateStores,
  isRepeatable,
  isElementRead,
} from "../../analysis/index.ts";
import type {
  Block,
  BlockId,
  Edge,
  Func,
  Instr,
  Loop,
  Operand,
  Pass,
  PrimInstr,
  PrimName,
  ValueId,
} from "../../ir/index.ts";
import {
  blockId,
  constant,
  countUses,
  edgesOf,
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  typeIn,
  prims,
  renumber,
  sameOperand,
  value,
  valueId,
} from "../../ir/index.ts";

export const unitVectorSums: Pass = {
  name: "unit-vector-sums",
  phase: "any",
  run: (module) => mapFunctions(module, sumsIn),
};

function sumsIn(func: Func): Func {
  const facts = factsOf(func);
  if (facts.units.size === 0) return func;
  for (const loop of facts.loops) {
    const found = sumIn(func, loop, facts);
    if (found !== undefined) return sumsIn(withProduct(func, loop, found));
  }
  return func;
}

interface Unit extends Filled {
  /** Where it is 1. */
  readonly index: Operand;
}

interface Facts {
  readonly loops: readonly Loop[];
  readonly definitions: Definitions;
  readonly units: ReadonlyMap<ValueId, Unit>;
}

function factsOf(func: Func): Facts {
  const arePrivate = privateStores(func);
  const units = [...filledArrays(func)].flatMap(([array, filled]): [ValueId, Unit][] =>
    filled.element.kind === "unit" && arePrivate.has(array)
      ? [[array, { ...filled, index: filled.element.index }]]
      : [],
  );
  return { loops: naturalLoops(func).list, definitions: definitionsOf(func), units: new Map(units) };
}

/** A sum over a loop. */
interface Sum {
  /** It begins in this parameter of the header. */
  readonly param: number;
  readonly instr: Instr;
  readonly array: Operand;
  readonly index: Operand;
  readonly length: Operand;
  readonly counter: ValueId;
  readonly factor: Operand;
  /** The instructions that compute the factor in an iteration, in order. */
  readonly computes: readonly PrimInstr[];
}

function sumIn(func: Func, loop: Loop, { units, definitions }: Facts): Sum | undefined {
  const block = (b: number): Block => func.blocks[b] as Block;
  const again = branchOf(func, loop.latch);
  if (again?.then.target !== loop.header) return undefined;
  if (!isLeftAtLatch(func, loop)) return undefined;
  const entering = edgesOf(block(entryOf(func, loop)).terminator);
  const into = entering.find(({ target }) => target === loop.header);
  if (into === undefined) return undefined;
  const uses = countUses(func);
  const usesInside = countUses({ ...func, blocks: loop.blocks.map(block) });
  for (const [param, id] of block(loop.header).params.entries()) {
    const start = into.args[param];
    const next = again.then.args[param] as Operand;
    const [acc, product] = definitions.args(next, "sum");
    if (start?.kind !== "zero" || next.kind !== "value" || acc?.kind !== "value" || acc.id !== id || uses[id] !== 1)
      continue;
    // The loop passes the sum to its next iteration or out, and uses it nowhere else.
    if (usesInside[next.id] !== 1 + again.else.args.filter((arg) => sameOperand(arg, next)).length) continue;
    const [element, factor] = definitions.args(product, "scale");
    const read = definitions.args(element, "guard-number")[0] ?? element;
    const reading = definitions.prim(read);
    const [array, key] = reading !== undefined && isElementRead(reading.prim) ? reading.args : [];
    const unit = array?.kind === "value" ? units.get(array.id) : undefined;
    if (array === undefined || key?.kind !== "value" || factor === undefined || unit === undefined) continue;
    if (!unit.isFull(loop.header) || counterThatCovers(func, loop, unit.length) !== key.id) continue;
    const computes = computing(func, loop, key.id, factor);
    const instr = definitions.of(next.id) as Instr;
    if (computes !== undefined)
      return { param, instr, array, index: unit.index, length: unit.length, counter: key.id, factor, computes };
  }
  return undefined;
}

/** The instructions that compute a value in an iteration, of the counter and of outside values; undefined if it needs more. */
function computing(func: Func, loop: Loop, counter: ValueId, of: Operand): readonly PrimInstr[] | undefined {
  const all = instrsOf(func, loop);
  const inside = new Set(loop.blocks.flatMap((b) => func.blocks[b]?.params ?? []));
  for (const { result } of all) inside.add(result);
  const isQuiet = all.every((instr) => instr.kind === "prim" && !["write", "call"].includes(prims[instr.prim].effect));
  const needed = new Set<ValueId>([counter]);
  const need = (operand: Operand): void => {
    if (operand.kind === "value" && inside.has(operand.id)) needed.add(operand.id);
  };
  need(of);
  const computes: PrimInstr[] = [];
  for (const instr of all.toReversed()) {
    if (!needed.has(instr.result)) continue;
    const isComputed = instr.kind === "prim" && (isRepeatable(instr) || (instr.prim === "get" && isQuiet));
    if (!isComputed) return undefined;
    needed.delete(instr.result);
    instr.args.forEach(need);
    computes.unshift(instr);
  }
  // Whatever else is still needed is a parameter.
  return needed.size === 1 ? computes : undefined;
}

/** The function with the one product, behind the loop, in place of the sum. */
function withProduct(
  func: Func,
  loop: Loop,
  { param, instr, array, index, length, counter, factor, computes }: Sum,
): Func {
  const { span } = instr;
  const values = [...func.values];
  const fresh = (info: Func["values"][number]): ValueId => valueId(values.push(info) - 1);
  const again = branchOf(func, loop.latch) as Branch;
  const [asking, computed, behind] = [0, 1, 2].map((k) => blockId(func.blocks.length + k)) as [
    BlockId,
    BlockId,
    BlockId,
  ];
  const [element, isOne, product] = [
    fresh({ hint: "", type: "any" }),
    fresh({ hint: "", type: "bool" }),
    fresh({ hint: "", type: "num" }),
  ];
  const total = fresh({ hint: func.values[instr.result]?.hint ?? "", type: "num" });
  // In the one iteration the counter equals the index. The index may be -0, which a counter never is.
  const isWhole = typeIn(func, index) === "int";
  const same = isWhole ? index : value(fresh({ hint: "", type: "int" }));
  const copies = new Map<ValueId, Operand>([[counter, same]]);
  const copied = (operand: Operand): Operand => (operand.kind === "value" && copies.get(operand.id)) || operand;
  const prim = (result: ValueId, name: PrimName, args: readonly Operand[]): PrimInstr => ({
    kind: "prim",
    prim: name,
    args,
    result,
    span,
  });
  const instrs = computes.map((own): Instr => {
    const result = fresh(func.values[own.result] as Func["values"][number]);
    const copy = mapOperands(own, copied, result);
    copies.set(own.result, value(result));
    return copy;
  });
  // If the element there is 1, the array has that index. A constant index need only be compared with the length.
  const isThere =
    index.kind === "const"
      ? [prim(isOne, "lt", [index, length])]
      : [prim(element, "load", [array, index]), prim(isOne, "eq", [value(element), constant(1)])];
  const resolve = (operand: Operand): Operand =>
    operand.kind === "value" && operand.id === instr.result ? value(total) : operand;
  const withoutSum = (edge: Edge): Edge =>
    edge.target === loop.header ? { ...edge, args: edge.args.filter((_, k) => k !== param) } : edge;
  const inside = new Set<number>(loop.blocks);
  const blocks = func.blocks.map((own, b): Block => {
    const params = b === loop.header ? own.params.filter((_, k) => k !== param) : own.params;
    if (b === loop.latch) {
      const terminator: Branch = { ...again, then: withoutSum(again.then), else: { target: asking, args: [] } };
      return { params, instrs: own.instrs.filter((one) => one !== instr), terminator };
    }
    const terminator = mapTerminator(own.terminator, (operand) => operand, withoutSum);
    if (inside.has(b)) return { params, instrs: own.instrs.filter((one) => one !== instr), terminator };
    return {
      params,
      instrs: own.instrs.map((one) => mapOperands(one, resolve)),
      terminator: mapTerminator(terminator, resolve),
    };
  });
  blocks.push(
    {
      params: [],
      instrs: isThere,
      terminator: {
        ...again,
        condition: value(isOne),
        then: { target: computed, args: [] },
        else: { target: behind, args: [constant(0)] },
      },
    },
    {
      params: [],
      instrs: [
        ...(same.kind === "value" && !isWhole ? [prim(same.id, "as-whole", [index])] : []),
        ...instrs,
        prim(product, "add", [constant(0), copied(factor)]),
      ],
      terminator: { kind: "jump", edge: { target: behind, args: [value(product)] }, span },
    },
    {
      params: [total],
      instrs: [],
      terminator: { kind: "jump", edge: { target: again.else.target, args: again.else.args.map(resolve) }, span },
    },
  );
  return renumber({ ...func, values, blocks });
}
