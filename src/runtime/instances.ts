// Instances of compiled classes: which those are, and what functions they lead to.

import { initialiserOf } from "./classes.ts";
import { stampOf } from "./closure.ts";
import type { AnyFunction } from "./factory.ts";
import { isPlainPrototype } from "./realms.ts";

const isFunction = (x: unknown): x is AnyFunction => typeof x === "function";

/** For prototypes, whether they are those of compiled classes only. */
const known = new WeakMap<object, boolean>();

/** Whether an object is an instance of compiled classes alone, so that its properties are all that it holds. */
export function isOfCompiledClass(x: object): boolean {
  const prototype = Object.getPrototypeOf(x) as object | null;
  if (prototype === null || isPlainPrototype(prototype)) return false;
  let answer = known.get(prototype);
  if (answer === undefined) known.set(prototype, (answer = isCompiledPrototype(prototype)));
  return answer;
}

function isCompiledPrototype(prototype: object): boolean {
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  if (!isFunction(constructor) || constructor.prototype !== prototype) return false;
  if (
    isSealed(constructor) ||
    (initialiserOf(constructor) === undefined && stampOf(constructor) === undefined && !assigned.has(constructor))
  )
    return false;
  const next = Object.getPrototypeOf(prototype) as object | null;
  return next !== null && (isPlainPrototype(next) || isCompiledPrototype(next));
}

/** Classes whose instances hold what no property shows. */
const sealed = new WeakSet<object>();
const isSealed = (constructor: object): boolean => sealed.has(constructor);
/** Whether a value is a compiled class whose instances have private members. */
export const isPrivateClass = (x: unknown): boolean => isFunction(x) && isSealed(x);

/** Classes whose fields are assigned (TypeScript's `useDefineForClassFields: false`), where compiled code would define them. */
const assigned = new WeakSet<object>();
export const assignsFields = (constructor: unknown): boolean => isFunction(constructor) && assigned.has(constructor);

/** Notes what is special of a class. */
export function noteClass(
  constructor: object,
  { hasPrivates, assigns }: { hasPrivates: boolean; assigns: boolean },
): void {
  if (hasPrivates) sealed.add(constructor);
  if (assigns) assigned.add(constructor);
}

/** Whether a function is a class, or a constructor with methods: other functions have prototypes of their own, too. */
export function isClass(x: unknown): x is AnyFunction {
  if (!isFunction(x)) return false;
  const property = Object.getOwnPropertyDescriptor(x, "prototype");
  const prototype: unknown = property?.value;
  if (typeof prototype !== "object" || prototype === null) return false;
  return property?.writable === false || Reflect.ownKeys(prototype).length > 1;
}

/**
 * The functions that an instance of a class of the program's, or such a class, leads to beside what its properties hold:
 * constructors, methods, getters and setters, static ones too. Those of prototypes that were `met` before are left out.
 */
export function membersOf(x: object, met: Set<object>): readonly AnyFunction[] {
  const members: AnyFunction[] = [];
  const of =
    typeof x === "function" ? [x, (x as AnyFunction).prototype as unknown] : [Object.getPrototypeOf(x) as unknown];
  for (const first of of) {
    for (let o = first; isHolder(o) && !met.has(o); o = Object.getPrototypeOf(o)) {
      met.add(o);
      for (const property of Object.values(Object.getOwnPropertyDescriptors(o)))
        for (const member of Object.values(property as object) as unknown[])
          if (isFunction(member)) members.push(member);
      const initialise = initialiserOf(o);
      if (initialise !== undefined) members.push(initialise);
    }
  }
  return members;
}

/** What the properties of a function hold: the static fields of a class and of its parents, say; nothing for other values. */
export function staticsOf(x: unknown): readonly unknown[] {
  const held: unknown[] = [];
  for (let o = x; typeof o === "function"; o = Object.getPrototypeOf(o) as unknown)
    for (const key of Object.keys(o)) held.push(Object.getOwnPropertyDescriptor(o, key)?.value);
  return held;
}

/** What a map, with its keys, or a set holds, each once. */
export const heldIn = (x: Map<unknown, unknown> | Set<unknown>): readonly unknown[] =>
  x instanceof Map
    ? [...Map.prototype.keys.call(x), ...(Map.prototype.values.call(x) as Iterable<unknown>)]
    : [...(Set.prototype.values.call(x) as Iterable<unknown>)];

/** Whether the chain of what holds members goes on: it ends at the language's own. */
function isHolder(o: unknown): o is object {
  if (typeof o === "function") return !isNative(o);
  if (typeof o !== "object" || o === null || isPlainPrototype(o)) return false;
  const constructor: unknown = Object.getOwnPropertyDescriptor(o, "constructor")?.value;
  return typeof constructor !== "function" || !isNative(constructor);
}

export const isNative = (f: object): boolean =>
  Function.prototype.toString.call(f).slice(-20).includes("[native code]");
