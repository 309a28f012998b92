// The compiled functions that stand for `new`, and for `super(…)` where the parent is an ordinary function.

import {
  classBehind,
  initialiserOf,
  isErrorClass,
  parentBehind,
  stampOf,
  type AnyFunction,
  prototypeOfMade,
} from "../runtime/index.ts";

type Construct = (prototype: object, initialise: AnyFunction) => AnyFunction;

const constructions = new WeakMap<object, AnyFunction>();
/** Functions of the prelude. */
interface Constructing {
  readonly ofClass: Construct;
  readonly ofFunction: (f: AnyFunction) => AnyFunction;
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
  const initialise = initialiserOf(constructor);
  const made = isErrorClass(parent)
    ? construct.ofErrorParent(callee as AnyFunction)
    : initialise !== undefined && parent === undefined
      ? construct.ofClass(prototypeOfMade(constructor), initialise)
      : stampOf(constructor) !== undefined && Object.hasOwn(constructor, "prototype")
        ? construct.ofFunction(constructor)
        : undefined;
  if (made !== undefined) constructions.set(callee, made);
  return made;
}
