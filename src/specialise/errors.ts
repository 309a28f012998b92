// Errors of the program's own classes that have not been materialised: instances (instances.ts) with a message, a property that
// is not enumerated.

import { errorFields, isErrorParent } from "../runtime/index.ts";
import { abstractUndefined, constantOf, type AbstractValue, type Contents, type Key } from "./abstract-value.ts";
import { messageKey } from "./made-instances.ts";
import type { PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";

type Instance = Extract<Contents, { readonly kind: "instance" }>;

/** Whether an error has this of its own, beside what its class gives it: `message`, `stack` and `cause`. */
export const isErrorField = ({ keys }: Instance, name: string): boolean =>
  keys.includes(messageKey) && errorFields.has(name);

/** The message of an error; null if it has none of its own, or if it is no error. */
export function messageOf({ keys, items }: Instance): AbstractValue | null {
  const message = items[keys.indexOf(messageKey)];
  return message === undefined || constantOf(message) === constantOf(abstractUndefined) ? null : message;
}

/** An error with another message. */
export function withMessage(error: Instance, message: AbstractValue): Instance {
  const keys: readonly Key[] = error.keys;
  return { ...error, items: error.items.map((item, k) => (keys[k] === messageKey ? message : item)) };
}

/** What `super(message)` does in a class that extends one of the language's classes of errors; null for all other calls. */
export function initialisedError(
  { writer, args: [, object] }: PrimSite,
  f: object,
  given: readonly AbstractValue[],
): AbstractValue | null {
  const contents = writer.virtual(object);
  if (!isErrorParent(f) || contents?.kind !== "instance" || object?.kind !== "object" || given.length > 1) return null;
  const message = given[0] ?? abstractUndefined;
  const isText = typeOfAbstract(writer, message) === "str" || typeOfAbstract(writer, message) === "undef";
  if (!isText || contents.keys.some((key) => key === messageKey || errorFields.has(key))) return null;
  const { keys, items } = contents;
  writer.heap.set(object.id, { ...contents, keys: [...keys, messageKey], items: [...items, message] });
  return abstractUndefined;
}
