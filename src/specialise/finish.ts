// The last steps for a specialised function: its effect, the inputs that matter, the functions that stand for its pullback.

import {
  FuncBuilder,
  constant,
  firstParam,
  isValue,
  noSpan,
  operandEffect,
  operandsOf,
  prims,
  reachesReturn,
  synthetic,
  terminatorOperands,
  typeIn,
  undef,
  value,
  zero,
  type CallEffect,
  type CallInstr,
  type Func,
  type FuncName,
  type Instr,
  type Operand,
  type Program,
  type Span,
  type ValueId,
} from "../ir/index.ts";
import { beforeEnds, mayLeave, pointsTo, type AbstractLocation } from "../analysis/index.ts";
import type { Specialised } from "./specialised.ts";
import type { Input } from "./inputs.ts";
import { madeCount, madeSlots } from "./made-parts.ts";
import { carriedApart, carriedBy, eachProperty, recordsIn, type Shape } from "./shape.ts";
import type { Which } from "./abstract-value.ts";

/**
 * The inputs that lead to memory that a function writes; "any" if it may have other effects. Effects before an exception do not
 * count, unless the function may deoptimise instead of throwing. `callsUnknown`: it throws where it will call a function of which
 * nothing is known yet.
 */
export function effectOf(func: Func, callsUnknown: boolean): CallEffect {
  const { isMade, isSeen, writtenBy } = pointsTo(func);
  const reaches = reachesReturn(func);
  if (!callsUnknown && beforeEnds(func, mayLeave).some(isSeen)) return "any";
  const params = (func.blocks[0]?.params ?? []).slice(firstParam);
  /** By index: whether only the input itself is written. */
  const effect = new Map<number, boolean>();
  for (const instr of func.blocks.flatMap(({ instrs }, b) => (reaches[b] === true ? instrs : []))) {
    const written = writtenBy(instr);
    if (written === "any") return "any";
    for (const { operand, isOnlyItself, locations } of written) {
      if (locations.size === 0 && operand.kind === "value") return "any";
      for (const location of locations) {
        if (isMade(location)) continue;
        const k = params.findIndex((id) => id === location);
        if (k < 0) return "any";
        // A context is one with its shadows.
        const isContext = typeIn(func, value(location as ValueId)) === "context";
        const isItself = isContext || (isOnlyItself && isValue(operand, location as ValueId));
        effect.set(k, isItself && effect.get(k) !== false);
      }
    }
  }
  return [...effect].map(([arg, isOnlyItself]) => ({ arg, isOnlyItself })).toSorted((a, b) => a.arg - b.arg);
}

/** Whether a function reads only memory that it made, or memory that existed before and that nobody writes. */
export function readsOnly(func: Func, inputs: readonly Input[]): boolean {
  const { of, reach, isMade } = pointsTo(func);
  const params = (func.blocks[0]?.params ?? []).slice(firstParam);
  const isOuter = new Set<AbstractLocation>(params.filter((_, k) => inputs[k]?.outer === true));
  return func.blocks.every(({ instrs }) =>
    instrs.every((instr) => {
      if (instr.kind !== "prim" || prims[instr.prim].effect !== "read") return true;
      const isKnown = (locations: readonly AbstractLocation[]): boolean =>
        locations.length > 0 && locations.every((location) => isMade(location) || isOuter.has(location));
      return instr.args.every((arg, k) => {
        const { reads } = operandEffect(instr.prim, k);
        return (k > 0 && reads.length === 0) || isKnown([...(reads.includes("all") ? reach : of)(arg)]);
      });
    }),
  );
}

/** Drops inputs that only serve to be passed to recursive calls: gives the function without such arguments, and these inputs. */
export function withoutUnused(func: Func): readonly [Func, ReadonlySet<number>] {
  const params = (func.blocks[0]?.params ?? []).slice(firstParam);
  const instrs = func.blocks.flatMap((block) => block.instrs);
  const itself = new Set(
    instrs.flatMap((instr) => (instr.kind === "closure" && instr.func === func.name ? [instr.result] : [])),
  );
  const isOwnCall = (instr: Instr): instr is CallInstr =>
    instr.kind === "call" && instr.word === "" && instr.callee.kind === "value" && itself.has(instr.callee.id);
  const used = new Set<ValueId>();
  const use = (operand: Operand | undefined): void => {
    if (operand?.kind === "value") used.add(operand.id);
  };
  for (const instr of instrs) {
    if (!isOwnCall(instr)) operandsOf(instr).forEach(use);
    else
      instr.args.forEach((arg, k) => {
        if (arg.kind !== "value" || arg.id !== params[k]) use(arg);
      });
  }
  for (const { terminator } of func.blocks) terminatorOperands(terminator).forEach(use);
  const unused = new Set([...params.keys()].filter((k) => !used.has(params[k] as ValueId)));
  if (unused.size === 0) return [func, unused];
  const blocks = func.blocks.map((block) => ({
    ...block,
    instrs: block.instrs.map((instr) =>
      isOwnCall(instr) ? { ...instr, args: instr.args.map((arg, k) => (unused.has(k) ? undef : arg)) } : instr,
    ),
  }));
  return [{ ...func, blocks }, unused];
}

