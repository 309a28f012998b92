// Instances of classes: objects without properties of their own at first, with a prototype that is known. What they inherit is
// found while code is specialised, and checked when it runs (assumption.ts). One that has been materialised has a type that tells
// its class, or the classes that it may be of.

import { classesOfType, constant, fieldsOfType } from "../ir/index.ts";
import {
  accessorOf,
  errorFields,
  conversionOf,
  initialiserFunction,
  isPrototypeOfMade,
  prototypeOfClass,
  type AccessorKind,
} from "../runtime/index.ts";
import {
  abstractUndefined,
  constantOf,
  ofConstant,
  ofOperand,
  type AbstractValue,
  type Contents,
} from "./abstract-value.ts";
import { isErrorField, messageOf, withMessage } from "./errors.ts";
import { byClass, whichClass } from "./class-choices.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

type Instance = Extract<Contents, { readonly kind: "instance" }>;

/** What is known of an instance that has not been materialised; null for all other values. */
export function instanceIn(writer: Writer, known: AbstractValue | undefined): Instance | null {
  const contents = writer.virtual(known);
  return contents?.kind === "instance" ? contents : null;
}

/** The prototypes that an object may have, if it is an instance of classes that are known; null for all other values. */
export function prototypesIn(writer: Writer, known: AbstractValue | undefined): readonly object[] | null {
  if (known === undefined) return null;
  const instance = instanceIn(writer, known);
  if (instance !== null) return [instance.prototype];
  if (known.kind !== "operand" && known.kind !== "object") return null;
  const prototypes = classesOfType(typeOfAbstract(writer, known)).map(prototypeOfClass);
  return prototypes.length > 0 && prototypes.every((one) => one !== undefined) ? prototypes : null;
}

/** The names of the properties that an instance of a known class has, or may have. */
export function namesIn(writer: Writer, known: AbstractValue): readonly string[] {
  return (
    instanceIn(writer, known)?.keys.filter((key) => typeof key === "string") ?? [
      ...fieldsOfType(typeOfAbstract(writer, known)).keys(),
    ]
  );
}

/** Checks that a materialised instance has no property of its own under a name. */
function guardInherited(writer: Writer, known: AbstractValue, name: string): void {
  if (instanceIn(writer, known) === null) writer.prim("guard-inherited", [writer.operand(known), constant(name)]);
}

/** Whether no class of an instance has something under a name, which is assumed. */
export function inheritsNone(writer: Writer, known: AbstractValue, name: string): boolean {
  const prototypes = prototypesIn(writer, known);
  return (
    prototypes?.every((prototype) => {
      if (name in prototype) return false;
      writer.assume(prototype, name, undefined);
      return true;
    }) ?? false
  );
}

/** Whether an instance is of a class of errors. */
export const isOfErrors = (writer: Writer, known: AbstractValue): boolean =>
  prototypesIn(writer, known)?.some((prototype) => prototype instanceof Error) === true;

/** What a materialised instance inherits under a name; null if it is known at run time only. */
export function inheritedByInstance(
  writer: Writer,
  known: AbstractValue,
  name: string,
  id: string,
): AbstractValue | null {
  const prototypes = prototypesIn(writer, known);
  if (prototypes === null || namesIn(writer, known).includes(name)) return null;
  if (errorFields.has(name) && isOfErrors(writer, known)) return null;
  const answers = prototypes.map((prototype) => inheritedFrom(writer, prototype, name));
  const found = answers.every((answer) => answer !== null) ? byClass(writer, known, answers, id) : null;
  if (found !== null) guardInherited(writer, known, name);
  return found;
}

/** `object-of prototype`. What an object inherits from one that the function makes or writes may have a derivative, and changes. */
export function instanceOfClass({ writer, args: [prototype], id }: PrimSite): AbstractValue | null {
  if (prototype === undefined || constantOf(prototype)?.value === null) return null;
  if (prototype.kind !== "host" || !(isPrototype(prototype.value) || isPrototypeOfMade(prototype.value)))
    throw new NotSpecialised("an object whose prototype is not that of a class", writer.span);
  return writer.allocate(id, { kind: "instance", prototype: prototype.value, keys: [], items: [] });
}

