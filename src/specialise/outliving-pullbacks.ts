// Pullbacks that outlive the call: closures over a tape of their own (tape.ts), which they read from its end whenever they are called.

import {
  constant,
  isInactive,
  isNumber,
  isReference,
  naturalLoops,
  zero,
  type FuncBuilder,
  type FuncName,
  type Operand,
  type Program,
  type Span,
  type Type,
} from "../ir/index.ts";
import { callsIn } from "./direct-calls.ts";
import { buildPullback } from "./finish.ts";
import type { Input } from "./inputs.ts";
import type { Frame } from "./run.ts";
import type { Shape } from "./shape.ts";
import type { Border } from "./site.ts";
import type { Specialised, SpecialisedFunctions } from "./specialised.ts";

/** Whether a value of this type is no memory, so that two calls may each give one that equals it. */
export const isScalar = (type: Type): boolean => isNumber(type) || isInactive(type);

/** Whether a run of a function stores an unknown number of alphas. */
export function needsTape({ name, isCalled }: Specialised, functions: SpecialisedFunctions): boolean {
  const { program } = functions;
  const func = program.func(name);
  const stays = (callee: FuncName): boolean => functions.specialisedOf(program.code(callee))?.isCalled === true;
  return isCalled || naturalLoops(func).list.length > 0 || [...callsIn(func)].some(stays);
}

/** Whether operators alone lead to a call, so that its pullback is not called before the entry returns. */
export function isOfOperators(caller: Frame | null, border: Border): boolean {
  return caller === null || (border.isPrelude(caller.code) && isOfOperators(caller.caller, border));
}

/** The cotangent of what a function returns: inputs, but for memory. The cotangents of what that holds are in shadows. */
export function cotangentOf({ types }: Specialised, input: (of: Input) => Shape): Shape {
  const seeds = types.map((type): Shape =>
    isReference(type) ? { kind: "zero" } : input({ type: seedType(type), hint: "dy", outer: false }),
  );
  const [only] = seeds;
  return seeds.length === 1 && only !== undefined ? only : { kind: "tuple", items: seeds };
}

const seedType = (type: Type): Type => (isScalar(type) ? type : "any");

/** The arguments of the reverse sweep over a call: a tape, what is left of it, a context and a cotangent. */
export function reverseSweepOf(of: Specialised): {
  readonly inputs: readonly Input[];
  readonly shapes: readonly Shape[];
} {
  const inputs: Input[] = [];
  const input = (one: Input): Shape => ({ kind: "input", index: inputs.push(one) - 1 });
  const own = (hint: string, type: Type): Shape => input({ type, hint, outer: false });
  const tape = [own("numbers", "numbers"), own("others", "array"), own("left", "numbers")];
  return { inputs, shapes: [...tape, own("ctx", "context"), cotangentOf(of, input)] };
}

/** Adds the code of closures that stand for pullbacks of a function; null if they cannot. */
export function addOutliving(program: Program, of: Specialised, reverse: Specialised, span: Span): FuncName | null {
  const name = `${reverse.name}.outliving`;
  if (program.module.functions[name] !== undefined) return name;
  const captured = ["numbers", "others", ...reverse.hosts.map((_, k) => `further${k}`)];
  const [builder, [numbers, others, ...further]] = buildPullback(name, captured, span);
  const [context, cotangent] = builder.params as readonly [Operand, Operand];
  const ends = [numbers, others].map((list) => builder.prim("array-length", [list as Operand], span, "end"));
  const left = builder.prim("array", ends, span, "left", "numbers");
  const { types } = of;
  const part = (of: Operand, count: number, k: number): Operand =>
    count === 1 ? of : builder.prim("part", [of, constant(k)], span);
  const seeds = types.flatMap((type, k) => (!isReference(type) ? [part(cotangent, types.length, k)] : []));
  const given = [numbers as Operand, others as Operand, left, context, ...seeds, ...further];
  const [effect, count] = [reverse.effect, reverse.types.length];
  const type = count === 1 ? reverse.types[0] : "tuple";
  const raw = builder.call(
    builder.closure(reverse.name, [], span),
    given.map((one, k) => (reverse.unused.has(k) ? constant(undefined) : one)),
    span,
    { effect, ...(type === undefined ? {} : { type }) },
  );
  const component = (k: number): Operand =>
    count === 1 ? raw : builder.prim("tuple-get", [raw, constant(k)], span, "", reverse.types[k]);
  const result = reverse.result === null ? null : assembled(builder, reverse.result, component, span);
  if (result === null) return null;
  builder.ret(result, span);
  program.add(builder.finish());
  return name;
}

/** A value put together from its parts; null if it is more than numbers, references and tuples. */
function assembled(builder: FuncBuilder, shape: Shape, part: (k: number) => Operand, span: Span): Operand | null {
  switch (shape.kind) {
    case "input":
      return part(shape.index);
    case "constant":
      return constant(shape.value);
    case "zero":
      return zero;
    case "tuple": {
      const items = shape.items.map((item) => assembled(builder, item, part, span));
      return items.every((item) => item !== null) ? builder.prim("tuple", items, span) : null;
    }
    default:
      return null;
  }
}
