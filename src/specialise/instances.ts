// Instances of classes: objects without properties of their own at first, with a prototype that is known. What they inherit is
// found while code is specialised, and checked when it runs (assumption.ts).

import { accessorOf, conversionOf, initialiserFunction, type AccessorKind } from "../runtime/index.ts";
import { ofConstant, type AbstractValue, type Contents } from "./abstract-value.ts";
import { ofHost, type PrimSite } from "./site.ts";
import type { Writer } from "./writer.ts";

type Instance = Extract<Contents, { readonly kind: "instance" }>;

/** What is known of an instance that has not been materialised; null for all other values. */
export function instanceIn(writer: Writer, known: AbstractValue | undefined): Instance | null {
  const contents = writer.virtual(known);
  return contents?.kind === "instance" ? contents : null;
}

/** `object-of prototype`. */
export function instanceOfClass({ writer, args: [prototype], id }: PrimSite): AbstractValue | null {
  if (prototype?.kind !== "host") return null;
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
export function propertyOfInstance(
  writer: Writer,
  { prototype, keys, items }: Instance,
  name: string,
): AbstractValue | null {
  const k = keys.indexOf(name);
  return k >= 0 ? (items[k] as AbstractValue) : inheritedFrom(writer, prototype, name);
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
  const k = keys.indexOf(name);
  if (k >= 0) return { ...instance, items: items.map((item, j) => (j === k ? value : item)) };
  const owner = ownerOf(prototype, name);
  const isWritable = owner === undefined || Object.getOwnPropertyDescriptor(owner, name)?.writable === true;
  if (!isWritable || inherited(writer, prototype, name) === null) return null;
  return { ...instance, keys: [...keys, name], items: [...items, value] };
}

/** Whether an instance has a property, its own or an inherited one; null if that is known at run time only. */
export function hasProperty(writer: Writer, { prototype, keys }: Instance, name: string): boolean | null {
  if (keys.includes(name)) return true;
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

/** The compiled accessor behind a property of an instance, or of an object that exists; undefined if there is none. */
export function accessorOfInstance(
  writer: Writer,
  object: AbstractValue,
  name: string,
  kind: AccessorKind,
): object | undefined {
  const instance = instanceIn(writer, object);
  if (instance?.keys.includes(name) === true) return undefined;
  const of = instance?.prototype ?? (object.kind === "host" ? object.value : undefined);
  return of === undefined ? undefined : (assumed(writer, of, kind, name) as object | undefined);
}

/** Whether an instance has a method that makes a number of it. */
export const instanceConverts = ({ prototype, keys }: Instance): boolean =>
  keys.includes("valueOf") || conversionOf(Object.create(prototype)) !== undefined;

/** `prototype-of x`. */
export function prototypeIn({ writer, args: [x] }: PrimSite): AbstractValue | null {
  const instance = instanceIn(writer, x);
  if (instance !== null) return ofHost(instance.prototype);
  if (x?.kind !== "host") return null;
  const prototype = assumed(writer, x.value, "prototype", "prototype");
  return prototype === null ? null : ofHost(prototype);
}

/** `initialiser class`. */
export const initialiserIn = ({ args: [type] }: PrimSite): AbstractValue | null =>
  type?.kind === "host" && typeof type.value === "function" ? ofHost(initialiserFunction(type.value)) : null;

/** `x instanceof type`; null if that is known at run time only. */
export function isInstance(writer: Writer, x: AbstractValue, type: object): AbstractValue | null {
  const instance = instanceIn(writer, x);
  if (instance === null || typeof type !== "function") return null;
  if (Reflect.get(type, Symbol.hasInstance) !== Function.prototype[Symbol.hasInstance]) return null;
  writer.assume(type, Symbol.hasInstance, Function.prototype[Symbol.hasInstance]);
  const wanted: unknown = Reflect.get(type, "prototype");
  writer.assume(type, "prototype", wanted);
  for (
    let o: object | null = instance.prototype;
    o !== null;
    o = assumed(writer, o, "prototype", "prototype") as object | null
  )
    if (o === wanted) return ofConstant(true);
  return ofConstant(false);
}
