// One of several functions (`Choice` in abstract-value.ts): `c ? f : g`, a function of a table whose key is known when the code runs
// only, a callback that may be absent. A call of it is a call of each, behind a branch on which it is; so calls of such functions
// are inlined like others (defunctionalisation, J. Reynolds 1972).

import { constant, isNumber, type Operand, type PrimName, type Type } from "../ir/index.ts";
import {
  constantOf,
  indexOf,
  ofConstant,
  ofOperand,
  type AbstractValue,
  type Choice,
  type Contents,
  type ObjectId,
  type Option,
} from "./abstract-value.ts";
import { isAbsent } from "./perhaps.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** Of more functions than this, one is a function that is not known. */
export const mostOptions = 16;

/** What is asked of the writer (writer.ts). */
interface Writing {
  readonly operand: (known: AbstractValue) => Operand;
  readonly prim: (prim: PrimName, args: readonly Operand[], hint?: string, type?: Type) => Operand;
}

/** What a value is as an option of a choice; undefined in `option` only if it is absent. Null if it cannot be one. */
function optionOf(known: AbstractValue, contents: Contents | undefined): { readonly option: Option } | null {
  if (known.kind === "host") return typeof known.value === "function" ? { option: known.value } : null;
  if (contents?.kind === "closure") return { option: contents.code };
  return isAbsent(known) ? { option: constantOf(known)?.value as undefined | null } : null;
}

/** A function as one of several, or what is known of one of several; null for all other values. */
export function asChoice(known: AbstractValue, contentsOf: (id: ObjectId) => Contents | undefined): Choice | null {
  const contents = known.kind === "object" ? contentsOf(known.id) : undefined;
  if (contents?.kind === "choice") return contents;
  const is = optionOf(known, contents);
  return is === null ? null : { kind: "choice", options: [is.option], items: [ofConstant(0), known] };
}

/** The options of several choices; null if there are too many, if two are of one code, or if there is no choice among functions. */
export function optionsOfAll(choices: readonly Choice[]): readonly Option[] | null {
  if (choices.some((choice) => new Set(choice.options).size < choice.options.length)) return null;
  // Where the largest comes first, its numbers stay.
  const bySize = choices.toSorted((a, b) => b.options.length - a.options.length);
  const options = [...new Set(bySize.flatMap((choice) => choice.options))];
  const isAmong = options.length > 1 && options.length <= mostOptions && options.some((option) => option != null);
  return isAmong ? options : null;
}

/** What is chosen by the number of an option; `answer` gives it for each. */
export function chosen<T extends AbstractValue>(
  writer: Writing,
  { items: [which, ...options] }: { readonly items: readonly [AbstractValue, ...T[]] },
  answer: (option: T, k: number) => Operand,
  type?: Type,
): Operand {
  const number = writer.operand(which);
  const answers = options.map(answer);
  return answers
    .slice(0, -1)
    .reduceRight(
      (otherwise, one, k) =>
        writer.prim("select", [writer.prim("eq", [number, constant(k)], "", "bool"), one, otherwise], "", type),
      answers.at(-1) as Operand,
    );
}

/** What is known of an option; null if it is none of a choice. */
export function itemOf({ options, items: [, ...items] }: Choice, option: Option): AbstractValue | null {
  return items[options.indexOf(option)] ?? null;
}

/** The number that an option of a choice has among others. */
export const whichAmong = (writer: Writing, choice: Choice, options: readonly Option[]): AbstractValue =>
  choice.options.every((option, k) => option === options[k])
    ? choice.items[0]
    : ofOperand(chosen(writer, choice, (_, k) => constant(options.indexOf(choice.options[k])), "int"));

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

/** Primitives that ask what a value is, with the type of the answer. */
const asking: ReadonlyMap<PrimName, Type> = new Map<PrimName, Type>([
  ["eq", "bool"],
  ["ne", "bool"],
  ["loose-eq", "bool"],
  ["loose-ne", "bool"],
  ["not", "bool"],
  ["is-nullish", "bool"],
  ["is-number", "bool"],
  ["typeof", "str"],
]);

/** The answer to a question about one of several functions, which is `answer` of each; null if none is asked. */
export function answerAmong(
  { writer, prim, args }: Pick<PrimSite, "writer" | "prim" | "args">,
  answer: (args: readonly AbstractValue[]) => AbstractValue,
): AbstractValue | null {
  const type = asking.get(prim);
  const k = args.findIndex((arg) => writer.choice(arg) !== null);
  const choice = type === undefined ? null : writer.choice(args[k] ?? ofConstant(0));
  if (choice === null) return null;
  const each = (option: AbstractValue): Operand => writer.operand(answer(args.with(k, option)));
  return ofOperand(chosen(writer, choice, each, type));
}

/** Whether there is a function. */
export const isThereOf = (writer: Writing, choice: Choice): AbstractValue =>
  choice.options.every((option) => option != null)
    ? ofConstant(true)
    : ofOperand(chosen(writer, choice, (option) => constant(!isAbsent(option)), "bool"));

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
  const allocate = (which: Operand, values: readonly AbstractValue[], options: readonly Option[]): AbstractValue =>
    writer.allocate(`${id}?`, { kind: "choice", options, items: [ofOperand(which), ...values] });
  if (table.kind === "host") {
    const functions = functionsOfHost(table.value);
    if (functions === null) return null;
    // What the table holds may change: which function it is, if any, is found by what is read.
    const read = writer.prim("get", [writer.operand(table), writer.operand(key)]);
    const values = [ofConstant(undefined), ...functions.map(ofHost)];
    const which = writer.prim("guard-function", [read, ...values.map((value) => writer.operand(value))], "", "int");
    writer.prim("keep-guard", [which]);
    return allocate(which, values, [undefined, ...functions]);
  }
  const contents = writer.virtual(table);
  if (contents?.kind !== "array" && contents?.kind !== "record") return null;
  const choices = contents.items.map((item) => item && asChoice(item, (id) => writer.contents(id)));
  const keys = contents.kind === "array" ? contents.items.map((_, k) => k) : contents.keys;
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
  return allocate(found, contents.items as readonly AbstractValue[], options);
}

/** The functions in an array or a record of functions; null for all other objects. */
function functionsOfHost(table: object): readonly object[] | null {
  const isPlain = Array.isArray(table) || Object.getPrototypeOf(table) === Object.prototype;
  if (!isPlain) return null;
  const own = Object.entries(Object.getOwnPropertyDescriptors(table)).filter(([, { enumerable }]) => enumerable);
  const values = [...new Set(own.map(([, { value }]) => value as unknown))];
  const functions = values.filter((value) => typeof value === "function");
  return values.length > 1 && values.length < mostOptions && functions.length === values.length ? functions : null;
}

/** The number of the option that a choice is known to be; null if that is known when the code runs only. */
export const onlyOption = ({ items }: Choice): AbstractValue | null => {
  const k = indexOf(items[0]);
  return k === null ? null : (items[k + 1] ?? null);
};
