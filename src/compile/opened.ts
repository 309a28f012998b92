// Results with a function in them, as those of `vjp`: code returns them in parts, so that calls of the function run specialised
// code, too. The function itself is made when general code needs it.

import { definitionsOf } from "../analysis/index.ts";
import { noSpan, sameOperand, type Func, type Steps } from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import type { Further, Input, Shape, Specialised, Which } from "../specialise/index.ts";
import { exactly, finished, linked } from "./linking.ts";
import type { Key, Workshop } from "./workshop.ts";

/** The function in a result, in parts. */
export interface Opened {
  /** The value beside the function: a part, or a constant. */
  readonly value: Shape;
  readonly shape: Shape;
  /** What is known of the parts. */
  readonly inputs: readonly Input[];
  /** Makes the function. */
  readonly make: AnyFunction;
  /** The workshop that made it. */
  readonly key: Key;
}

/** The parts of a result that is a list of a value and a function; null if they do not stand for it by themselves. */
function partsOf({ result, types }: Specialised, func: Func): readonly [value: Shape, shape: Shape] | null {
  const [value, shape] = result?.kind === "made" ? result.items : [];
  if (value === undefined || shape === undefined) return null;
  const isSimple = value.kind === "input" || value.kind === "constant";
  return isSimple && !types.some(isOfRun) ? [value, withFirst(shape, firstOf(func))] : null;
}

/** For each part of the result of a function, the first one that is the same. */
function firstOf(func: Func): readonly number[] {
  const returns = func.blocks.flatMap(({ terminator }) => (terminator.kind === "return" ? [terminator.value] : []));
  const [only] = returns;
  const parts = returns.length === 1 ? (definitionsOf(func).prim(only, "tuple")?.args ?? []) : [];
  return parts.map((part) => parts.findIndex((other) => sameOperand(part, other)));
}

/** A shape in which parts that are the same memory are known to be. */
function withFirst(shape: Shape, first: readonly number[]): Shape {
  if (shape.kind === "input") return { ...shape, index: first[shape.index] ?? shape.index };
  if (!("items" in shape)) return shape;
  const items = shape.items.map((item) => withFirst(item, first));
  return shape.kind === "closure" && shape.value !== undefined
    ? { ...shape, items, value: first[shape.value] ?? shape.value }
    : { ...shape, items };
}

/** The parts that are given functions, by the numbers of these. */
function functionsIn(shape: Shape, found = new Map<Which, number>()): Map<Which, number> {
  if (shape.kind === "closure" && shape.value !== undefined) found.set(shape.which, shape.value);
  if ("items" in shape) for (const item of shape.items) functionsIn(item, found);
  return found;
}

/** A shape with other numbers for the given functions in it, each by the part that it is. */
export function withNumbers(shape: Shape, numberOf: (part: number) => number): Shape {
  const numbers = new Map([...functionsIn(shape)].map(([which, part]) => [which, numberOf(part)]));
  const renumbered = (one: Shape): Shape => {
    if (!("items" in one)) return one;
    const items = one.items.map(renumbered);
    return one.kind === "closure" ? { ...one, items, which: numbers.get(one.which) ?? one.which } : { ...one, items };
  };
  return renumbered(shape);
}

/** Shadows belong to the run that made them. */
const isOfRun = (type: Input["type"]): boolean => type === "context" || type === "shadow";

/** What is needed to put a result together that is returned in parts; null if it cannot be. */
export function* openedOf(key: Key, specialised: Specialised): Steps<Opened | null> {
  const workshop = key.workshop as Workshop;
  const { specialiser, program } = workshop;
  const parts = partsOf(specialised, program.func(specialised.name));
  if (parts === null) return null;
  const [value, shape] = parts;
  const inputs = specialised.types.map((type): Input => ({ type, hint: "x", outer: true }));
  const maker = yield* specialiser.specialise({ kind: "make" }, [shape], inputs, noSpan);
  const values = functionsIn(shape);
  const isKnown = (host: Further): boolean => host.kind === "host" || values.has(host.which);
  if (maker.result?.kind !== "input" || !maker.hosts.every(isKnown)) return null;
  const exact = yield* exactly(workshop, maker.name);
  const { run } = linked(workshop, yield* finished(workshop, exact, maker.name, "plain", false));
  const furtherOf = (parts: readonly unknown[]): readonly unknown[] =>
    maker.hosts.map((host) => (host.kind === "host" ? host.value : parts[values.get(host.which) as number]));
  // Where code differs, this name is shown.
  const pullback = (...given: never[]): unknown => run(...given, ...(furtherOf(given) as never[]));
  return { value, shape, inputs, make: pullback, key };
}

/** The parts that code has returned: several are a list. */
export const partsIn = ({ inputs }: Opened, result: unknown): readonly unknown[] =>
  inputs.length === 1 ? [result] : (result as readonly unknown[]);

/** The value in a result. */
export function valueIn({ value }: Opened, parts: readonly unknown[]): unknown {
  return value.kind === "input" ? parts[value.index] : value.kind === "constant" ? value.value : undefined;
}
