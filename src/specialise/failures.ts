// Errors as values: what is known of whether an operation fails, and of what a call gave that may have failed (`Outcome` in
// abstract-value.ts).

import { mayFail, unset, type PrimName } from "../ir/index.ts";
import {
  constantOf,
  ofConstant,
  ofOperand,
  abstractUndefined,
  type AbstractValue,
  type Outcome,
} from "./abstract-value.ts";
import { constructorFunction } from "../runtime/index.ts";
import { ofHost, type CallSite, type PrimSite, type World } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

type Rule = (site: PrimSite) => AbstractValue | null;

export const failures: Readonly<Record<"thrown" | "is-thrown" | "returned" | "failure", Rule>> = {
  thrown: ({ writer, args: [error], id }) => writer.allocate(id, { kind: "thrown", items: [error as AbstractValue] }),
  "is-thrown": ({ writer, args: [x] }) => {
    const outcome = outcomeOf(writer, x);
    if (outcome !== null) return outcome.items[1];
    return mightBeThrown(writer, x) ? null : ofConstant(writer.virtual(x)?.kind === "thrown");
  },
  returned: ({ writer, args: [x] }) =>
    outcomeOf(writer, x)?.items[0] ?? (mightBeThrown(writer, x) ? null : (x as AbstractValue)),
  failure: ({ writer, args: [prim, x], world }) =>
    neverFails(writer, world, textOf(prim) as PrimName, x as AbstractValue) ? abstractUndefined : null,
};

/** What is known of what a call gave that may have failed; null for all other values. */
export function outcomeOf(writer: Writer, known: AbstractValue | undefined): Outcome | null {
  const contents = known?.kind === "object" ? writer.contents(known.id) : null;
  return contents?.kind === "outcome" ? contents : null;
}

const mightBeThrown = (writer: Writer, x: AbstractValue | undefined): boolean =>
  x?.kind === "operand" && !(x.operand.kind === "value" && writer.errors.made.has(x.operand.id));

/** The classes of errors of which an instance is made of a message alone. */
const errorClasses: ReadonlySet<string> = new Set(
  "Error EvalError RangeError ReferenceError SyntaxError TypeError URIError".split(" "),
);

export function globalOf(site: PrimSite): AbstractValue | null {
  const value = site.world.global(textOf(site.args[0]));
  return value === undefined ? errorClass(site) : ofHost(value);
}

export function constructionOf(site: PrimSite): AbstractValue | null {
  const [type] = site.args;
  return type?.kind === "host" ? ofHost(constructorFunction(type.value)) : errorClass(site);
}

/** The class of an error by its name, or its construction; null for other values. */
function errorClass({ writer, prim, args: [x] }: PrimSite): AbstractValue | null {
  const isClass =
    prim === "global"
      ? errorClasses.has(textOf(x))
      : x?.kind === "operand" && x.operand.kind === "value" && writer.errors.classes.has(x.operand.id);
  if (!isClass) return null;
  const operand = writer.prim(prim, [writer.operand(x as AbstractValue)], "Error");
  if (operand.kind === "value") writer.errors.classes.add(operand.id);
  return ofOperand(operand);
}

/** The construction of an error with a message; null for other calls. It throws nothing. */
export function madeError(writer: Writer, { callee, args }: CallSite): AbstractValue | null {
  if (callee.kind !== "operand" || callee.operand.kind !== "value" || args.length > 1) return null;
  if (!writer.errors.classes.has(callee.operand.id)) return null;
  const isText = (x: AbstractValue): boolean =>
    x.kind === "operand" && ["str", "int"].includes(writer.typeOf(x.operand));
  if (!args.every(isText)) return null;
  const operands = args.map((arg) => writer.operand(arg));
  const made = writer.builder.call(callee.operand, operands, writer.span, { effect: "pure" });
  writer.size++;
  if (made.kind === "value") writer.errors.made.add(made.id);
  return ofOperand(made);
}

/** The error in a box; null for other values. */
export function errorIn(writer: Writer, box: AbstractValue | undefined): AbstractValue | null {
  const outcome = outcomeOf(writer, box);
  if (outcome !== null) return outcome.items[2];
  const contents = writer.virtual(box);
  return contents?.kind === "thrown" ? contents.items[0] : null;
}

const textOf = (known: AbstractValue | undefined): string => String(constantOf(known)?.value);

/** Whether a primitive never fails on what is known of its first operand. */
function neverFails(writer: Writer, world: World, prim: PrimName, x: AbstractValue): boolean {
  if (prim === "global") return world.global(textOf(x)) !== undefined;
  if (prim === "construct" && x.kind === "host") return typeof x.value === "function";
  if (prim === "construct" && !mayBeOther(writer, x)) return true;
  const made = writer.virtual(x)?.kind;
  if (made !== undefined && (ofProperties.has(prim) || (made === "array" && ofArrays.has(prim)))) return true;
  // Memory that existed before may be frozen.
  return !writing.has(prim) && !mayFail(prim, [unset], () => typeOfAbstract(writer, x));
}

const mayBeOther = (writer: Writer, x: AbstractValue): boolean =>
  x.kind !== "operand" || x.operand.kind !== "value" || !writer.errors.classes.has(x.operand.id);

const ofArrays: ReadonlySet<PrimName> = new Set<PrimName>([
  "array-length",
  "class-made",
  "is-walked",
  "iterable",
  "pop",
  "push",
]);
const writing: ReadonlySet<PrimName> = new Set<PrimName>(["set", "push", "pop", "set-length", "delete"]);
const ofProperties: ReadonlySet<PrimName> = new Set<PrimName>([
  "get",
  "length",
  "has",
  "keys",
  "property-keys",
  "set",
  "delete",
]);
