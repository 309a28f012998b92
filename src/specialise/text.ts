// Characters and methods of strings. Calls of methods are written as pure calls: what they give depends on text alone, and carries
// no derivative.

import { arrayOf, constant, isInactive, isNumber, type Type } from "../ir/index.ts";
import { ofConstant, ofOperand, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { readWhere } from "./read-where.ts";
import { ofHost, type PrimSite, type World } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

const named = (type: Type, names: string): readonly (readonly [string, Type])[] =>
  names.split(" ").map((name) => [name, type]);

/** The type of what each method gives. Those that take functions or patterns, or may throw, are not here. */
const results: ReadonlyMap<string, Type> = new Map([
  ...named("str", "charAt slice substr substring toLowerCase toUpperCase trim trimEnd trimStart"),
  ...named("bool", "endsWith includes startsWith"),
  ...named("int", "indexOf lastIndexOf"),
  ...named("any", "at charCodeAt codePointAt"),
  ...named(arrayOf("str"), "split"),
]);

const methods: ReadonlyMap<unknown, Type> = new Map(
  [...results].map(([name, type]) => [Object.getOwnPropertyDescriptor(String.prototype, name)?.value as unknown, type]),
);

/** The type of what each function of a text gives. */
const functions: ReadonlyMap<unknown, Type> = new Map([
  [parseFloat, "num"],
  [parseInt, "num"],
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

/** A method of a string; null for other values and other names. */
export function textMethod(writer: Writer, world: World, x: AbstractValue, name: string): AbstractValue | null {
  if (!results.has(name) || typeOfAbstract(writer, x) !== "str") return null;
  const method = world.property(String.prototype, name);
  if (typeof method !== "function" || !methods.has(method)) return null;
  writer.assume(String.prototype, name, method);
  return ofHost(method);
}

/** The result of a method of a string, or of a function of one; null for other calls, and where an argument may run code. */
export function textCall(
  writer: Writer,
  id: ObjectId,
  callee: AbstractValue,
  receiver: AbstractValue,
  args: readonly AbstractValue[],
): AbstractValue | null {
  const host = callee.kind === "host" ? callee.value : null;
  const isStr = (x: AbstractValue | undefined): boolean => x !== undefined && typeOfAbstract(writer, x) === "str";
  const type = isStr(receiver) ? methods.get(host) : isStr(args[0]) ? functions.get(host) : undefined;
  const isText = (x: AbstractValue): boolean => {
    const own = typeOfAbstract(writer, x);
    return x.kind === "operand" && (isInactive(own) || isNumber(own));
  };
  if (type === undefined || !args.every(isText)) return null;
  // A call that gives a number might have a derivative; this one has none.
  if (type === "num") {
    const list = writer.prim(
      "tuple",
      args.map((arg) => writer.operand(arg)),
    );
    return ofOperand(writer.prim("passive-call", [writer.operand(callee), writer.operand(receiver), list], "", type));
  }
  const operand = writer.builder.call(
    writer.operand(callee),
    args.map((arg) => writer.operand(arg)),
    writer.span,
    { receiver: writer.operand(receiver), effect: "pure", type },
  );
  writer.size++;
  writer.made.note(operand, id);
  return ofOperand(operand);
}
