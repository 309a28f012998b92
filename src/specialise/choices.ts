// One of several functions (`Choice` in abstract-value.ts): `c ? f : g`, a function of a table whose key is known only when the
// code runs, a callback that may be absent. A call of it becomes a branch with a call of each, and these are inlined like others
// (defunctionalisation, J. Reynolds 1972).

import { constant, type Operand, type PrimName, type Type } from "../ir/index.ts";
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

/** Of more functions than this, one is a function that is not known. */
export const mostOptions = 16;

/** What is asked of the writer (writer.ts). */
interface Writing {
  readonly operand: (known: AbstractValue) => Operand;
  readonly prim: (prim: PrimName, args: readonly Operand[], hint?: string, type?: Type) => Operand;
}

/** What a value is as an option of a choice; undefined in `option` only if it is absent. Null if it cannot be one. */
export function optionOf(known: AbstractValue, contents: Contents | undefined): { readonly option: Option } | null {
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

/** Whether there is a function. */
export const isThereOf = (writer: Writing, choice: Choice): AbstractValue =>
  choice.options.every((option) => option != null)
    ? ofConstant(true)
    : ofOperand(chosen(writer, choice, (option) => constant(!isAbsent(option)), "bool"));

/** The number of the option that a choice is known to be; null if that is known when the code runs only. */
export const onlyOption = ({ items }: Choice): AbstractValue | null => {
  const k = indexOf(items[0]);
  return k === null ? null : (items[k + 1] ?? null);
};
