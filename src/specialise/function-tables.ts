// Tables of functions: arrays and records from which a function is read by a key that is known only when the code runs.

import { constant, isNumber, type Operand } from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { constantOf, ofConstant, ofOperand, type AbstractValue, type ObjectId, type Option } from "./abstract-value.ts";
import { asChoice, mostOptions, optionOf, whichAmong } from "./choices.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/**
 * A function of a table, read by a key that is known when the code runs only: of an existing array or record of functions, or of
 * one that is known by its elements or properties. Null for all other reads.
 */
export function functionOfTable(site: PrimSite): AbstractValue | null {
  const { writer, args, id } = site;
  const [table, key] = args;
  if (table === undefined || key === undefined || constantOf(key) !== null) return null;
  const keyType = typeOfAbstract(writer, key);
  if (!isNumber(keyType) && keyType !== "str") return null;
  if (table.kind === "host") {
    const functions = functionsOfHost(table.value);
    if (functions === null) return null;
    // What the table holds may change: which function it is, if any, is found by what is read.
    const read = writer.prim("get", [writer.operand(table), writer.operand(key)]);
    return choiceAmong(writer, read, functions, id);
  }
  const contents = writer.virtual(table);
  if (contents?.kind !== "array" && contents?.kind !== "record") return null;
  const choices = contents.items.map((item) => item && asChoice(item, (id) => writer.contents(id)));
  const keys = contents.kind === "array" ? contents.items.map((_, k) => k) : contents.keys;
  if (!keys.every((key) => typeof key !== "symbol")) return null;
  const options = choices.flatMap((choice) => choice?.options ?? []);
  const isTable = choices.length > 1 && choices.every((choice) => choice?.options.length === 1);
  if (!isTable || options.length > mostOptions || options.some((option) => option == null)) return null;
  if ((contents.kind === "array") !== isNumber(keyType)) return null;
  const operand = writer.operand(key);
  const which = keys.reduceRight<Operand>(
    (otherwise, name, k) =>
      writer.prim(
        "select",
        [writer.prim("eq", [operand, constant(name)], "", "bool"), constant(k), otherwise],
        "",
        "any",
      ),
    constant(undefined),
  );
  const found = writer.prim("guard-number", [which], "", "int");
  writer.prim("keep-guard", [found]);
  return allocate(writer, found, contents.items as readonly AbstractValue[], options, id);
}

function allocate(
  writer: Writer,
  which: Operand,
  values: readonly AbstractValue[],
  options: readonly Option[],
  id: ObjectId,
): AbstractValue {
  return writer.allocate(`${id}?`, { kind: "choice", options, items: [ofOperand(which), ...values] });
}

/** One of several existing functions, or undefined: which it is, is checked when the code runs. */
export function choiceAmong(writer: Writer, read: Operand, functions: readonly object[], id: ObjectId): AbstractValue {
  const values = [ofConstant(undefined), ...functions.map(ofHost)];
  const which = writer.prim("guard-function", [read, ...values.map((value) => writer.operand(value))], "", "int");
  writer.prim("keep-guard", [which]);
  return allocate(writer, which, values, [undefined, ...functions], id);
}

/** The functions in an array or a record of functions; null for all other objects. */
function functionsOfHost(table: object): readonly object[] | null {
  const isPlain = Array.isArray(table) || Object.getPrototypeOf(table) === Object.prototype;
  if (!isPlain) return null;
  const own = Object.entries(Object.getOwnPropertyDescriptors(table)).filter(([, { enumerable }]) => enumerable);
  const values = [...new Set(own.map(([, { value }]) => value as unknown))];
  return mayBeOptions(values) ? values : null;
}

/** Whether these are functions, as many as a choice may have. */
export const mayBeOptions = (values: readonly unknown[]): values is readonly AnyFunction[] =>
  values.length > 1 && values.length < mostOptions && values.every((value) => typeof value === "function");

/** The number of a function among existing ones; null if it is known when the code runs only. */
export function numberAmong(
  writer: Writer,
  x: AbstractValue | undefined,
  all: readonly AbstractValue[],
): AbstractValue | null {
  const choice = x === undefined ? null : asChoice(x, (id) => writer.heap.get(id));
  const options = all.map((one) => optionOf(one, undefined));
  if (choice === null || options.includes(null)) return null;
  const among = options.map((one) => one?.option);
  return choice.options.every((option) => among.includes(option)) ? whichAmong(writer, choice, among) : null;
}