/** What is asked of an object that exists, as if that were a property: so it can be assumed, and checked. */
type Asked = "get" | "set" | "super" | "prototype";

const askedOf: Readonly<Record<Asked, (of: object, key: PropertyKey) => unknown>> = {
  get: (of, key) => accessorOf(of, key, "get"),
  set: (of, key) => accessorOf(of, key, "set"),
  super: (of, key) => accessorOf(of, key, "super"),
  prototype: (of) => Object.getPrototypeOf(of) as unknown,
};

const answers = new WeakMap<object, Map<Asked, object>>();

function answersOf(of: object, asked: Asked): object {
  let known = answers.get(of);
  if (known === undefined) answers.set(of, (known = new Map<Asked, object>()));
  let object = known.get(asked);
  if (object === undefined)
    known.set(asked, (object = new Proxy({}, { get: (_, key): unknown => askedOf[asked](of, key) })));
  return object;
}

function assumed(writer: Writer, of: object, asked: Asked, key: PropertyKey): unknown {
  const answer = askedOf[asked](of, key);
  writer.assume(answersOf(of, asked), key, answer);
  return answer;
}

/** The prototype of an object that exists, which is assumed to stay. */
export const assumedPrototype = (writer: Writer, of: object): object | null =>
  assumed(writer, of, "prototype", "prototype") as object | null;

/** The object of a prototype chain that has a property. */
function ownerOf(of: object, key: PropertyKey): object | undefined {
  for (let o: object | null = of; o !== null; o = Object.getPrototypeOf(o) as object | null)
    if (Object.hasOwn(o, key)) return o;
  return undefined;
}

/** The value that objects inherit from a prototype under a name, which is assumed; null if it is not plain data. */
function inherited(writer: Writer, prototype: object, name: PropertyKey): { readonly value: unknown } | null {
  const owner = ownerOf(prototype, name);
  const property = owner === undefined ? { value: undefined } : Object.getOwnPropertyDescriptor(owner, name);
  if (property === undefined || !("value" in property)) return null;
  const value: unknown = property.value;
  // It is checked by `===`.
  if (Number.isNaN(value)) return null;
  writer.assume(prototype, name, value);
  return { value };
}

/** A property of an instance; null if it is known at run time only. */
export function propertyOfInstance(writer: Writer, instance: Instance, name: string): AbstractValue | null {
  const { prototype, keys, items } = instance;
  const k = keys.indexOf(name);
  if (k >= 0) return items[k] as AbstractValue;
  if (!isErrorField(instance, name)) return inheritedFrom(writer, prototype, name);
  return name === "message" ? (messageOf(instance) ?? inheritedFrom(writer, prototype, name)) : null;
}

/** What a prototype has under a name; null if it is known at run time only. */
export function inheritedFrom(writer: Writer, prototype: object, name: PropertyKey): AbstractValue | null {
  const found = inherited(writer, prototype, name);
  return found === null || typeof found.value === "symbol" || typeof found.value === "bigint"
    ? null
    : ofHost(found.value);
}

/** An instance after a write to a property; null if something other than a new property of its own may come of it. */
export function withProperty(writer: Writer, instance: Instance, name: string, value: AbstractValue): Instance | null {
  const { prototype, keys, items } = instance;
  if (isErrorField(instance, name))
    return name === "message" && messageOf(instance) !== null ? withMessage(instance, value) : null;
  const k = keys.indexOf(name);
  if (k >= 0) return { ...instance, items: items.map((item, j) => (j === k ? value : item)) };
  const owner = ownerOf(prototype, name);
  const isWritable = owner === undefined || Object.getOwnPropertyDescriptor(owner, name)?.writable === true;
  if (!isWritable || inherited(writer, prototype, name) === null) return null;
  return { ...instance, keys: [...keys, name], items: [...items, value] };
}

