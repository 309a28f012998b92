// What is said of indices holds wherever control comes, in random functions of whole numbers that are run. That it is said
// of loops as people write them, fixtures of guard-elimination show.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dominates,
  edgesOf,
  immediateDominators,
  parseFunc,
  type Block,
  type Edge,
  type Func,
  type Instr,
  type Operand,
  type ValueId,
} from "../ir/index.ts";
import { namedValues } from "../test-support/named-values.ts";
import { indexRanges } from "./bounds.ts";

const comparisons = ["lt", "le", "gt", "ge", "eq", "ne"] as const;

/** Numbers below a limit, one after the other. */
type Draw = (below: number) => number;

interface Shape {
  /** Where a block may go but to the next one; null if nowhere. */
  readonly others: readonly (number | null)[];
  readonly idom: readonly number[];
}

/** Blocks one after the other, some of which go back to a loop's header or leave blocks out. */
function shapeOf(draw: Draw): Shape {
  const count = 3 + draw(4);
  let others = Array.from({ length: count - 1 }, (_, b): number | null => {
    const target = 1 + draw(count - 1);
    if (b === 0) return draw(2) === 0 ? null : count - 1;
    return draw(4) === 0 || target === b + 1 ? null : target;
  });
  const placeholders = (b: number): readonly string[] => ["s", "c"].map((name) => `  %${name}${b}: int = add 0, 1`);
  const idomOf = (): readonly number[] => immediateDominators(parseFunc(textOf(others, placeholders, () => "0, 0")));
  const isLoop = (idom: readonly number[], target: number, b: number): boolean =>
    dominates(idom as never, target as never, b as never);
  // Only headers of loops are gone back to.
  const idom = idomOf();
  others = others.map((target, b) => (target !== null && target <= b && !isLoop(idom, target, b) ? null : target));
  return { others, idom: idomOf() };
}

function textOf(others: Shape["others"], body: (b: number) => readonly string[], args: (b: number) => string): string {
  const blocks = others.map((other, b) => {
    const head =
      b === 0
        ? 'bb0(%self; %x: numbers, %a: int):\n  %n: int = load %x, "length"'
        : `bb${b}(%p${b}: int, %q${b}: int):`;
    const edge = (target: number): string => (target === others.length ? `bb${target}` : `bb${target}(${args(b)})`);
    const end = other === null ? `jump ${edge(b + 1)}` : `branch %c${b}, ${edge(other)}, ${edge(b + 1)}`;
    return `${head}\n${body(b).join("\n")}\n  ${end}`;
  });
  return `fn @f {\n${blocks.join("\n")}\nbb${others.length}:\n  return 0\n}\n`;
}

function randomFunc(seed: number): Func {
  let state = seed;
  const draw: Draw = (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % below;
  };
  const { others, idom } = shapeOf(draw);
  const own = (b: number): readonly string[] => (b === 0 ? ["%a", "%n"] : [`%p${b}`, `%q${b}`, `%s${b}`]);
  const seen = (b: number): readonly string[] =>
    Array.from({ length: b + 1 }, (_, k) => k).flatMap((k) =>
      dominates(idom as never, k as never, b as never) ? own(k) : [],
    );
  const oneOf = <T>(all: readonly T[]): T => all[draw(all.length)] as T;
  const numberAt = (b: number): string => (draw(5) === 0 ? String(draw(3)) : oneOf(seen(b)));
  return parseFunc(
    textOf(
      others,
      (b) => {
        // Loops over all elements are behind a look whether there are any.
        if (b === 0) return ["  %c0 = ge 0, %n"];
        const [changed, compared] = [oneOf(seen(b).slice(0, -1)), draw(2) === 0 ? "%n" : numberAt(b)];
        return [
          `  %s${b}: int = ${oneOf(["add", "sub"])} ${changed}, ${1 + draw(2)}`,
          `  %c${b} = ${oneOf(comparisons)} ${numberAt(b)}, ${compared}`,
        ];
      },
      (b) => `${numberAt(b)}, ${numberAt(b)}`,
    ),
  );
}

