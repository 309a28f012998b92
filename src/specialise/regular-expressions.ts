// Regular expressions: those of modules, and literals. Searches with them depend on texts alone. A literal is made once for all
// its runs: nobody can tell, as long as it is only searched with, and keeps no position between searches.

import { arrayOf, constant, operandEffect, type Operand, type Type } from "../ir/index.ts";
import { constructorFunction } from "../runtime/index.ts";
import { constantOf, ofConstant, ofOperand, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { instanceIn } from "./instances.ts";
import { expressionKey } from "./made-instances.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { readWhere } from "./read-where.ts";
import { ofHost, type CallSite, type PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

const make = constructorFunction(RegExp);

const native = (prototype: object, name: string): unknown => Reflect.get(prototype, name) as unknown;

interface Search {
  readonly result: Type;
  /** Whether the expression is the receiver; else it is the first argument of a method of a text. */
  readonly isReceiver: boolean;
}

const texts = arrayOf("str");
const searches: ReadonlyMap<unknown, Search> = new Map<unknown, Search>([
  [native(RegExp.prototype, "test"), { result: "bool", isReceiver: true }],
  [native(RegExp.prototype, "exec"), { result: texts, isReceiver: true }],
  [native(String.prototype, "match"), { result: texts, isReceiver: false }],
  [native(String.prototype, "search"), { result: "int", isReceiver: false }],
  [native(String.prototype, "split"), { result: texts, isReceiver: false }],
  [native(String.prototype, "replace"), { result: "str", isReceiver: false }],
  [native(String.prototype, "replaceAll"), { result: "str", isReceiver: false }],
]);
/** Whether it is a function that searches with a regular expression. */
export const isSearch = (method: unknown): boolean => searches.has(method);

/** These give null where nothing is found. */
const perhapsNothing: ReadonlySet<unknown> = new Set([
  native(RegExp.prototype, "exec"),
  native(String.prototype, "match"),
]);

/** The regular expression that a value is; null for all other values. */
function expressionIn(writer: Writer, known: AbstractValue | undefined): AbstractValue | null {
  if (known?.kind === "host") return Object.getPrototypeOf(known.value) === RegExp.prototype ? known : null;
  const instance = instanceIn(writer, known);
  return instance?.keys[0] === expressionKey ? (instance.items[0] as AbstractValue) : null;
}

/** A method of a regular expression of a module; null for all other values. */
export function methodOfExpression(
  writer: Writer,
  known: AbstractValue | undefined,
  name: string,
): AbstractValue | null {
  if (known?.kind !== "host" || expressionIn(writer, known) === null) return null;
  const method: unknown = Reflect.get(known.value, name);
  if (!searches.has(method)) return null;
  writer.assume(known.value, name, method);
  return ofHost(method);
}

/** Throws if a primitive would look into a regular expression, but for its methods, or change it: searches change its place. */
export function requireSearch({ writer, prim, args }: PrimSite): void {
  const isMethod =
    prim === "get" && searches.has(Reflect.get(RegExp.prototype, constantOf(args[1])?.value as PropertyKey));
  // The searches that are written below are such calls. Whether something fails is known, or asked of the expression itself.
  if (isMethod || prim === "passive-call" || prim === "failure") return;
  args.forEach((arg, k) => {
    const { reads, writes } = operandEffect(prim, k);
    if (reads.length + writes.length > 0 && expressionIn(writer, arg) !== null)
      throw new NotSpecialised("a regular expression, as a value", writer.span);
  });
}

/** What makes a regular expression, or searches with one, gives; null for all other calls. */
export function expressionCall(
  writer: Writer,
  id: ObjectId,
  { callee, receiver, args }: CallSite,
  givesErrors: boolean,
): AbstractValue | null {
  if (callee.kind !== "host") return null;
  if (callee.value === make) return written(writer, id, args);
  const search = searches.get(callee.value);
  if (search === undefined) return null;
  const [given, ...others] = search.isReceiver ? [receiver, ...args.slice(0, 1)] : args;
  const expression = expressionIn(writer, given);
  const seen = (search.isReceiver ? others : [receiver, ...others]).map((one) => writer.settled(one));
  const isText = (one: AbstractValue): boolean => typeOfAbstract(writer, one) === "str";
  if (expression?.kind !== "host" || seen.length === 0 || !seen.every(isText)) return null;
  const { flags } = expression.value as RegExp;
  if (flags.includes("y") || (flags.includes("g") && search.isReceiver)) return null;
  // It throws unless the expression has the flag.
  if (callee.value === String.prototype.replaceAll && (givesErrors || !flags.includes("g"))) return null;
  const operands = seen.map((one) => writer.operand(one));
  const [on, ...rest] = search.isReceiver
    ? [writer.operand(expression), ...operands]
    : [operands[0], writer.operand(expression), ...operands.slice(1)];
  const type = perhapsNothing.has(callee.value) ? "any" : search.result;
  const list = writer.prim("tuple", rest);
  const found = writer.prim("passive-call", [writer.operand(callee), on as Operand, list], "", type);
  if (!perhapsNothing.has(callee.value)) {
    if (search.result === texts) writer.made.note(found, id);
    return ofOperand(found);
  }
  const isThere = writer.prim("ne", [found, constant(null)]);
  const foundList = (): AbstractValue => {
    const operand = writer.prim("guard-array", [found], "", texts);
    writer.made.note(operand, id);
    return ofOperand(operand);
  };
  const items = [readWhere(writer, isThere, foundList, found), ofOperand(isThere), ofConstant(true)] as const;
  return writer.allocate(id, { kind: "perhaps", absent: "null", items });
}

/** An expression that is written in the code. */
function written(writer: Writer, id: ObjectId, args: readonly AbstractValue[]): AbstractValue | null {
  const [pattern, flags] = args.map((arg) => constantOf(arg)?.value);
  if (args.length !== 2 || typeof pattern !== "string" || typeof flags !== "string") return null;
  return writer.allocate(id, {
    kind: "instance",
    prototype: RegExp.prototype,
    keys: [expressionKey],
    items: [ofHost(expressionOf(pattern, flags))],
  });
}

const expressions = new Map<string, RegExp>();

/** The same for the same text, so that code is the same each time that it is written. */
function expressionOf(pattern: string, flags: string): RegExp {
  const key = `/${pattern}/${flags}`;
  let expression = expressions.get(key);
  if (expression === undefined) expressions.set(key, (expression = new RegExp(pattern, flags)));
  return expression;
}
