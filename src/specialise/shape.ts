// The shape of values that pass the border of a specialised function: which parts are inputs, and what surrounds them.
//
// A closure passes as its captured values, a tuple as its parts; memory passes as a reference. So one specialised function serves
// all calls whose arguments have the same shape.

import { isInactive, isNumber, isTyped, ZerothError, type Code, type Constant } from "../ir/index.ts";
import {
  constantOf,
  abstractZero,
  ofOperand,
  fieldsOf,
  hasNamesAlone,
  ofTuple,
  sameAbstract,
  type Absent,
  type Choice,
  type Key,
  type Option,
  type View,
  type AbstractValue,
  type ObjectId,
  type Outcome,
  type Perhaps,
  type Which,
} from "./abstract-value.ts";
import { NeedsRecord, NotSpecialised } from "./not-specialised.ts";
import { outcomeOf } from "./failures.ts";
import type { Input } from "./inputs.ts";
import { asList, requireVariables } from "./listed-variables.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import { isOfTables } from "../runtime/index.ts";
import type { Writer } from "./writer.ts";

export type Shape =
  | { readonly kind: "input"; readonly index: number }
  | { readonly kind: "constant"; readonly value: Constant }
  | { readonly kind: "zero" }
  | { readonly kind: "unset" }
  | { readonly kind: "tuple"; readonly items: readonly Shape[] }
  /** A given function has a number; the same function has the same number. `value`: the input that is the function itself. */
  | {
      readonly kind: "closure";
      readonly code: Code;
      readonly items: readonly Shape[];
      readonly which: Which;
      readonly value?: number;
    }
  /** A record that existed before, by its properties. It is number `index` of the given records. */
  | {
      readonly kind: "record";
      readonly index: number;
      readonly keys: readonly string[];
      readonly items: readonly Shape[];
    }
  /** The function that is this many functions further out: one that it is captured by, directly or not. */
  | { readonly kind: "around"; readonly depth: number }
  /** A variable that holds a function. The call may not assign it. */
  | { readonly kind: "box"; readonly items: readonly Shape[] }
  /** A list that nobody else can see. */
  | { readonly kind: "array"; readonly items: readonly Shape[] }
  /** An array, or a record if it has keys, that a call made and returns: nothing else refers to it. */
  | { readonly kind: "made"; readonly keys: readonly string[] | null; readonly items: readonly Shape[] }
  /** A map or a set (tables.ts): its lists are what matters. */
  | { readonly kind: "table"; readonly keys: readonly Key[]; readonly items: readonly Shape[] }
  /** The structures of the elements of an array. */
  | { readonly kind: "structures"; readonly items: readonly Shape[] }
  /** What may be absent: what it is if it is there, whether it is, and whether it is null if it is not. */
  | { readonly kind: "perhaps"; readonly absent: Absent; readonly items: readonly Shape[] }
  /** What a call gave that may have failed: the value, whether it failed, the error. */
  | { readonly kind: "outcome"; readonly items: readonly Shape[] }
  /** One of several functions: which of them it is, and the functions. */
  | { readonly kind: "choice"; readonly options: readonly Option[]; readonly items: readonly Shape[] }
  /** Part of a typed array. */
  | { readonly kind: "view"; readonly items: readonly Shape[] }
  | { readonly kind: "host"; readonly value: object };

/** An input with the value that is given for it. */
export interface Leaf extends Input {
  readonly known: AbstractValue;
}

/** What was found in values while they were taken apart. */
export interface Taken {
  readonly leaves: Leaf[];
  readonly records: AbstractValue[];
  /** For values that are given: the functions among them, by number. Null for values that are returned. */
  readonly functions: AbstractValue[] | null;
  /** Whether functions that were given are inputs, not taken apart. */
  readonly isOpen: boolean;
  /** What may be taken apart although it has an identity, since nothing else refers to it. */
  readonly own: ReadonlySet<ObjectId>;
  /** The functions that are being taken apart, where variables that hold functions are too; null where those are references. */
  readonly around: ObjectId[] | null;
}

/** Larger arrays and records are returned as references. */
const mostItems = 16;