const blockAt = (func: Func, b: number): Block => func.blocks[b] as Block;

/** Runs the function; `visit` is told each block that control comes to the end of, with all values so far. */
function run(
  func: Func,
  length: number,
  a: number,
  visit: (b: number, values: ReadonlyMap<ValueId, number>) => void,
): void {
  const values = new Map<ValueId, number>();
  const read = (operand: Operand): number =>
    operand.kind === "value"
      ? (values.get(operand.id) as number)
      : operand.kind === "const"
        ? Number(operand.value)
        : NaN;
  const compute = (instr: Instr): number => {
    if (instr.kind !== "prim") throw new Error("not of whole numbers");
    const [x, y] = instr.args.map(read) as [number, number];
    const results: Readonly<Record<string, number>> = {
      load: length,
      add: x + y,
      sub: x - y,
      lt: +(x < y),
      le: +(x <= y),
      gt: +(x > y),
      ge: +(x >= y),
      eq: +(x === y),
      ne: +(x !== y),
    };
    return results[instr.prim] as number;
  };
  values.set(blockAt(func, 0).params[3] as ValueId, a);
  for (let [b, steps] = [0, 0]; steps < 60; steps++) {
    const block = blockAt(func, b);
    for (const instr of block.instrs) values.set(instr.result, compute(instr));
    visit(b, values);
    const { terminator } = block;
    if (terminator.kind === "return") return;
    const [first, second] = edgesOf(terminator) as [Edge, Edge | undefined];
    const edge = terminator.kind === "branch" && read(terminator.condition) === 0 ? (second as Edge) : first;
    const passed = edge.args.map(read);
    b = edge.target;
    blockAt(func, b).params.forEach((id, k) => values.set(id, passed[k] as number));
  }
}

test("what is said of indices holds in runs of random functions", () => {
  let said = 0;
  const property = fc.property(fc.nat(), (seed) => {
    const func = randomFunc(seed);
    const ranges = indexRanges(func);
    const n: Operand = { kind: "value", id: (blockAt(func, 0).instrs[0] as Instr).result };
    const idom = immediateDominators(func);
    const claims = func.blocks.map((_, b) =>
      func.blocks.flatMap(({ params, instrs }, k) => {
        if (!dominates(idom, k as never, b as never)) return [];
        const ids = [...params.slice(k === 0 ? 3 : 0), ...instrs.map(({ result }) => result)];
        return ids
          .filter((id) => func.values[id]?.type === "int")
          .map((id) => {
            const key: Operand = { kind: "value", id };
            const [isIndex, isBelow] = [ranges.isIndex(key, b), ranges.isBelow(key, n, b)];
            said += Number(isBelow);
            return { id, isIndex, isBelow };
          });
      }),
    );
    for (const length of [0, 1, 3]) {
      for (const a of [-1, 0, 2]) {
        run(func, length, a, (b, values) => {
          for (const { id, isIndex, isBelow } of claims[b] ?? []) {
            const value = values.get(id) as number;
            if ((isIndex && value < 0) || (isBelow && value >= length))
              throw new Error(`%${id} is ${value} in bb${b} at length ${length}, a = ${a}`);
          }
        });
      }
    }
  });
  fc.assert(property, { numRuns: 2000 });
  expect(said).toBeGreaterThan(100);
});

test("a bound holds around a loop that passes the value on as it is", () => {
  const { func, operand } = namedValues(`
fn @f {
bb0(%self; %n: int, %c):
  %some = lt 2, %n
  branch %some, bb1(2), bb2
bb1(%k: int):
  branch %c, bb1(%k), bb2
bb2:
  return 0
}`);
  expect(indexRanges(func).isBelow(operand("k"), operand("n"), 1)).toBe(true);
});
