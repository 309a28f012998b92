// Values that may be absent, where they are stored and where paths meet: what is `undefined` or `null` on one path, and a number
// or memory on another, becomes a `Perhaps` (abstract-value.ts).

import {
  constant,
  folded,
  hasFields,
  isArray,
  isNumber,
  isTyped,
  join as joinTypes,
  recordOf,
  undef,
  type Operand,
  type PrimInstr,
  type PrimName,
  type Type,
} from "../ir/index.ts";
import {
  constantOf,
  ofConstant,
  ofOperand,
  type Absent,
  type AbstractValue,
  type Contents,
  type ObjectId,
  type Outcome,
  type Perhaps,
} from "./abstract-value.ts";
import { fieldType } from "./element-type.ts";

/** What a path knows of objects and types. */
export interface PathState {
  readonly contents: (id: ObjectId) => Contents | undefined;
  readonly typeOf: (known: AbstractValue) => Type;
}

/** A value itself, where it is an object that has been materialised. */
function itself(known: AbstractValue, state: PathState): AbstractValue {
  const contents = known.kind === "object" ? state.contents(known.id) : undefined;
  return contents?.kind === "escaped" ? ofOperand(contents.operand) : known;
}

/** What a constant is, if it is what a value is where it is absent. */
function absentConstant(known: AbstractValue): Absent | null {
  const held = constantOf(known);
  if (held === null) return null;
  return held.value === undefined ? "undefined" : held.value === null ? "null" : null;
}

export const isAbsent = (known: AbstractValue): boolean => absentConstant(known) !== null;

/** What a value is where it is absent, null if it never is; and whether it may be there. */
interface Presence {
  readonly absent: Absent | null;
  readonly mayBeThere: boolean;
}

/** Null for values of other kinds than numbers, texts and memory. */
export function presenceOf(given: AbstractValue, state: PathState): Presence | null {
  const known = itself(given, state);
  const contents = known.kind === "object" ? state.contents(known.id) : undefined;
  if (contents?.kind === "perhaps") return { absent: contents.absent, mayBeThere: true };
  if (contents?.kind === "record" || contents?.kind === "instance" || contents?.kind === "array") return isThere;
  if (known.kind !== "operand") return null;
  const absent = absentConstant(known);
  if (absent !== null) return { absent, mayBeThere: false };
  const type = state.typeOf(known);
  return isNumber(type) || isArray(type) || isTyped(type) || hasFields(type) || type === "str" ? isThere : null;
}

const isThere: Presence = { absent: null, mayBeThere: true };

/** What the values of several paths are where they are absent; null if they are not all such, or none is absent or none there. */
export function absentOfAll(presences: readonly (Presence | null)[]): Absent | null {
  const absent = new Set(presences.flatMap((one) => one?.absent ?? []));
  const [only] = absent;
  const isKnown = presences.every((one) => one !== null) && presences.some((one) => one?.mayBeThere);
  if (only === undefined || !isKnown) return null;
  return absent.size === 1 ? only : "nullish";
}

/** A value of a path as one that may be absent. */
export function itemsOf(given: AbstractValue, state: PathState): Perhaps["items"] {
  const known = itself(given, state);
  const absent = absentConstant(known);
  if (absent !== null) return [abstractUnset, ofConstant(false), ofConstant(absent === "null")];
  const contents = known.kind === "object" ? state.contents(known.id) : undefined;
  return contents?.kind === "perhaps" ? contents.items : [known, ofConstant(true), ofConstant(false)];
}

const abstractUnset: AbstractValue = ofOperand({ kind: "unset" });

/** What stands for a value of a type where there is none. Lists of a tape hold numbers alone. */
export const absentOf = (type: Type): Operand => (isNumber(type) ? constant(0) : { kind: "unset" });

/** What is asked of the writer (writer.ts). */
interface Writing {
  readonly perhaps: (known: AbstractValue) => Perhaps | null;
  readonly operand: (known: AbstractValue) => Operand;
  readonly prim: (prim: PrimName, args: readonly Operand[], hint?: string, type?: Type) => Operand;
  readonly typeOf: (operand: Operand) => Type;
  readonly definition: (operand: Operand) => PrimInstr | undefined;
}

/** The operand for a value that is stored, or passed on, whether it is there or not. */
export function stored(writer: Writing, known: AbstractValue): Operand {
  const perhaps = writer.perhaps(known);
  if (perhaps === null) return writer.operand(known);
  const [element, isThere, isNull] = perhaps.items.map((item) => writer.operand(item)) as [Operand, Operand, Operand];
  const absent = writer.prim("select", [isNull, constant(null), undef], "", "any");
  return writer.prim("select", [isThere, element, absent], "", "any");
}

/** What types of memory say of a value that is stored: what it is if it is there. */
export function typeStored(writer: Writing, known: AbstractValue): Type {
  const operand = itemStored(writer, known);
  return typeThere(writer, operand) ?? writer.typeOf(operand);
}

/** A value that is stored, as it is where it is there. */
export const itemStored = (writer: Writing, known: AbstractValue): Operand =>
  writer.operand(writer.perhaps(known)?.items[0] ?? known);

/** The type of a value where it is there: code that is run again has a choice, as `stored` makes it. Null for what is absent. */
function typeThere(writer: Writing, operand: Operand): Type | null {
  if (isAbsent(ofOperand(operand))) return null;
  const made = writer.typeOf(operand) === "any" ? writer.definition(operand) : undefined;
  if (made?.prim !== "select") return writer.typeOf(operand);
  const [, a, b] = made.args.map((arg) => typeThere(writer, arg));
  return a == null || b == null ? (a ?? b ?? null) : joinTypes(a, b);
}

/** The type of a record of values of these types. */
export function recordStored<T>(
  keys: readonly string[],
  items: readonly T[],
  typeOf: (item: T, key: string) => Type,
): Type {
  return folded(recordOf(new Map(keys.map((key, k) => [key, fieldType(typeOf(items[k] as T, key))]))));
}

/** The operand for a value that is used without asking whether it is there: a guard does. */
export function whereThere(writer: Writing, { items: [element, isThere] }: Perhaps): Operand {
  const one = writer.prim("select", [writer.operand(isThere), constant(1), undef]);
  writer.prim("keep-guard", [writer.prim("guard-number", [one])]);
  return writer.operand(element);
}

/** The operand for what a call gave that may have failed: the value, or a box with the error. */
export function outcomeAsValue(writer: Writing, { items }: Outcome): Operand {
  const [given, isThrown, error] = items.map((item) => writer.operand(item)) as [Operand, Operand, Operand];
  return writer.prim("select", [isThrown, writer.prim("thrown", [error]), given], "", "any");
}

/** Primitives that store all that they are given, hold it or pass it on, and those that store one operand. */
const storing: ReadonlyMap<PrimName, number | "all"> = new Map<PrimName, number | "all">([
  ["array", "all"],
  ["object", "all"],
  ["tuple", "all"],
  ["copy", "all"],
  ["is-thrown", "all"],
  ["returned", "all"],
  ["box-new", "all"],
  ["box-set", 1],
  ["push", 1],
  ["set", 2],
]);

/** Whether a primitive takes an operand whether it is there or not. */
export function isStored(prim: PrimName, k: number): boolean {
  const which = storing.get(prim);
  return which === "all" || which === k;
}
