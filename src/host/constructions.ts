// The compiled functions that stand for `new`, and for `super(…)` where the parent is an ordinary function.

import {
  classBehind,
  initialiserOf,
  isErrorClass,
  isExotic,
  parentBehind,
  stampOf,
  type AnyFunction,
  prototypeOfMade,
} from "../runtime/index.ts";

type Construct = (prototype: object, initialise: AnyFunction, isExotic: boolean) => AnyFunction;

const constructions = new WeakMap<object, AnyFunction>();
/** Functions of the prelude. */
interface Constructing {
  readonly ofClass: Construct;
  readonly ofFunction: (f: AnyFunction, isExotic: boolean) => AnyFunction;
  /** What `super(…)` does where the parent is one of the language's own classes. */
  readonly ofNativeParent: (parent: AnyFunction) => AnyFunction | undefined;
  /** Of one of the language's own classes of errors: `initialise` does it for the object that it is called for. */
  readonly ofErrorParent: (initialise: AnyFunction) => AnyFunction;
}

let construct: Constructing | null = null;

/** Sets the functions of the prelude that do what `new` does. */
export function setConstruction(by: Constructing): void {
  construct = by;
}

/** What `new` does with a compiled class, or with a compiled function that can be constructed. */
export function constructionOf(callee: object): AnyFunction | undefined {
  const parent = parentBehind(callee) as AnyFunction | undefined;
  const constructor = parent ?? (classBehind(callee) as AnyFunction | undefined);
  if (constructor === undefined || construct === null) return undefined;
  const known = constructions.get(callee);
  if (known !== undefined) return known;
  const made =
    parent === undefined ? madeBy(constructor, construct) : ofParent(parent, callee as AnyFunction, construct);
  if (made !== undefined) constructions.set(callee, made);
  return made;
}

/** What `super(…)` does where the parent is a class of the language's own. */
function ofParent(parent: AnyFunction, initialise: AnyFunction, construct: Constructing): AnyFunction | undefined {
  return isErrorClass(parent) ? construct.ofErrorParent(initialise) : construct.ofNativeParent(parent);
}

function madeBy(constructor: AnyFunction, construct: Constructing): AnyFunction | undefined {
  const initialise = initialiserOf(constructor);
  if (initialise !== undefined) {
    const prototype = prototypeOfMade(constructor);
    return construct.ofClass(prototype, initialise, isExotic(prototype));
  }
  if (stampOf(constructor) === undefined || !Object.hasOwn(constructor, "prototype")) return undefined;
  const prototype = Object.getOwnPropertyDescriptor(constructor, "prototype") as PropertyDescriptor;
  // A class that differentiated code made may extend a class of the language's own. Other functions make ordinary objects.
  const isMadeClass = prototype.writable === false;
  return construct.ofFunction(constructor, isMadeClass && isExotic(prototype.value as object));
}
