// Functions in memory are records of what they captured, of a class for each code (defunctionalisation, J. Reynolds 1972). The
// type of such a record tells its class (function-records.ts, stored-functions.ts).

import { classesOfType, folded, recordOf, type Code, type Type } from "../ir/index.ts";
import { numberOfClass } from "../runtime/index.ts";
import type { Absent, AbstractValue, Choice, Contents, ObjectId } from "./abstract-value.ts";
import { fieldType } from "./element-type.ts";

/** The functions of one code with the same captured functions; or one existing function. */
export interface FunctionClass {
  readonly of: Code | object;
  /** By captured value: the function, where it is an existing one. Others are properties of the record, and may be absent. */
  readonly captured: readonly (object | Absent | null)[];
  /** Stands for the class, as the prototype of its records. */
  readonly prototype: object;
}

const classes = new WeakMap<object, FunctionClass[]>();
const byNumber = new Map<number, WeakRef<FunctionClass>>();
const numbersOfPrototypes = new WeakMap<object, number>();
const singles = new WeakMap<object, object>();

function classFor(of: object, captured: readonly (object | Absent | null)[]): FunctionClass {
  let alike = classes.get(of);
  if (alike === undefined) classes.set(of, (alike = []));
  let found = alike.find((one) => one.captured.every((f, k) => f === captured[k]));
  if (found === undefined) {
    alike.push((found = { of, captured, prototype: Object.freeze(Object.create(null) as object) }));
    const number = numberOfClass(found.prototype);
    byNumber.set(number, new WeakRef(found));
    numbersOfPrototypes.set(found.prototype, number);
  }
  return found;
}

/** Whether values of a type are functions, as records; null if only some are. */
export function isFunctionType(type: Type): boolean | null {
  const numbers = classesOfType(type);
  const some = numbers.some((number) => byNumber.has(number));
  return some === numbers.every((number) => byNumber.has(number)) || numbers.length === 0 ? some : null;
}

export type Closure = Extract<Contents, { readonly kind: "closure" }>;

/** The property for a captured value; classes have none in common. */
export const propertyFor = (number: number, { program, name }: Code, k: number): string =>
  `${program.func(name).captures[k]?.name ?? ""}@${number}.${k}`;

/** Whether a value is a function that exists already. */
export const isExisting = (known: AbstractValue): known is Extract<AbstractValue, { readonly kind: "host" }> =>
  known.kind === "host" && typeof known.value === "function";

/** What a captured value is for the class: an existing function, or how it may be absent. */
function capturedAs(item: AbstractValue, contentsOf: (id: ObjectId) => Contents | undefined): object | Absent | null {
  if (isExisting(item)) return item.value;
  const contents = item.kind === "object" ? contentsOf(item.id) : undefined;
  if (contents?.kind === "choice") return absentAmong(contents);
  return contents?.kind === "perhaps" ? contents.absent : null;
}

/** How one of several functions may be absent. */
export function absentAmong({ options }: Choice): Absent | null {
  const absent = options.filter((option) => option == null);
  return absent.length > 1 ? "nullish" : absent.length === 0 ? null : absent[0] === null ? "null" : "undefined";
}

/** The class of a function that has not been materialised, and its captured values that are properties of the record. */
export function recordOfFunction(
  { code, items }: Closure,
  contentsOf: (id: ObjectId) => Contents | undefined,
): { readonly number: number; readonly properties: readonly (readonly [name: string, item: AbstractValue])[] } {
  const captured = items.map((item) => capturedAs(item, contentsOf));
  const number = numberOfClass(classFor(code, captured).prototype);
  const properties = items.flatMap((item, k) =>
    typeof captured[k] === "function" ? [] : [[propertyFor(number, code, k), item] as const],
  );
  return { number, properties };
}

/** The type of the record of a function. */
export function typeOfFunction(
  closure: Closure,
  contentsOf: (id: ObjectId) => Contents | undefined,
  typeOf: (item: AbstractValue) => Type,
): Type {
  const { number, properties } = recordOfFunction(closure, contentsOf);
  const typeIn = (item: AbstractValue): Type => {
    const type = typeOf(item);
    return type === "box" ? type : fieldType(type);
  };
  return folded(recordOf(new Map(properties.map(([name, item]) => [name, typeIn(item)])), [number]));
}

/** An existing function as it is stored where functions are records: all records of it are one. */
export function recordOfExisting(f: object): object {
  let single = singles.get(f);
  if (single === undefined)
    singles.set(f, (single = Object.freeze(Object.create(classFor(f, []).prototype) as object)));
  return single;
}

/** The type of the record of an existing function; null for all other objects. */
export function typeOfExisting(x: object): Type | null {
  const prototype = Object.getPrototypeOf(x) as object | null;
  const number = prototype === null ? undefined : numbersOfPrototypes.get(prototype);
  return number === undefined ? null : recordOf(new Map(), [number]);
}

/** The class of a number; undefined if nothing refers to its functions any more. */
export const functionClass = (number: number): FunctionClass | undefined => byNumber.get(number)?.deref();