/** Whether an instance has a property, its own or an inherited one; null if that is known at run time only. */
export function hasProperty(writer: Writer, instance: Instance, name: string): boolean | null {
  const { prototype, keys } = instance;
  if (keys.includes(name)) return true;
  if (isErrorField(instance, name)) return name !== "cause";
  const found = inherited(writer, prototype, name);
  if (found === null || (found.value === undefined && name in prototype)) return null;
  return found.value !== undefined;
}

/** Whether an object is the prototype of a class: what its instances inherit is assumed to stay as it is. */
export function isPrototype(object: object): boolean {
  const type: unknown = Object.getOwnPropertyDescriptor(object, "constructor")?.value;
  return typeof type === "function" && type.prototype === object;
}

/** Whether a property is the prototype of a class, or one of those that its instances inherit. */
export const isOfClass = (object: object, name: string): boolean =>
  isPrototype(object) || (typeof object === "function" && name === "prototype" && Object.hasOwn(object, name));

/**
 * The compiled accessor behind a property of an instance, or of an object that exists, or undefined if there is none; null if that
 * is known at run time only.
 */
export function accessorOfInstance(
  writer: Writer,
  object: AbstractValue,
  name: string,
  kind: AccessorKind,
  id: string,
): AbstractValue | null {
  const prototypes = object.kind === "host" ? [object.value] : prototypesIn(writer, object);
  if (prototypes === null) return null;
  const isOwn = object.kind !== "host" && namesIn(writer, object).includes(name);
  if (isOwn && instanceIn(writer, object) !== null) return abstractUndefined;
  const answers = prototypes.map((of) => assumed(writer, of, kind, name) as object | undefined);
  if (answers.every((accessor) => accessor === undefined)) return abstractUndefined;
  if (isOwn) return null;
  const found = byClass(
    writer,
    object,
    answers.map((accessor) => (accessor === undefined ? abstractUndefined : ofHost(accessor))),
    id,
  );
  if (found !== null && object.kind !== "host") guardInherited(writer, object, name);
  return found;
}

/** Whether an instance has a method that makes a number of it. */
export const instanceConverts = (writer: Writer, known: AbstractValue, prototypes: readonly object[]): boolean =>
  namesIn(writer, known).includes("valueOf") ||
  prototypes.some((prototype) => conversionOf(Object.create(prototype)) !== undefined);

/** `prototype-of x`. */
export function prototypeIn({ writer, args: [x] }: PrimSite): AbstractValue | null {
  const [own, ...others] = prototypesIn(writer, x) ?? [];
  if (own !== undefined && others.length === 0) return ofHost(own);
  if (x?.kind !== "host") return null;
  const prototype = assumedPrototype(writer, x.value);
  return prototype === null ? null : ofHost(prototype);
}

/** `initialiser class`. */
export const initialiserIn = ({ args: [type] }: PrimSite): AbstractValue | null =>
  type?.kind === "host" && typeof type.value === "function" ? ofHost(initialiserFunction(type.value)) : null;

/** Whether a value with one of these prototypes is an instance of a class; null if that is known at run time only. */
export function isInstanceOf(
  writer: Writer,
  x: AbstractValue,
  prototypes: readonly object[],
  type: object,
): AbstractValue | null {
  if (typeof type !== "function") return null;
  if (Reflect.get(type, Symbol.hasInstance) !== Function.prototype[Symbol.hasInstance]) return null;
  writer.assume(type, Symbol.hasInstance, Function.prototype[Symbol.hasInstance]);
  const wanted: unknown = Reflect.get(type, "prototype");
  writer.assume(type, "prototype", wanted);
  const answers = prototypes.map((prototype) => {
    for (let o: object | null = prototype; o !== null; o = assumedPrototype(writer, o)) if (o === wanted) return true;
    return false;
  });
  const first = answers[0] === true;
  return answers.every((answer) => answer === first)
    ? ofConstant(first)
    : ofOperand(
        writer.prim(
          "eq",
          [whichClass(writer, x, (k) => constant(answers[k] === true ? 1 : 0)), constant(1)],
          "",
          "bool",
        ),
      );
}
