// Writes the check that given arrays, and the arrays in them, have the methods that all arrays have, and none of their own.
//
// The check follows the type of the argument. What is not of that type needs no check: a guard fails where it is read.

import {
  classesOfType,
  classOfArrays,
  elementOf,
  fieldsOfType,
  holdsArrays,
  hasFields,
  isArray,
  isEndless,
  isTyped,
  type Type,
} from "../ir/index.ts";
import type { Assumption } from "../specialise/index.ts";
import { memoryCheck } from "./memory-check.ts";
import type { Method } from "./entry-checks.ts";

const typedPrototype = Object.getPrototypeOf(Float64Array.prototype) as object;

/** The methods that code assumes of given arrays, and of given typed arrays. */
export function methodsOf(assumed: readonly Assumption[]): { array: readonly Method[]; typed: readonly Method[] } {
  const of = (owner: object): readonly Method[] =>
    assumed.flatMap(({ env, slot, value, isOfGiven }) => (isOfGiven && env === owner ? [[slot, value] as const] : []));
  return { array: of(Array.prototype), typed: of(typedPrototype) };
}

export interface MethodsCheck {
  /** What must hold of one array, as text; null if no method of its kind is called. */
  readonly ofArray: (at: string) => string | null;
  readonly ofTyped: (at: string) => string | null;
  /** What must hold of memory of which nothing is known, and of all that it leads to. */
  readonly ofUnknown: (at: string) => string;
}

/** Statements that return `miss` unless memory of this type has the methods. */
export function methodsCheck(type: Type, at: string, check: MethodsCheck): readonly string[] {
  const unless = (condition: string | null): readonly string[] =>
    condition === null ? [] : [`if (!(${condition})) return miss;`];
  const within = (inner: Type, name: string, depth: number): readonly string[] => {
    const lines = of(inner, name, depth);
    return lines.length === 0 ? [] : [`if (${name} !== undefined && ${name} !== null) {`, ...lines, `}`];
  };
  const of = (type: Type, at: string, depth: number): readonly string[] => {
    if (hasFields(type) && isEndless(type)) return ofEndless(type, at, depth);
    if (isTyped(type)) return unless(check.ofTyped(at));
    return hasFields(type) ? ofRecord(type, at, depth) : ofElements(type, at, depth);
  };
  const ofRecord = (type: Type, at: string, depth: number): readonly string[] => {
    const fields = [...fieldsOfType(type)].flatMap(([key, field], k) => {
      const name = `f${depth}_${k}`;
      const lines = within(field, name, depth + 1);
      return lines.length === 0 ? [] : [`const ${name} = ${at}[${JSON.stringify(key)}];`, ...lines];
    });
    const own = classesOfType(type).includes(classOfArrays) ? unless(check.ofArray(at)) : [];
    const lines = [...own, ...fields];
    return lines.length === 0 ? [] : [`{`, ...unless(memoryCheck(type, at)), ...lines, `}`];
  };
  const names = new Map<Type, string>();
  /** Checks values that lead to others of their type, each once. The loop adds values to the set that it walks. */
  const ofEndless = (type: Type, at: string, depth: number): readonly string[] => {
    if (!holdsArrays(type)) return [];
    const known = names.get(type);
    if (known !== undefined) return [`${known}.add(${at});`];
    const name = `met${names.size}`;
    names.set(type, name);
    const lines = ofRecord(type, `r${depth}`, depth);
    names.delete(type);
    return [`{`, `const ${name} = new Set([${at}]);`, `for (const r${depth} of ${name}) {`, ...lines, `}`, `}`];
  };
  const ofElements = (type: Type, at: string, depth: number): readonly string[] => {
    if (!isArray(type)) return [];
    const element = elementOf(type);
    if (element === undefined) return unless(check.ofUnknown(at));
    const item = `e${depth}`;
    const inner = within(element, item, depth + 1);
    const loop = `for (let i${depth} = 0; i${depth} < ${at}.length; i${depth}++) {`;
    const items = inner.length === 0 ? [] : [loop, `const ${item} = ${at}[i${depth}];`, ...inner, `}`];
    return [...unless(check.ofArray(at)), ...items];
  };
  return of(type, at, 0);
}
