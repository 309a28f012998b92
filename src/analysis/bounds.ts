// Which keys are certainly indices of an array: whole numbers from zero to below its length.
//
// Proofs are demand-driven: they follow definitions, the arguments of block parameters, and the branches on the way (R. Bodik,
// R. Gupta and V. Sarkar, "ABCD: eliminating array bounds checks on demand", 2000). A parameter whose arguments lead back to
// itself is proved by induction: the proof assumes the claim for the previous iteration.

import { definitionsOf } from "./definitions.ts";
import type { Block, BlockId, Edge, Func, Operand, ValueId } from "../ir/index.ts";
import { dominates, edgesOf, immediateDominators, typeIn, predecessors, sameOperand, ofFunction } from "../ir/index.ts";
import { subscriptOf } from "./subscripts.ts";
import { measured } from "./array-lengths.ts";

export interface IndexRanges {
  /** Whether in a block `key` is a whole number, at least 0 and below `limit`. */
  readonly isBelow: (key: Operand, limit: Operand, block: number) => boolean;
  /** Whether in a block `key` is a whole number that is not negative. */
  readonly isIndex: (key: Operand, block: number) => boolean;
}

/** `x ≤ y + plus`. */
interface Fact {
  readonly x: Operand;
  readonly y: Operand;
  readonly plus: number;
}

const deepest = 12;
/** The most steps of one proof: longer ones are not worth the time. */
const mostSteps = 300;

