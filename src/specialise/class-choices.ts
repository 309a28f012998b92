// Instances that may be of one of several classes: a method of theirs is one of several functions (choices.ts), and behind a
// branch on which of these it is, the class is known.

import {
  classesOfType,
  constant,
  propertiesOfType,
  recordText,
  type Constant,
  type Operand,
  type PrimInstr,
} from "../ir/index.ts";
import { ofConstant, ofOperand, sameAbstract, type AbstractValue } from "./abstract-value.ts";
import { chosen, optionOf } from "./choices.ts";
import { ofHost } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/**
 * What each class says of an instance, as one value: `answers` are those of its classes. What they say differently is chosen by the
 * class; null if that is known at run time only.
 */
export function byClass(
  writer: Writer,
  known: AbstractValue,
  answers: readonly AbstractValue[],
  id: string,
): AbstractValue | null {
  const [first] = answers as readonly [AbstractValue];
  if (answers.every((answer) => sameAbstract(answer, first))) return first;
  const among = [...new Set(answers.map((answer) => optionOf(answer, undefined)?.option))];
  if (answers.some((answer) => optionOf(answer, undefined) === null)) return null;
  const values = among.map((option) => (option == null ? ofConstant(option) : ofHost(option)));
  const which = whichClass(writer, known, (k) =>
    constant(among.indexOf(optionOf(answers[k] as AbstractValue, undefined)?.option)),
  );
  return writer.allocate(`${id}?`, { kind: "choice", options: among, items: [ofOperand(which), ...values] });
}

/** What is answered for the class, of several, that a materialised instance is of. */
export function whichClass(writer: Writer, known: AbstractValue, answer: (k: number) => Operand): Operand {
  const classes = classesOfType(typeOfAbstract(writer, known)).map((number) => constant(number));
  const which = writer.prim("class-among", [writer.operand(known), ...classes], "", "int");
  return chosen(writer, { items: [ofOperand(which), ...classes.map(ofOperand)] }, (_, k) => answer(k));
}

/**
 * Where `which` is the number of what an instance's class has (`whichClass`): the instance, as it is known to be where that is `k`.
 * Null for all other numbers.
 */
export function instanceOfOption(writer: Writer, which: Operand, k: number): readonly [Operand, AbstractValue] | null {
  let among: PrimInstr | undefined;
  /** The constant that an operand is for the class that is number j of those of `class-among`; null if that is not known. */
  const valueFor = (operand: Operand | undefined, j: number): Constant | null => {
    if (operand?.kind === "const") return operand.value;
    const made = operand === undefined ? undefined : writer.definition(operand);
    if (made?.prim === "class-among") {
      among ??= made;
      return among.result === made.result ? j : null;
    }
    const [a, b, c] = made?.args ?? [];
    if (made?.prim === "eq") {
      const [u, v] = [valueFor(a, j), valueFor(b, j)];
      return u === null || v === null ? null : u === v;
    }
    const condition = made?.prim === "select" ? valueFor(a, j) : null;
    return condition === null ? null : valueFor(condition === true ? b : c, j);
  };
  valueFor(which, 0);
  if (among === undefined) return null;
  const [instance, ...classes] = among.args as readonly [Operand, ...Operand[]];
  const own = classes.filter((_, j) => valueFor(which, j) === k);
  if (own.length === 0 || own.length === classes.length) return null;
  const numbers = own.map((number) => (number.kind === "const" ? Number(number.value) : -1));
  const type = recordText(propertiesOfType(writer.typeOf(instance)), numbers);
  return [instance, writer.known("guard-instance", [instance, ...own], "", type)];
}
