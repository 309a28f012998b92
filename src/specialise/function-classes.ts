// Functions in memory: records of what they captured, of a class for each code (defunctionalisation, J. Reynolds 1972). So a call of
// one that was read from memory is a call of known code, and its derivative reaches what it captured (stored-functions.ts).

import {
  classesOfType,
  constant,
  folded,
  recordOf,
  typesWithin,
  type Code,
  type FuncBuilder,
  type Operand,
  type PrimName,
  type Type,
} from "../ir/index.ts";
import { numberOfClass } from "../runtime/index.ts";
import { ofOperand, type Absent, type AbstractValue, type Choice, type Contents, type ObjectId } from "./abstract-value.ts";
import { chosen, isThereOf } from "./choices.ts";
import type { ClassFields } from "./class-fields.ts";
import { fieldType } from "./element-type.ts";
import type { Further } from "./inputs.ts";
import { asList, type Making } from "./listed-variables.ts";
import { isAbsent } from "./perhaps.ts";

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

const mentioning = new Map<Type, boolean>();

/** Whether a value of a type may be such a record, or lead to one. */
export function mentionsFunction(type: Type): boolean {
  if (!type.includes("#")) return false;
  let answer = mentioning.get(type);
  if (answer === undefined)
    mentioning.set(type, (answer = [...typesWithin(type)].some((one) => isFunctionType(one) !== false)));
  return answer;
}

type Closure = Extract<Contents, { readonly kind: "closure" }>;

/** The property for a captured value; classes have none in common. */
export const propertyFor = (number: number, { program, name }: Code, k: number): string =>
  `${program.func(name).captures[k]?.name ?? ""}@${number}.${k}`;

/** What a captured value is for the class: an existing function, or how it may be absent. */
function capturedAs(item: AbstractValue, contentsOf: (id: ObjectId) => Contents | undefined): object | Absent | null {
  if (item.kind === "host") return typeof item.value === "function" ? item.value : null;
  const contents = item.kind === "object" ? contentsOf(item.id) : undefined;
  return contents?.kind === "perhaps" ? contents.absent : null;
}

/** The class of a function that has not been materialised, and its captured values that are properties of the record. */
function layoutOf(
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
  const { number, properties } = layoutOf(closure, contentsOf);
  const typeIn = (item: AbstractValue): Type => {
    const type = typeOf(item);
    return type === "box" ? type : fieldType(type);
  };
  return folded(recordOf(new Map(properties.map(([name, item]) => [name, typeIn(item)])), [number]));
}

/** What is asked of the writer (writer.ts). */
interface Writing extends Making {
  readonly builder: FuncBuilder;
}

/** Writes the record of a function that has not been materialised; `operandsOf` gives the operands of what it captured. */
export function makeFunction(
  writer: Writing,
  id: ObjectId,
  closure: Closure,
  operandsOf: (items: readonly AbstractValue[]) => readonly Operand[],
  typeStored: (item: AbstractValue) => Type,
): Operand {
  const contentsOf = (name: ObjectId): Contents => writer.contents(name);
  const { number, properties } = layoutOf(closure, contentsOf);
  for (const [, item] of properties) asList(writer, item);
  const values = operandsOf(properties.map(([, item]) => item));
  const entries = properties.flatMap(([name], k) => [constant(name), values[k] as Operand]);
  const type = typeOfFunction(closure, contentsOf, typeStored);
  const made = writer.builder.prim("instance", [constant(number), ...entries], writer.span, "", type);
  writer.made.note(
    made,
    id,
    values,
    properties.map(([name]) => name),
  );
  return made;
}

/** An existing function as it is stored where functions are records: all records of it are one. */
export function recordOfExisting(f: object): object {
  let single = singles.get(f);
  if (single === undefined) singles.set(f, (single = Object.freeze(Object.create(classFor(f, []).prototype) as object)));
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

/** What is asked of the writer (writer.ts) where something is stored. */
interface Storing {
  readonly operand: (known: AbstractValue) => Operand;
  readonly prim: (prim: PrimName, args: readonly Operand[], hint?: string, type?: Type) => Operand;
  readonly further: (further: Further) => Operand;
  readonly choice: (known: AbstractValue) => Choice | null;
  readonly allocate: (id: ObjectId, contents: Contents) => AbstractValue;
  readonly fields: ClassFields;
}

/** An existing function as it is in memory, where functions are records; all other values as they are. */
export const existingInMemory = (
  writer: Pick<Storing, "further"> & { readonly fields: ClassFields },
  known: AbstractValue,
): AbstractValue =>
  known.kind === "host" && typeof known.value === "function" && writer.fields.storedFunctions === "records"
    ? ofOperand(writer.further({ kind: "host", value: recordOfExisting(known.value) }))
    : known;

/** The same for all functions that have not been materialised, and for one of several. */
export function functionInMemory(writer: Storing, known: AbstractValue): AbstractValue {
  if (known.kind === "host") return existingInMemory(writer, known);
  const choice = known.kind === "object" ? writer.choice(known) : null;
  return choice === null || known.kind !== "object" ? known : choiceInMemory(writer, choice, known.id);
}

/** One of several functions, which may be absent, as a value in memory. */
function choiceInMemory(writer: Storing, choice: Choice, id: ObjectId): AbstractValue {
  const { options, items } = choice;
  const absent = options.filter((option) => option == null);
  const there = options.findIndex((option) => option != null);
  const records = items
    .slice(1)
    .map((item) => (isAbsent(item) ? null : writer.operand(functionInMemory(writer, item))));
  const record = ofOperand(chosen(writer, choice, (_, k) => (records[k] ?? records[there]) as Operand));
  if (absent.length === 0) return record;
  const isNull = ofOperand(chosen(writer, choice, (_, k) => constant(options[k] === null), "bool"));
  const kind = absent.length > 1 ? "nullish" : absent[0] === null ? "null" : "undefined";
  return writer.allocate(`${id}?`, { kind: "perhaps", absent: kind, items: [record, isThereOf(writer, choice), isNull] });
}
