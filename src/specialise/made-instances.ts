// Instances that are made when the code runs, and their types.

import { constant, folded, recordOf, type FuncBuilder, type Operand, type Span, type Type } from "../ir/index.ts";
import { numberOfClass } from "../runtime/index.ts";
import type { AbstractValue, Contents, Key } from "./abstract-value.ts";
import type { ClassFields } from "./class-fields.ts";
import { fieldType } from "./element-type.ts";
import { NotSpecialised } from "./not-specialised.ts";

type Instance = Extract<Contents, { readonly kind: "instance" }>;

/** The key of the message of an error (errors.ts). */
export const messageKey: unique symbol = Symbol("message");

/** The key of what stands for a regular expression that is written in the code (regular-expressions.ts). */
export const expressionKey: unique symbol = Symbol("expression");

/** What is asked of the writer (writer.ts). */
interface Writing {
  readonly builder: FuncBuilder;
  readonly span: Span;
  readonly fields: ClassFields;
  readonly assume: (env: object, slot: PropertyKey, value: unknown) => void;
}

const isName = (key: Key): key is string => typeof key === "string";

/** The type that an instance has when it is materialised: private members are no part of it. */
export function typeOfInstance<T>(
  fields: ClassFields,
  { prototype, keys }: Instance,
  items: readonly T[],
  typeOf: (item: T) => Type,
): Type {
  const of = numberOfClass(prototype);
  const types = keys.flatMap((key, k) =>
    isName(key) ? [[key, fields.typeOf(of, key, fieldType(typeOf(items[k] as T)))] as const] : [],
  );
  return folded(recordOf(new Map(types), [of]));
}

/** Writes an instance, whose properties have these values. */
export function makeInstance(
  writer: Writing,
  instance: Instance,
  values: readonly Operand[],
  typeOf: (item: AbstractValue) => Type,
): Operand {
  const { keys, items, prototype } = instance;
  const isError = keys.includes(messageKey);
  if (keys.includes(expressionKey)) throw new NotSpecialised("a regular expression, as a value", writer.span);
  if (keys.some((key) => typeof key === "symbol" && key !== messageKey))
    throw new NotSpecialised("an instance with private members, as a value", writer.span);
  for (const key of keys.filter(isName)) {
    // The name of an error is looked at by people.
    if (key in prototype && !(isError && key === "name"))
      throw new NotSpecialised("an instance with a property that its class has, too", writer.span);
    if (!(key in prototype)) writer.assume(prototype, key, undefined);
  }
  const entries = keys.flatMap((key, k) => (isName(key) ? [constant(key), values[k] as Operand] : []));
  const type = typeOfInstance(writer.fields, instance, items, typeOf);
  const of = constant(numberOfClass(prototype));
  const message = values[keys.indexOf(messageKey)];
  return message === undefined
    ? writer.builder.prim("instance", [of, ...entries], writer.span, "", type)
    : writer.builder.prim("error", [of, message, ...entries], writer.span, "", type);
}