export const indexRanges: (func: Func) => IndexRanges = ofFunction((func: Func): IndexRanges => {
  const definitions = definitionsOf(func);
  const idom = immediateDominators(func);
  const preds = predecessors(func);
  const { prim } = definitions;
  const isWhole = (operand: Operand): boolean => typeIn(func, operand) === "int";
  const split = (x: Operand): readonly [Operand, number] => {
    const { base, plus } = subscriptOf(func, x);
    return [base, plus];
  };
  const isLength = (x: Operand): boolean => measured(prim(x), func) !== undefined;

  const factsOn = (condition: Operand, holds: boolean): readonly Fact[] => {
    const instr = prim(condition);
    const [x, y] = instr?.args ?? [];
    if (instr === undefined || x === undefined) return [];
    if (instr.prim === "not") return factsOn(x, !holds);
    if (y === undefined || !isWhole(x) || !isWhole(y)) return [];
    const less = (a: Operand, b: Operand, plus: number): readonly Fact[] => [{ x: a, y: b, plus }];
    switch (instr.prim) {
      case "lt":
        return holds ? less(x, y, -1) : less(y, x, 0);
      case "gt":
        return holds ? less(y, x, -1) : less(x, y, 0);
      case "le":
        return holds ? less(x, y, 0) : less(y, x, -1);
      case "ge":
        return holds ? less(y, x, 0) : less(x, y, -1);
      case "eq":
        return holds ? [...less(x, y, 0), ...less(y, x, 0)] : [];
      case "ne":
        return holds ? [] : [...less(x, y, 0), ...less(y, x, 0)];
      default:
        return [];
    }
  };
  const known = new Map<number, readonly Fact[]>();
  /** The facts that hold in a block because of the branches that lead to it. */
  const factsIn = (b: number): readonly Fact[] => {
    let facts = known.get(b);
    if (facts !== undefined) return facts;
    const above = idom[b] ?? 0;
    const own = above === b || preds[b]?.length !== 1 ? [] : factsOnEdges(above, b);
    facts = b === 0 ? [] : [...own, ...factsIn(above)];
    known.set(b, facts);
    return facts;
  };
  /** The facts that hold on the edge from a block to `target`. */
  const factsOnEdges = (from: number, target: number): readonly Fact[] => {
    const terminator = func.blocks[from]?.terminator;
    if (terminator?.kind !== "branch" || terminator.then.target === terminator.else.target) return [];
    return factsOn(terminator.condition, terminator.then.target === target);
  };
  const paramOf = (x: Operand): readonly [block: number, k: number] | null => {
    if (x.kind !== "value" || definitions.of(x.id) !== undefined) return null;
    const b = definitions.blockOf(x.id);
    return b === 0 ? null : [b, (func.blocks[b] as Block).params.indexOf(x.id)];
  };
  /** Whether a value does not change while control stays in a block, or in the loop whose header the block is. */
  const isAbove = (x: Operand, b: number): boolean => {
    if (x.kind !== "value") return true;
    const own = definitions.blockOf(x.id);
    return own !== b && dominates(idom, own, b as BlockId);
  };
  type Granted = ReadonlyMap<ValueId, number>;
  type Proof = (x: Operand, c: number, facts: readonly Fact[], granted: Granted) => boolean;
  /** Whether a proof holds for every argument of a parameter. */
  const isPassed = (x: Operand, proof: Proof, c: number, facts: readonly Fact[], granted: Granted): boolean => {
    const param = paramOf(x);
    if (param === null || x.kind !== "value") return false;
    const [b, k] = param;
    // An assumption made inside a loop holds under the branches there, not outside the loop.
    const still = [...granted].filter(([id]) => dominates(idom, definitions.blockOf(id), b as BlockId));
    const more = new Map([...still, [x.id, c]]);
    const lasting = facts.filter((fact) => isAbove(fact.x, b) && isAbove(fact.y, b));
    return (preds[b] as readonly BlockId[]).every((from) => {
      const there = [...new Set([...factsOnEdges(from, b), ...factsIn(from), ...lasting])];
      if (isImpossible(there)) return true;
      const edges: readonly Edge[] = edgesOf((func.blocks[from] as Block).terminator);
      return edges.every(({ target, args }) => target !== b || proof(args[k] as Operand, c, there, more));
    });
  };
  let [depth, steps] = [0, 0];
  const deeper = (proof: () => boolean): boolean => {
    if (depth >= deepest || steps > mostSteps) return false;
    depth++;
    steps++;
    const result = proof();
    depth--;
    return result;
  };

  /** Whether the limit does not change while control stays in the parameter's block, or in the loop that it heads. */
  const isAboveParam = (limit: Operand, x: Operand): boolean => {
    const b = paramOf(x)?.[0];
    return b !== undefined && isAbove(limit, b);
  };

  /** Whether `x ≤ limit + c`. */
  const upper =
    (limit: Operand): Proof =>
    (x, c, facts, granted) => {
      const proof = upper(limit);
      if (sameOperand(x, limit)) return c >= 0;
      if (x.kind === "const" && typeof x.value === "number") {
        const least = limit.kind === "const" ? (limit.value as number) : isLength(limit) ? 0 : null;
        if (least !== null && x.value <= least + c) return true;
      }
      const hypothesis = x.kind === "value" ? granted.get(x.id) : undefined;
      if (hypothesis !== undefined) return c >= hypothesis;
      const [base, plus] = split(x);
      if (base !== x && deeper(() => proof(base, c - plus, facts, granted))) return true;
      const byFact = facts.some((fact) => {
        const [about, shift] = split(fact.x);
        // x = about + k ≤ y + plus - shift + k
        const k = distance(fact.x, about, shift, x, base, plus);
        return k !== null && deeper(() => proof(fact.y, c - (fact.plus - shift + k), without(facts, fact), granted));
      });
      return byFact || (isAboveParam(limit, x) && deeper(() => isPassed(x, proof, c, facts, granted)));
    };

  /** Whether `x ≥ c`. */
  const lower: Proof = (x, c, facts, granted) => {
    if (x.kind === "const" && typeof x.value === "number") return x.value >= c;
    if (c <= 0 && isLength(x)) return true;
    const hypothesis = x.kind === "value" ? granted.get(x.id) : undefined;
    if (hypothesis !== undefined) return c <= hypothesis;
    const [base, plus] = split(x);
    if (base !== x && deeper(() => lower(base, c - plus, facts, granted))) return true;
    const byFact = facts.some((fact) => {
      const [about, shift] = split(fact.y);
      const k = distance(fact.y, about, shift, x, base, plus);
      // fact.x ≤ about + shift + plus, and x = about + k
      return k !== null && deeper(() => lower(fact.x, c + fact.plus + shift - k, without(facts, fact), granted));
    });
    return byFact || deeper(() => isPassed(x, lower, c, facts, granted));
  };

  const prove = (proof: Proof, x: Operand, c: number, block: number): boolean => {
    steps = 0;
    return proof(x, c, factsIn(block), new Map());
  };
  const isIndex = (key: Operand, block: number): boolean => isWhole(key) && prove(lower, key, 0, block);
  return {
    isIndex,
    isBelow: (key, limit, block) => isIndex(key, block) && isWhole(limit) && prove(upper(limit), key, -1, block),
  };
});

const without = (facts: readonly Fact[], fact: Fact): readonly Fact[] => facts.filter((other) => other !== fact);

/** Whether the facts contradict each other, so that control never reaches a place where all of them hold. */
const isImpossible = (facts: readonly Fact[]): boolean =>
  facts.some(({ x, y, plus }) =>
    facts.some((other) => sameOperand(x, other.y) && sameOperand(y, other.x) && plus + other.plus < 0),
  );

/** `k` such that `x` is `about + k`. The fact is about `named`, which is `about + shift`. Null if they have nothing in common. */
function distance(
  named: Operand,
  about: Operand,
  shift: number,
  x: Operand,
  base: Operand,
  plus: number,
): number | null {
  if (sameOperand(named, x)) return shift;
  if (sameOperand(about, x)) return 0;
  if (sameOperand(about, base)) return plus;
  if (named.kind !== "const" || x.kind !== "const") return null;
  return (x.value as number) - (named.value as number);
}
