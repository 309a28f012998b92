// Errors as values: whether an operation fails, as far as that is known, and the results of calls that may have failed
// (`Outcome` in abstract-value.ts).

import { isInPrelude, mayFail, prims, unset, type PrimName } from "../ir/index.ts";
import {
  constantOf,
  ofConstant,
  ofOperand,
  abstractUndefined,
  type AbstractValue,
  type ObjectId,
  type Outcome,
} from "./abstract-value.ts";
import { constructorFunction } from "../runtime/index.ts";
import { messageKey } from "./made-instances.ts";
import { isPair } from "./pairs-made.ts";
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
  failure: (site) => (failsNever(site) ? abstractUndefined : null),
};

/** What is known of what a call gave that may have failed; null for all other values. */
export function outcomeOf(writer: Writer, known: AbstractValue | undefined): Outcome | null {
  const contents = known?.kind === "object" ? writer.contents(known.id) : null;
  return contents?.kind === "outcome" ? contents : null;
}

function mightBeThrown(writer: Writer, x: AbstractValue | undefined): boolean {
  if (x?.kind !== "operand" || x.operand.kind !== "value" || writer.sources.read.has(x.operand.id)) return false;
  return ["any", "box", "object"].includes(writer.typeOf(x.operand));
}

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
  if (type?.kind !== "host") return errorClass(site);
  return prims.construct.effects.fails?.when(type.value) === true ? null : ofHost(constructorFunction(type.value));
}

/** The class of an error by its name, or its construction; null for other values. */
function errorClass({ writer, prim, args: [x] }: PrimSite): AbstractValue | null {
  const name = prim === "global" ? textOf(x) : errorClassName(writer, x);
  if (name === undefined || !errorClasses.has(name)) return null;
  const operand = writer.prim(prim, [writer.operand(x as AbstractValue)], "Error");
  if (operand.kind === "value") writer.sources.errorClasses.set(operand.id, name);
  return ofOperand(operand);
}

const errorClassName = (writer: Writer, x: AbstractValue | undefined): string | undefined =>
  x?.kind === "operand" && x.operand.kind === "value" ? writer.sources.errorClasses.get(x.operand.id) : undefined;

/** The class that a value is, which is assumed where it is one of the language's by name; null for other values. */
export function classIn(writer: Writer, x: AbstractValue | undefined): object | null {
  if (x?.kind === "host") return x.value;
  const name = errorClassName(writer, x);
  return name === undefined ? null : assumedClass(writer, name);
}

function assumedClass(writer: Writer, name: string): object {
  const type = Reflect.get(globalThis, name) as object;
  writer.assume(globalThis, name, type);
  return type;
}

/** The construction of an error with a message; null for other calls. It throws nothing. */
export function madeError(writer: Writer, place: ObjectId, { callee, args }: CallSite): AbstractValue | null {
  const name = errorClassName(writer, callee);
  const [given, ...others] = args;
  if (name === undefined || others.length > 0) return null;
  const message = given && writer.settled(given);
  const type = message === undefined ? "undef" : typeOfAbstract(writer, message);
  if (!["undef", "str", "int"].includes(type)) return null;
  const prototype = Reflect.get(assumedClass(writer, name), "prototype") as object;
  const text =
    type === "int" ? writer.known("to-string", [writer.operand(message as AbstractValue)], "", "str") : message;
  const items = [text ?? abstractUndefined];
  return writer.allocate(`${place}!`, { kind: "instance", prototype, keys: [messageKey], items });
}

/** The error in a box; null for other values. */
export function errorIn(writer: Writer, box: AbstractValue | undefined): AbstractValue | null {
  const outcome = outcomeOf(writer, box);
  if (outcome !== null) return outcome.items[2];
  const contents = writer.virtual(box);
  return contents?.kind === "thrown" ? contents.items[0] : null;
}

/** Whether a value is known to be a length that an array may have. */
function isLength(writer: Writer, x: AbstractValue): boolean {
  const known = constantOf(x)?.value;
  if (known !== undefined) return typeof known === "number" && known >>> 0 === known;
  return x.kind === "operand" && x.operand.kind === "value" && writer.sources.lengths.has(x.operand.id);
}

/** Whether the primitive of a `failure` never fails. */
export const failsNever = ({ writer, args: [prim, x], world, id }: PrimSite): boolean =>
  neverFails(writer, world, textOf(prim) as PrimName, x as AbstractValue) ||
  (["set", "push", "pop"].includes(textOf(prim)) && isOwnOfPrelude(writer, x as AbstractValue, id));

/** Whether a function of the prelude has made an array itself, or its caller has: nobody else can have made it constant. */
function isOwnOfPrelude(writer: Writer, x: AbstractValue, id: ObjectId): boolean {
  const site = x.kind === "operand" && isInPrelude(writer.span) ? writer.made.siteOf(x.operand) : undefined;
  return site !== undefined && [frameOf(id), frameOf(frameOf(id))].includes(frameOf(site));
}

/** The call that an instruction is part of, in whatever iterations. */
const frameOf = (id: ObjectId): string => id.slice(0, id.lastIndexOf(":")).replaceAll(/~\d+/g, "");

const textOf = (known: AbstractValue | undefined): string => String(constantOf(known)?.value);

/** Whether a primitive never fails on what is known of its first operand. */
function neverFails(writer: Writer, world: World, prim: PrimName, x: AbstractValue): boolean {
  if (prim === "global") return world.global(textOf(x)) !== undefined;
  if (prim === "array-new" || prim === "array-zeros") return isLength(writer, x);
  const made = writer.virtual(x)?.kind;
  const { when, neverOn } = prims[prim].effects.fails ?? { when: () => false, neverOn: "nothing" };
  if (prim === "construct")
    return x.kind === "host" ? !when(x.value) : made === "closure" || errorClassName(writer, x) !== undefined;
  if (x.kind === "host" && neverOn === "objects") return true;
  // Memory that existed before may be frozen.
  if (made !== undefined && (neverOn === "fresh memory" || neverOn === "objects")) return true;
  const type = typeOfAbstract(writer, x);
  const isOfPair = made === undefined && isPair(type, writer.span);
  if (isOfPair && (neverOn === "fresh memory" || neverOn === "objects")) return true;
  if ((made === "array" || isOfPair) && (neverOn === "fresh arrays" || neverOn === "arrays")) return true;
  return !mayFail(prim, [unset], () => typeOfAbstract(writer, x));
}
