// Calls `f(a, ...xs)` where `xs` is an array whose elements are not known one by one.

import { elementOf, firstParam, type Block, type Code, type Operand, type Steps, type Type } from "../ir/index.ts";
import { ofOperand, type AbstractValue } from "./abstract-value.ts";
import type { Call } from "./call.ts";
import { ofNumbers } from "./foreign-calls.ts";
import type { Frame } from "./run.ts";
import { ofHost } from "./site.ts";

type Result = Steps<AbstractValue | null | undefined>;

/** What is asked of the run (interpreter.ts). */
export interface Calling {
  readonly inPlace: (call: Call) => Result;
  /** Runs something after which values are still needed. */
  readonly keeping: (values: readonly AbstractValue[], run: Result) => Result;
  readonly run: (code: Code, call: Call, rest?: AbstractValue) => Result;
  readonly read: (array: AbstractValue, k: number) => AbstractValue;
  /** The code that a call runs, with errors as values if it gives them; null if it is not known. */
  readonly codeOf: (call: Call) => Steps<readonly [Code, AbstractValue] | null>;
  readonly recurs: (code: Code, given: readonly [AbstractValue, ...AbstractValue[]], caller: Frame | null) => boolean;
  /** The array whose elements are the parts of a tuple. */
  readonly arrayBehind: (elements: Operand) => Operand | undefined;
  readonly typeOf: (operand: Operand) => Type;
}

/** The language's own, whose counterpart is compiled. */
const slice: unknown = Reflect.get(Array.prototype, "slice");

/** The result of such a call; undefined if that is not known before it runs. */
export function* callOfElements(of: Calling, call: Call): Result {
  const last = call.args.at(-1);
  const array = last?.kind === "operand" ? of.arrayBehind(last.operand) : undefined;
  if (array === undefined) return undefined;
  const isOfNumbers = call.callee.kind === "host" && ofNumbers.has(call.callee.value) && call.args.length === 1;
  const target = yield* of.codeOf(isOfNumbers ? { ...call, givesErrors: false } : call);
  if (target === null) return undefined;
  const [code, self] = target;
  const { rest, blocks, refusal, rules } = code.program.func(code.name);
  const args = call.args.slice(0, -1);
  const elements = ofOperand(array);
  // These only read their arguments, so they may have the array itself. They throw nothing.
  if (isOfNumbers) {
    if (elementOf(of.typeOf(array)) !== "num") return undefined;
    return yield* of.run(code, { ...call, callee: self, args }, elements);
  }
  const count = (blocks[0] as Block).params.length - firstParam - (rest ? 1 : 0);
  if (!rest) {
    // A guard fails if there are fewer elements than parameters. Further ones are of no use to the function.
    for (let k = 0; args.length < count; k++) args.push(of.read(elements, k));
    return yield* of.inPlace({ ...call, args });
  }
  if (args.length !== count || refusal !== null || Object.keys(rules).length > 0) return undefined;
  if (of.recurs(code, [self, ...args], call.caller)) return undefined;
  const place = { path: `${call.path}...`, givesErrors: false };
  const copy = { ...call, ...place, callee: ofHost(slice), receiver: elements, args: [] };
  const others = yield* of.keeping([self, call.receiver, ...args], of.inPlace(copy));
  return others == null ? others : yield* of.run(code, { ...call, callee: self, args }, others);
}