/** The arrays and records that a value leads to by one way only: who gets it cannot tell them from new ones. */
export function ownIn(writer: Writer, known: AbstractValue): ReadonlySet<ObjectId> {
  const met = new Map<ObjectId, number>();
  const count = (one: AbstractValue): void => {
    if (one.kind === "tuple") one.parts.forEach(count);
    if (one.kind !== "object") return;
    const times = (met.get(one.id) ?? 0) + 1;
    met.set(one.id, times);
    if (times === 1) for (const [, field] of fieldsOf(writer.contents(one.id))) count(field);
  };
  count(known);
  return new Set([...met].flatMap(([id, times]) => (times === 1 ? [id] : [])));
}

/** Which function a call returns if it returns a given one: apart from captured values, only its number is known. */
export function whichOf(writer: Writer, known: AbstractValue): Which {
  const contents = writer.virtual(known);
  return contents?.kind === "closure" && typeof contents.which === "number" ? contents.which : "any";
}

/** The number of a given function. */
function numberAmong(writer: Writer, functions: AbstractValue[], known: AbstractValue): number {
  const k = functions.findIndex((other) => sameFunction(writer, known, other) === true);
  return k < 0 ? functions.push(known) - 1 : k;
}

/** Whether two closures that have not been materialised are the same; null if that is not known. */
export function sameFunction(writer: Writer, a: AbstractValue, b: AbstractValue): boolean | null {
  if (sameAbstract(a, b)) return true;
  const [x, y] = [writer.virtual(a), writer.virtual(b)];
  if (x?.kind !== "closure" || y?.kind !== "closure" || x.code !== y.code) return false;
  if (x.which === "any" || y.which === "any") return null;
  return x.which !== "made" && x.which === y.which;
}

/**
 * Takes a value apart. Objects other than closures and given records are materialised, since their identity passes. `isOption`
 * selects functions whose captured whole numbers determine the code.
 */
export function takeApart(
  writer: Writer,
  known: AbstractValue,
  taken: Taken,
  isOption: (code: Code) => boolean,
  isWithin = false,
): Shape {
  const inner = (part: AbstractValue, within = false): Shape => takeApart(writer, part, taken, isOption, within);
  const leaf = (leaf: Leaf): number => taken.leaves.push(leaf) - 1;
  if (known.kind === "tuple") return { kind: "tuple", items: known.parts.map((part) => inner(part)) };
  if (known.kind === "host") return { kind: "host", value: known.value };
  const contents = writer.virtual(known);
  const { around } = taken;
  const depth = around !== null && known.kind === "object" ? around.indexOf(known.id) : -1;
  if (around !== null && depth >= 0) return { kind: "around", depth: around.length - depth };
  if (around !== null && contents?.kind === "box" && isFunction(writer, contents.items[0]))
    return { kind: "box", items: [inner(contents.items[0])] };
  if (around !== null) asList(writer, known);
  const isGivenOpen = contents?.kind === "closure" && taken.isOpen && typeof contents.which === "number";
  if (contents?.kind === "closure" && !(isGivenOpen && !holdsNoMemory(writer, known))) {
    const { code, items } = contents;
    const within = isOption(code);
    const which = taken.functions === null ? contents.which : numberAmong(writer, taken.functions, known);
    if (around === null)
      requireVariables(writer, code, items, (k) => typeOfAbstract(writer, items[k] as AbstractValue));
    around?.push((known as { readonly id: ObjectId }).id);
    const shape = { kind: "closure", code, items: items.map((captured) => inner(captured, within)), which } as const;
    around?.pop();
    if (!isGivenOpen) return shape;
    const itself = ofOperand(writer.further({ kind: "given", which: contents.which }));
    return { ...shape, value: leaf({ known: itself, type: "func", hint: "given", outer: true }) };
  }
  if (contents?.kind === "given") {
    if (taken.functions === null) throw new NeedsRecord("a record of an argument as a result", writer.span);
    const index = taken.records.push(known) - 1;
    return { kind: "record", index, keys: contents.keys, items: contents.items.map((item) => inner(item)) };
  }
  const perhaps = writer.perhaps(known);
  if (perhaps !== null)
    return { kind: "perhaps", absent: perhaps.absent, items: perhaps.items.map((item) => inner(item)) };
  const outcome = outcomeOf(writer, known);
  if (outcome !== null) return { kind: "outcome", items: outcome.items.map((item) => inner(item)) };
  const choice = writer.choice(known);
  if (choice !== null && !taken.isOpen)
    return { kind: "choice", options: choice.options, items: choice.items.map((item) => inner(item)) };
  if (contents?.kind === "record" && contents.keys.some(isOfTables) && taken.functions !== null)
    return { kind: "table", keys: contents.keys, items: contents.items.map((item) => inner(item)) };
  if (contents?.kind === "view" && taken.functions !== null)
    return { kind: "view", items: contents.items.map((item) => inner(item)) };
  if (contents?.kind === "structures" && taken.isOpen)
    return { kind: "structures", items: contents.items.map((item) => inner(item)) };
  if (known.kind === "object" && taken.own.has(known.id)) {
    const made = contents?.kind === "record" || contents?.kind === "array" ? contents.items : null;
    const keys = contents?.kind === "record" ? contents.keys : null;
    const isNamed = keys === null || hasNamesAlone(keys);
    if (made !== null && isNamed && made.length <= mostItems && made.every((item) => item !== null)) {
      return { kind: "made", keys, items: made.map((item) => inner(item, isWithin)) };
    }
  }
  const operand = writer.operand(known);
  const c = constantOf(ofOperand(operand));
  // Other numbers are inputs: derivatives may be taken with respect to them.
  if (c !== null && (typeof c.value !== "number" || (isWithin && Number.isInteger(c.value)))) {
    return { kind: "constant", value: c.value };
  }
  if (operand.kind === "zero" || operand.kind === "unset") return { kind: operand.kind };
  const type = writer.typeOf(operand);
  const hint = writer.builder.hintOf(operand);
  const outer = writer.isOuter(operand);
  // That a part of a pullback is whole is known to the code that was derived for it.
  const given = isNumber(type) && !(taken.isOpen && type === "int") ? "num" : type;
  return { kind: "input", index: leaf({ known: ofOperand(operand), type: given, hint, outer }) };
}