/** Builds a function that is called like a pullback; gives its captured values too. */
export function buildPullback(
  name: FuncName,
  captured: readonly string[],
  span: Span,
): readonly [FuncBuilder, readonly Operand[]] {
  const builder = new FuncBuilder({
    name,
    params: [{ hint: "ctx", type: "context" }, { hint: "dy" }],
    captures: captured.map((own) => ({ name: own, from: "scope", boxed: false })),
    span: synthetic(span),
  });
  return [builder, captured.map((_, k) => builder.prim("capture", [builder.self, constant(k)], span))];
}

/** Adds a function whose closures capture the inputs of a call; when called, they run the call's pullback. Gives its name. */
export function addLate(program: Program, specialised: Specialised, span: Span): FuncName {
  const name = `${specialised.name}.late`;
  const captured = [...specialised.inputs, ...specialised.hosts].map((_, k) => `input${k}`);
  const [builder, inputs] = buildPullback(name, captured, span);
  const pair = builder.call(builder.closure(specialised.name, [], span), inputs, span, { word: "J", type: "tuple" });
  const pullback = builder.prim("tuple-get", [pair, constant(1)], span);
  builder.ret(builder.call(pullback, builder.params, span), span);
  program.add(builder.finish());
  return name;
}

/** Adds a function that captures the pullback of `specialised` but is called like the original one's; gives its name. */
export function addPullback(
  program: Program,
  specialised: Specialised,
  shapes: readonly Shape[],
  span: Span,
): FuncName {
  const name = `${specialised.name}.pullback`;
  const count = 1 + Math.max(-1, ...shapes.flatMap(recordsIn));
  const slots = madeSlots(specialised.result as Shape);
  const objects = madeCount(specialised.result as Shape);
  const names = (length: number, of: string): readonly string[] => Array.from({ length }, (_, k) => `${of}${k}`);
  const captured = ["pullback", ...names(count, "record"), ...names(objects, "made")];
  const [builder, [pullback, ...given]] = buildPullback(name, captured, span);
  const [ctx, dy] = builder.params as readonly [Operand, Operand];
  const emitPart = (of: Operand, k: number): Operand =>
    of.kind === "zero" ? zero : builder.prim("part", [of, constant(k)], span);
  const seeds: Operand[] = new Array<Operand>(specialised.types.length).fill(zero);
  carriedApart(specialised.result as Shape, dy, emitPart, seeds);
  for (const { object, key, shape } of slots) {
    const shadow = builder.prim("shadow", [ctx, given[count + object] as Operand], span);
    carriedApart(shape, builder.prim("take", [shadow, constant(key)], span), emitPart, seeds);
  }
  const seed = seeds.length === 1 ? (seeds[0] as Operand) : builder.prim("tuple", seeds, span);
  const parts = builder.call(pullback as Operand, [ctx, seed], span);
  for (const shape of shapes) {
    eachProperty(shape, (record, key, input) => {
      const shadow = builder.prim("shadow", [ctx, given[record] as Operand], span);
      builder.prim("accum", [shadow, constant(key), emitPart(parts, input + firstParam)], span);
    });
  }
  const tuple = (items: readonly Operand[]): Operand => builder.prim("tuple", items, span);
  // The cotangent of a function that is used as a whole is added to those of its captured values, at its first occurrence.
  const wholes = new Map<Which, number>(
    specialised.hosts.flatMap((host, k) => (host.kind === "given" ? [[host.which, k] as const] : [])),
  );
  const whole = (which: Which, carried: Operand): Operand => {
    const k = wholes.get(which);
    if (k === undefined) return carried;
    wholes.delete(which);
    const own = emitPart(parts, firstParam + specialised.inputs.length + k);
    return builder.prim("sum", [carried, own], span);
  };
  const all = shapes.map((shape) => carriedBy(shape, (k) => emitPart(parts, k + firstParam), zero, tuple, whole));
  builder.ret(tuple(all), span);
  program.add(builder.finish());
  return name;
}

/** Adds a function that is only a placeholder: it is never called. */
export function addNever(program: Program, name: FuncName): void {
  const builder = new FuncBuilder({ name, params: [], span: noSpan });
  builder.throw(undef, noSpan);
  program.add(builder.finish());
}

/** Adds functions that stand for a call and its sweeps (ad/sweeps.ts); gives the names of the sweeps. They are never called. */
export function addSweeps(program: Program, name: FuncName): readonly [forward: FuncName, reverse: FuncName] {
  const [forward, reverse] = [`${name}.forward`, `${name}.reverse`];
  const add = (one: FuncName, rules: Func["rules"]): void => {
    const builder = new FuncBuilder({ name: one, params: [], span: noSpan, rules });
    builder.throw(undef, noSpan);
    program.add(builder.finish());
  };
  add(reverse, {});
  add(forward, { R: reverse });
  add(name, { F: forward });
  return [forward, reverse];
}

/** What is assumed of a specialised function before it has been written. */
export const neverReturning = (name: FuncName, inputs: readonly Input[], lists: number): Specialised => ({
  name,
  inputs,
  lists,
  hosts: [],
  result: null,
  types: [],
  assumed: [],
  distinct: [],
  effect: [],
  isQuiet: true,
  isFixed: true,
  isCalled: false,
  stored: new Map(),
  unused: new Set(),
  pullback: null,
  recursion: undefined,
});
