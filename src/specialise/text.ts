// Characters and methods of strings, and methods of numbers that give strings. Their results depend on primitive values alone,
// and carry no derivative.

import { arrayOf, constant, elementOf, isInactive, isNumber, type Type } from "../ir/index.ts";
import { abstractUndefined, ofConstant, ofOperand, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { arrayOperand } from "./memory.ts";
import { isSearch } from "./regular-expressions.ts";
import { readWhere } from "./read-where.ts";
import { ofHost, type PrimSite, type World } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

const named = (type: Type, names: string): readonly (readonly [string, Type])[] =>
  names.split(" ").map((name) => [name, type]);

interface Method {
  readonly result: Type;
  readonly mayThrow: boolean;
}

/** The type of what each method gives. Patterns and functions are not given to them: `textCall` looks at the arguments. */
const results: ReadonlyMap<string, Type> = new Map([
  ...named("str", "charAt slice substr substring toLowerCase toUpperCase trim trimEnd trimStart"),
  ...named("bool", "endsWith includes startsWith"),
  ...named("int", "indexOf lastIndexOf localeCompare"),
  ...named("any", "at charCodeAt codePointAt"),
  ...named(arrayOf("str"), "split"),
]);

/** The same for methods that may throw. */
const throwing: ReadonlyMap<string, Type> = new Map(named("str", "padEnd padStart repeat replace replaceAll"));

const ofNumbers: ReadonlyMap<string, Type> = new Map(named("str", "toExponential toFixed toPrecision toString"));

const valueIn = (prototype: object, name: string): unknown => Object.getOwnPropertyDescriptor(prototype, name)?.value;

const methodsOf = (
  prototype: object,
  types: ReadonlyMap<string, Type>,
  mayThrow: boolean,
): readonly (readonly [unknown, Method])[] =>
  [...types].map(([name, result]) => [valueIn(prototype, name), { result, mayThrow }]);

const textMethods: ReadonlyMap<unknown, Method> = new Map([
  ...methodsOf(String.prototype, results, false),
  ...methodsOf(String.prototype, throwing, true),
]);
const numberMethods: ReadonlyMap<unknown, Method> = new Map(methodsOf(Number.prototype, ofNumbers, true));

/** The type of what each function of a text gives, and how many arguments it looks at. */
const functions: ReadonlyMap<unknown, Method & { readonly arity: number }> = new Map([
  [parseFloat, { result: "num", mayThrow: false, arity: 1 }],
  [parseInt, { result: "num", mayThrow: false, arity: 2 }],
]);

/** A character of a string by its index, or undefined beyond the ends; null for other values and other keys. */
export function characterOf({ writer, args: [x, key], id }: PrimSite): AbstractValue | null {
  if (x === undefined || key === undefined || typeOfAbstract(writer, x) !== "str") return null;
  if (!isNumber(typeOfAbstract(writer, key))) return null;
  const text = writer.operand(x);
  const read = writer.prim("get", [text, writer.operand(key)]);
  const isThere = writer.prim("ne", [read, constant(undefined)]);
  const character = (): AbstractValue => writer.known("guard-typeof", [read, constant("string")], "", "str");
  const items = [readWhere(writer, isThere, character, text), ofOperand(isThere), ofConstant(false)] as const;
  return writer.allocate(id, { kind: "perhaps", absent: "undefined", items });
}

/** A method of a string or of a number; null for other values and other names. */
export function textMethod(writer: Writer, world: World, x: AbstractValue, name: string): AbstractValue | null {
  const type = x.kind === "operand" ? typeOfAbstract(writer, x) : "any";
  const prototype = type === "str" ? String.prototype : isNumber(type) ? Number.prototype : null;
  const method = prototype === null ? undefined : world.property(prototype, name);
  if (prototype === null || typeof method !== "function") return null;
  const isKnown =
    prototype === String.prototype ? textMethods.has(method) || isSearch(method) : numberMethods.has(method);
  if (!isKnown) return null;
  writer.assume(prototype, name, method);
  return ofHost(method);
}

const join: unknown = valueIn(Array.prototype, "join");

/** The text of numbers, or of texts, that `join` makes; null for other calls, and for other arrays. */
export function joinCall(
  writer: Writer,
  callee: AbstractValue,
  on: AbstractValue,
  [given = abstractUndefined]: readonly AbstractValue[],
): AbstractValue | null {
  if (callee.kind !== "host" || callee.value !== join) return null;
  const separator = writer.settled(given);
  if (!["str", "undef"].includes(typeOfAbstract(writer, separator))) return null;
  if (writer.virtual(on)?.kind === "array") writer.operand(on);
  const array = arrayOperand(writer, on);
  const element = array === null ? undefined : elementOf(writer.typeOf(array));
  if (array === null || (element !== "num" && element !== "str")) return null;
  // Other elements might run code of the program.
  writer.prim(element === "num" ? "guard-numbers" : "guard-texts", [array]);
  const list = writer.prim("tuple", [writer.operand(separator)]);
  return writer.known("passive-call", [writer.operand(callee), array, list], "", "str");
}

/** The result of such a method, or of a function of a string; null for other calls, and where an argument may run code. */
export function textCall(
  writer: Writer,
  id: ObjectId,
  callee: AbstractValue,
  on: AbstractValue,
  given: readonly AbstractValue[],
  givesErrors: boolean,
): AbstractValue | null {
  const host = callee.kind === "host" ? callee.value : null;
  if (!textMethods.has(host) && !numberMethods.has(host) && !functions.has(host)) return null;
  // What may be absent is used here.
  const [receiver, ...args] = [on, ...given].map((known) => writer.settled(known)) as [
    AbstractValue,
    ...AbstractValue[],
  ];
  const isStr = (x: AbstractValue | undefined): boolean => x !== undefined && typeOfAbstract(writer, x) === "str";
  const isNum = receiver.kind === "operand" && isNumber(typeOfAbstract(writer, receiver));
  const ofText = isStr(args[0]) ? functions.get(host) : undefined;
  const method = ofText ?? (isStr(receiver) ? textMethods.get(host) : isNum ? numberMethods.get(host) : undefined);
  const isText = (x: AbstractValue): boolean => {
    const own = typeOfAbstract(writer, x);
    return x.kind === "operand" && (isInactive(own) || isNumber(own));
  };
  const seen = args.slice(0, ofText?.arity);
  if (method === undefined || !seen.every(isText)) return null;
  const { result, mayThrow } = method;
  if (mayThrow && givesErrors) return null;
  const operands = seen.map((arg) => writer.operand(arg));
  // A call that gives a number, or is given one, might have a derivative; these have none.
  if (mayThrow || result === "num") {
    const list = writer.prim("tuple", operands);
    return ofOperand(writer.prim("passive-call", [writer.operand(callee), writer.operand(receiver), list], "", result));
  }
  const operand = writer.builder.call(writer.operand(callee), operands, writer.span, {
    receiver: writer.operand(receiver),
    effect: "pure",
    type: result,
  });
  writer.size++;
  writer.made.note(operand, id);
  return ofOperand(operand);
}