const isFunction = (writer: Writer, known: AbstractValue): boolean =>
  known.kind === "host" ? typeof known.value === "function" : writer.virtual(known)?.kind === "closure";

/** Whether a function, and those that it captures, capture no memory. */
function holdsNoMemory(writer: Writer, known: AbstractValue): boolean {
  if (known.kind === "host") return typeof known.value === "function";
  if (known.kind === "operand") {
    const type = writer.typeOf(known.operand);
    return isNumber(type) || (isInactive(type) && !isTyped(type));
  }
  const contents = writer.virtual(known);
  return contents?.kind === "closure" && contents.items.every((item) => holdsNoMemory(writer, item));
}

/**
 * Assembles the value of a shape from its inputs. For a returned value, `givenTo` says which function of the caller each number
 * of a given function stands for.
 */
export function putTogether(
  writer: Writer,
  shape: Shape,
  inputs: readonly AbstractValue[],
  id: ObjectId,
  givenTo: (which: number) => Which = (which) => which,
  around: readonly ObjectId[] = [],
): AbstractValue {
  const inside = shape.kind === "closure" ? [...around, id] : around;
  const inner = (part: Shape, k: number): AbstractValue =>
    putTogether(writer, part, inputs, `${id}.${k}`, givenTo, inside);
  switch (shape.kind) {
    case "input":
      return inputs[shape.index] as AbstractValue;
    case "constant":
      return ofOperand({ kind: "const", value: shape.value });
    case "zero":
      return abstractZero;
    case "unset":
      return ofOperand({ kind: "unset" });
    case "host":
      return { kind: "host", value: shape.value };
    case "around":
      return { kind: "object", id: around.at(-shape.depth) as ObjectId };
    case "box":
      return writer.allocate(id, { kind: "box", items: [inner(shape.items[0] as Shape, 0)], isGiven: true });
    case "tuple":
      return ofTuple(shape.items.map(inner));
    case "record":
      return writer.allocate(id, { kind: "given", keys: shape.keys, items: shape.items.map(inner) });
    case "array":
    case "structures":
      return writer.allocate(id, { kind: shape.kind, items: shape.items.map(inner) });
    case "perhaps": {
      const items = shape.items.map(inner) as unknown as Perhaps["items"];
      return writer.allocate(id, { kind: "perhaps", absent: shape.absent, items });
    }
    case "outcome":
      return writer.allocate(id, { kind: "outcome", items: shape.items.map(inner) as unknown as Outcome["items"] });
    case "table":
      return writer.allocate(id, { kind: "record", keys: shape.keys, items: shape.items.map(inner) });
    case "view":
      return writer.allocate(id, { kind: "view", items: shape.items.map(inner) as unknown as View["items"] });
    case "choice": {
      const items = shape.items.map(inner) as unknown as Choice["items"];
      return writer.allocate(id, { kind: "choice", options: shape.options, items });
    }
    case "made": {
      const items = shape.items.map(inner);
      return writer.allocate(
        id,
        shape.keys === null ? { kind: "array", items } : { kind: "record", keys: shape.keys, items },
      );
    }
    case "closure": {
      const items = shape.items.map(inner);
      const which = typeof shape.which === "number" ? givenTo(shape.which) : shape.which;
      return writer.allocate(id, { kind: "closure", code: shape.code, items, which });
    }
  }
}

