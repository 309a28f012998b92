// The form of values that pass the border of a specialised function: which parts are inputs, and what stands around them.
//
// A closure passes as what it captured, a tuple as its parts; memory passes as a reference. So one specialised function
// serves all calls whose arguments have one form.

import { isNumber, type Code, type Constant, type Span, type Type } from "../../ir/index.ts";
import { constantOf, knownZero, ofOperand, ofTuple, type Known, type ObjectId } from "./known.ts";
import type { Writer } from "./writer.ts";

export type Form =
  | { readonly kind: "input"; readonly index: number }
  | { readonly kind: "constant"; readonly value: Constant }
  | { readonly kind: "zero" }
  | { readonly kind: "tuple"; readonly parts: readonly Form[] }
  | { readonly kind: "closure"; readonly code: Code; readonly env: readonly Form[] }
  /** A record that was there before, by its properties. It is record `index` of those that are given. */
  | {
      readonly kind: "record";
      readonly index: number;
      readonly keys: readonly string[];
      readonly items: readonly Form[];
    }
  /** A list that nobody else can see. */
  | { readonly kind: "array"; readonly items: readonly Form[] }
  | { readonly kind: "host"; readonly value: object };

/** What a form takes in, in order. */
export interface Input {
  readonly type: Type;
  readonly hint: string;
  /** Whether it is memory that was there before, which nobody writes while the program runs. */
  readonly outer: boolean;
}

/** An input as it is known where it is given. */
export interface Leaf extends Input {
  readonly known: Known;
}

/** What was found in values that were taken apart. */
export interface Taken {
  readonly leaves: Leaf[];
  readonly records: Known[];
}

/**
 * Takes a value apart. Objects other than closures are made, since their identity passes. `isOption` tells functions whose
 * captured whole numbers say what code there is to be.
 */
export function takeApart(
  writer: Writer,
  known: Known,
  taken: Taken,
  span: Span,
  isOption: (code: Code) => boolean,
  isWithin = false,
): Form {
  const inner = (part: Known, within = false): Form => takeApart(writer, part, taken, span, isOption, within);
  if (known.kind === "tuple") return { kind: "tuple", parts: known.parts.map((part) => inner(part)) };
  if (known.kind === "host") return { kind: "host", value: known.value };
  const contents = writer.virtual(known);
  if (contents?.kind === "closure") {
    const within = isOption(contents.code);
    return { kind: "closure", code: contents.code, env: contents.env.map((captured) => inner(captured, within)) };
  }
  if (contents?.kind === "given") {
    const index = taken.records.push(known) - 1;
    return { kind: "record", index, keys: contents.keys, items: contents.items.map((item) => inner(item)) };
  }
  const operand = writer.operand(known, span);
  const c = constantOf(ofOperand(operand));
  // Other numbers may be differentiated with respect to.
  if (c !== null && (typeof c.value !== "number" || (isWithin && Number.isInteger(c.value)))) {
    return { kind: "constant", value: c.value };
  }
  if (operand.kind === "zero") return { kind: "zero" };
  const type = writer.typeOf(operand);
  const hint = writer.builder.hintOf(operand);
  const outer = writer.isOuter(operand);
  taken.leaves.push({ known: ofOperand(operand), type: isNumber(type) ? "num" : type, hint, outer });
  return { kind: "input", index: taken.leaves.length - 1 };
}

/** The value of a form whose inputs are given. */
export function putTogether(writer: Writer, form: Form, inputs: readonly Known[], id: ObjectId): Known {
  switch (form.kind) {
    case "input":
      return inputs[form.index] as Known;
    case "constant":
      return ofOperand({ kind: "const", value: form.value });
    case "zero":
      return knownZero;
    case "host":
      return { kind: "host", value: form.value };
    case "tuple":
      return ofTuple(form.parts.map((part, k) => putTogether(writer, part, inputs, `${id}.${k}`)));
    case "record": {
      const items = form.items.map((part, k) => putTogether(writer, part, inputs, `${id}.${k}`));
      return writer.allocate(id, { kind: "given", keys: form.keys, items });
    }
    case "array": {
      const items = form.items.map((part, k) => putTogether(writer, part, inputs, `${id}.${k}`));
      return writer.allocate(id, { kind: "array", items });
    }
    case "closure": {
      const env = form.env.map((part, k) => putTogether(writer, part, inputs, `${id}.${k}`));
      return writer.allocate(id, { kind: "closure", code: form.code, env });
    }
  }
}

