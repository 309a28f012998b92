// The prototypes of instances with private members that differentiated code has made. JavaScript's own methods would find none of
// these members, so such an instance has methods that run the compiled code instead, whoever calls them.

import { isPrivateClass } from "./instances.ts";
import { standIn } from "./classes.ts";
import { stampFunction, stampOf } from "./closure.ts";
import type { AnyFunction } from "./factory.ts";
import { isPlainPrototype } from "./realms.ts";

const prototypes = new WeakMap<object, object>();
const substitutes = new WeakMap<object, AnyFunction>();
const made = new WeakSet<object>();

/** The prototype of a new instance of a class: an object that inherits from the class's own, if there are private members. */
export function prototypeOfMade(constructor: { readonly prototype: object }): object {
  const { prototype } = constructor;
  const known = prototypes.get(prototype);
  if (known !== undefined) return known;
  const chain: object[] = [];
  for (
    let o: object | null = prototype;
    o !== null && !isPlainPrototype(o);
    o = Object.getPrototypeOf(o) as object | null
  )
    chain.push(o);
  const hasPrivates = chain.some((o) => isPrivateClass(Object.getOwnPropertyDescriptor(o, "constructor")?.value));
  const result = hasPrivates ? withSubstitutes(prototype, chain) : prototype;
  prototypes.set(prototype, result);
  return result;
}

function withSubstitutes(prototype: object, chain: readonly object[]): object {
  const result = Object.create(prototype) as object;
  for (const key of new Set(chain.flatMap((o) => Reflect.ownKeys(o)))) {
    const holder = chain.find((o) => Object.hasOwn(o, key)) as object;
    const property = Object.getOwnPropertyDescriptor(holder, key) as PropertyDescriptor;
    if (key === "constructor") continue;
    const parts = Object.entries(property).map(([part, value]) => [part, substituteFor(value)]);
    Object.defineProperty(result, key, Object.fromEntries(parts) as PropertyDescriptor);
  }
  made.add(result);
  return result;
}

/** The function that runs a method's compiled code; other values as they are. */
function substituteFor(value: unknown): unknown {
  const stamp = stampOf(value);
  if (stamp === undefined) return value;
  let f = substitutes.get(value as object);
  if (f === undefined) {
    f = standIn();
    stampFunction(f, stamp);
    substitutes.set(value as object, f);
  }
  return f;
}

/** Whether an object is the prototype of such instances. */
export const isPrototypeOfMade = (object: object): boolean => made.has(object);

/** What `super.m` gives for an instance: a method that runs its compiled code, if differentiated code has made the instance. */
export const methodFor = (receiver: unknown, method: unknown): unknown =>
  typeof receiver === "object" && receiver !== null && made.has(Object.getPrototypeOf(receiver) as object)
    ? substituteFor(method)
    : method;