/**
 * The (co)tangent of a shape: those of its inputs, nested in tuples like the values. Those of records are in shadows. `whole`
 * adds the (co)tangent of a given function that is used as a whole.
 */
export function carriedBy<T>(
  shape: Shape,
  input: (index: number) => T,
  nothing: T,
  nest: (parts: readonly T[]) => T,
  whole: (which: Which, carried: T) => T = (_, carried) => carried,
): T {
  const inner = (part: Shape): T => carriedBy(part, input, nothing, nest, whole);
  switch (shape.kind) {
    case "input":
      return input(shape.index);
    case "tuple":
      return nest(shape.items.map(inner));
    case "perhaps":
      return inner(shape.items[0] as Shape);
    case "outcome":
      // Derivatives of calls that give errors are not specialised (interpreter.ts).
      throw new ZerothError({ kind: "bug", message: "the cotangent of what a call gave that may have failed" });
    case "closure":
      return shape.items.length === 0 ? nothing : whole(shape.which, nest(shape.items.map(inner)));
    case "choice":
      requireNone(shape.items);
      return nothing;
    default:
      return nothing;
  }
}

/** Takes the (co)tangent of a shape apart again: one part for each input, and one for each function as a whole. */
export function carriedApart<T>(
  shape: Shape,
  carried: T,
  part: (of: T, k: number) => T,
  into: T[],
  wholes: Map<Which, T> = new Map<Which, T>(),
): void {
  if (shape.kind === "input") into[shape.index] = carried;
  else if (shape.kind === "choice") requireNone(shape.items);
  else if (shape.kind === "perhaps") carriedApart(shape.items[0] as Shape, carried, part, into, wholes);
  else if (shape.kind === "tuple" || shape.kind === "closure") {
    if (shape.kind === "closure" && !wholes.has(shape.which)) wholes.set(shape.which, carried);
    shape.items.forEach((inner, k) => {
      const isCarrying = carriedBy(
        inner,
        () => true,
        false,
        (parts) => parts.includes(true),
      );
      if (isCarrying) carriedApart(inner, part(carried, k), part, into, wholes);
    });
  }
}

/** The (co)tangent of one of several functions is that of its captured values: the options must have none. */
function requireNone([, ...options]: readonly Shape[]): void {
  if (
    options.some((option) =>
      carriedBy(
        option,
        () => true,
        false,
        (parts) => parts.includes(true),
      ),
    )
  )
    throw new NotSpecialised("one of several functions, as a value");
}

/** The shapes in a shape. */
export const partsOf = (shape: Shape): readonly Shape[] => ("items" in shape ? shape.items : []);

/** The numbers of the given records in a shape. */
export const recordsIn = (shape: Shape): readonly number[] => [
  ...(shape.kind === "record" ? [shape.index] : []),
  ...partsOf(shape).flatMap(recordsIn),
];

/** Visits the inputs that are in given records. */
export function eachProperty(shape: Shape, visit: (record: number, key: string, input: number) => void): void {
  partsOf(shape).forEach((part, k) => {
    if (shape.kind === "record" && part.kind === "input") visit(shape.index, shape.keys[k] as string, part.index);
    else eachProperty(part, visit);
  });
}

/** The greatest index of an input in a shape; -1 if it has no inputs. */
export const lastInput = (shape: Shape): number =>
  shape.kind === "input"
    ? shape.index
    : Math.max(shape.kind === "closure" ? (shape.value ?? -1) : -1, ...partsOf(shape).map(lastInput));