/** The (co)tangent of a form: that of its inputs, in tuples where values are nested. Those of records are in shadows. */
export function carriedBy<T>(form: Form, input: (index: number) => T, nothing: T, nest: (parts: readonly T[]) => T): T {
  switch (form.kind) {
    case "input":
      return input(form.index);
    case "tuple":
      return nest(form.parts.map((part) => carriedBy(part, input, nothing, nest)));
    case "closure":
      return form.env.length === 0 ? nothing : nest(form.env.map((part) => carriedBy(part, input, nothing, nest)));
    default:
      return nothing;
  }
}

/** Takes what is carried by a form apart again: one part for each input. */
export function carriedApart<T>(form: Form, carried: T, part: (of: T, k: number) => T, into: T[]): void {
  if (form.kind === "input") into[form.index] = carried;
  else if (form.kind === "tuple" || form.kind === "closure") {
    (form.kind === "tuple" ? form.parts : form.env).forEach((inner, k) => {
      if (hasInput(inner)) carriedApart(inner, part(carried, k), part, into);
    });
  }
}

/** Visits what given records hold of inputs. */
export function eachProperty(form: Form, visit: (record: number, key: string, input: number) => void): void {
  switch (form.kind) {
    case "tuple":
      for (const part of form.parts) eachProperty(part, visit);
      break;
    case "closure":
      for (const part of form.env) eachProperty(part, visit);
      break;
    case "record":
      form.items.forEach((item, k) => {
        if (item.kind === "input") visit(form.index, form.keys[k] as string, item.index);
        else eachProperty(item, visit);
      });
      break;
    default:
  }
}

/** The greatest index of an input in a form; -1 if there is none. */
export function lastInput(form: Form): number {
  if (form.kind === "input") return form.index;
  if (form.kind === "tuple") return Math.max(-1, ...form.parts.map(lastInput));
  if (form.kind === "record") return Math.max(-1, ...form.items.map(lastInput));
  return form.kind === "closure" ? Math.max(-1, ...form.env.map(lastInput)) : -1;
}

function hasInput(form: Form): boolean {
  if (form.kind === "tuple") return form.parts.some(hasInput);
  if (form.kind === "closure") return form.env.some(hasInput);
  return form.kind === "input";
}

const codes = new WeakMap<object, number>();
let lastCode = 0;

/** A number for an object, the same each time. */
export function numberOf(object: object): number {
  let n = codes.get(object);
  if (n === undefined) codes.set(object, (n = ++lastCode));
  return n;
}

const textOfInput = ({ type, outer }: Input): string => (outer && !isNumber(type) ? `${type}!` : type);

/** A text that two forms share only if they are alike. */
export function textOf(form: Form, inputs: readonly Input[]): string {
  switch (form.kind) {
    case "input":
      return textOfInput(inputs[form.index] as Input);
    case "constant":
      if (Object.is(form.value, -0)) return "=-0";
      return typeof form.value === "string" ? JSON.stringify(form.value) : `=${String(form.value)}`;
    case "zero":
      return "zero";
    case "host":
      return `#${numberOf(form.value)}`;
    case "tuple":
      return `(${form.parts.map((part) => textOf(part, inputs)).join(",")})`;
    case "record": {
      const items = form.items.map((part, k) => `${JSON.stringify(form.keys[k])}:${textOf(part, inputs)}`);
      return `{${items.join(",")}}`;
    }
    case "array":
      return `[${form.items.map((part) => textOf(part, inputs)).join(",")}]`;
    case "closure":
      return `@${numberOf(form.code)}[${form.env.map((part) => textOf(part, inputs)).join(",")}]`;
  }
}
