// The memory that a function makes: the place where each array was made, and what its elements are. Arrays begin with a type; once
// something else turns out to be stored in one, the function is written again with what has been learned.

import {
  arrayOf,
  elementOf,
  isArray,
  isObject,
  join,
  type FuncBuilder,
  type Operand,
  type Steps,
  type Type,
  type ValueId,
} from "../ir/index.ts";
import type { Key, ObjectId } from "./abstract-value.ts";
import { elementType } from "./element-type.ts";

export class MadeMemory {
  readonly #builder: FuncBuilder;
  /** The place where each array was made. */
  readonly #sites = new Map<ValueId, ObjectId>();
  /** For memory that was read from memory, or made in one of several places: where it may have been made. */
  readonly #origins = new Map<ValueId, ReadonlySet<ObjectId>>();
  /** The types of the elements of the arrays that were made. */
  readonly #elements = new Map<ObjectId, Type>();
  readonly #unknownKeys = new Set<ObjectId>();
  /** Values that several paths pass to where they meet. */
  readonly #joined = new Set<ValueId>();
  /** Where what is in an array, or in a property of a record, may have been made. */
  readonly #held: Map<string, Set<ObjectId>>;
  /** Arrays of which elements were read before any was stored: in code that an earlier iteration of a loop has not run. */
  readonly #readEmpty = new Set<ObjectId>();
  /** The types of elements of arrays made here, as found by an earlier run. */
  readonly #learned: Map<ObjectId, Type>;
  /** Whether arrays turned out to contain other types than assumed: the written code is then discarded. */
  hasLearned = false;
  /** What is stored in arrays of which nothing is known, and which were not made here. */
  readonly stored: Map<ValueId, Type> = new Map<ValueId, Type>();

  constructor(builder: FuncBuilder, learned: Map<ObjectId, Type>, held: Map<string, Set<ObjectId>>) {
    this.#builder = builder;
    this.#learned = learned;
    this.#held = held;
  }

  has(operand: Operand): boolean {
    return operand.kind === "value" && this.#sites.has(operand.id);
  }

  /** Where a value was made here; undefined if that is not known. */
  siteOf(operand: Operand): ObjectId | undefined {
    return operand.kind === "value" ? this.#sites.get(operand.id) : undefined;
  }

  /** Notes that a value is memory made here, and what it is made with: elements, or properties with these keys. */
  note(operand: Operand, id: ObjectId, values: readonly Operand[] = [], keys: readonly Key[] = []): void {
    if (operand.kind === "value") this.#sites.set(operand.id, id);
    values.forEach((value, k) => {
      this.noteHeld(value, operand, String(keys[k] ?? ""));
    });
  }

  /** Notes that a value is another one, passed on. */
  noteSame(operand: Operand, from: Operand): void {
    if (operand.kind !== "value" || from.kind !== "value") return;
    const [site, origins] = [this.#sites.get(from.id), this.#origins.get(from.id)];
    if (site !== undefined) this.#sites.set(operand.id, site);
    if (origins !== undefined) this.#origins.set(operand.id, origins);
  }

  /** Where a value may have been made, as far as that is known. */
  #originsOf(operand: Operand): readonly ObjectId[] {
    if (operand.kind !== "value") return [];
    const site = this.#sites.get(operand.id);
    return site === undefined ? [...(this.#origins.get(operand.id) ?? [])] : [site];
  }

  /** Notes that a value is in an array, or in a property of a record. */
  noteHeld(operand: Operand, within: Operand, key: string): void {
    const made = this.#originsOf(operand);
    if (made.length === 0) return;
    for (const site of this.#originsOf(within)) {
      const place = placeIn(site, key);
      this.#held.set(place, new Set([...(this.#held.get(place) ?? []), ...made]));
    }
  }

  /** Notes that a value was read from an array, or from a property of a record. */
  noteRead(operand: Operand, from: Operand, key: string): void {
    if (operand.kind !== "value") return;
    const made = this.#originsOf(from).flatMap((site) => [...(this.#held.get(placeIn(site, key)) ?? [])]);
    if (made.length > 0) this.#origins.set(operand.id, new Set(made));
  }

  /** Notes that an element is read from an array in which nothing has been stored yet. */
  noteReadEmpty(array: Operand): void {
    for (const site of this.#originsOf(array)) this.#readEmpty.add(site);
  }

  /** Notes that a value is one of several, which depends on the path; `isAll`: it is none other than these. */
  noteJoined(operand: Operand, several: readonly Operand[], isAll: boolean): void {
    if (operand.kind !== "value") return;
    const sites = new Set(several.map((one) => (one.kind === "value" ? this.#sites.get(one.id) : undefined)));
    const [only] = sites;
    // Arrays stay as they are: what is stored in one that depends on the path says little of where it was made.
    const isRecordOfOne = isAll && sites.size === 1 && isObject(this.#builder.typeOf(operand));
    if (isRecordOfOne && only !== undefined) this.#sites.set(operand.id, only);
    for (const one of several) if (one.kind === "value") this.#joined.add(one.id);
    const origins = several.flatMap((one) => this.#originsOf(one));
    if (origins.length > 0) this.#origins.set(operand.id, new Set(origins));
  }

  /** The type of the elements of an array that is made here; `first` is that of what it is made with. */
  elementAt(id: ObjectId, first: Type): Type {
    const element = this.#learned.get(id) ?? first;
    this.#elements.set(id, element);
    return element;
  }

  /** Whether a variable that is made here is a list (variables.ts); undefined if that has not been found out. */
  isList(id: ObjectId): boolean | undefined {
    const learned = this.#learned.get(variable(id));
    return learned === undefined ? undefined : learned !== "box";
  }

  /** Notes that a variable should have been a list, or that it may not be one. */
  learnList(id: ObjectId, isList: boolean): void {
    // What may not be a list is none, whatever was found before.
    if (this.isList(id) !== undefined && (isList || this.isList(id) === false)) return;
    this.#learn(variable(id), isList ? "array" : "box");
  }

  /** Notes that a value of this type is stored in an array. */
  store(array: Operand, type: Type): void {
    const site = array.kind === "value" ? this.#sites.get(array.id) : undefined;
    const arrayType = this.#builder.typeOf(array);
    const element = isArray(arrayType) ? elementOf(arrayType) : undefined;
    if (element === undefined || type === "unset") return;
    if (site === undefined) {
      if (element === "unset") this.#storeWithin(array, type);
      else this.#storeInOrigins(array, type);
      return;
    }
    if (element === "unset") {
      // Its type has been used where paths meet, and where elements have been read.
      const isUsed = this.#readEmpty.has(site) || (array.kind === "value" && this.#joined.has(array.id));
      if (isUsed) this.#learn(site, firstType(type));
      else {
        this.#builder.retype(array, arrayOf(firstType(type)));
        this.#elements.set(site, firstType(type));
      }
      return;
    }
    const joined = join(element, elementType(type));
    if (isUnknown(type) || joined === element) return;
    // At first the type may be no more than a guess, from a value of which nothing was known.
    const isGuess = joined === "any" && !this.#learned.has(site);
    this.#learn(site, isGuess ? elementType(type) : joined);
  }

  /**
   * The same for an array that is one of several, and of which something is known: where paths meet there is nothing but what they
   * bring, so each must have such elements from the start.
   */
  #storeInOrigins(array: Operand, type: Type): void {
    if (isUnknown(type)) return;
    for (const site of this.#originsOf(array)) {
      const before = this.#elements.get(site);
      const joined = before === undefined ? undefined : join(before, elementType(type));
      // What is neither is found out when it is read.
      if (joined !== undefined && joined !== before && joined !== "any") this.#learn(site, joined);
    }
  }

  /** Notes that a key of which nothing is known is in a list of keys. It is no number more often than not. */
  storeUnknownKey(keys: Operand): void {
    const site = keys.kind === "value" ? this.#sites.get(keys.id) : undefined;
    if (site !== undefined && this.#learned.get(site) !== "any") this.#unknownKeys.add(site);
  }

  /** Lets lists of keys of which nothing was known hold anything, once all else is known. */
  learnUnknownKeys(): void {
    if (!this.hasLearned) for (const site of this.#unknownKeys) this.#learn(site, "any");
  }

  /** Notes that a function that is called stores values of this type in an array of which nothing is known here. */
  storeByCall(array: Operand, type: Type): void {
    const arrayType = this.#builder.typeOf(array);
    const site = array.kind === "value" ? this.#sites.get(array.id) : undefined;
    if (!isArray(arrayType) || elementOf(arrayType) !== "unset") return;
    if (site === undefined) this.#storeWithin(array, type);
    else this.#learn(site, type);
  }

  /** Whether something is stored in a record that is made here under other names than its type knows. */
  get hasOthers(): boolean {
    return [...this.#learned.keys()].some((id) => id.startsWith(othersOf));
  }

  /** What is stored in a record that is made here under other names than its type knows; undefined if nothing is. */
  othersIn(record: Operand): Type | undefined {
    const site = record.kind === "value" ? this.#sites.get(record.id) : undefined;
    return site === undefined ? undefined : this.#learned.get(others(site));
  }

  /** Notes that a value of this type is stored in a record, under such a name. */
  storeOther(record: Operand, type: Type): void {
    const site = record.kind === "value" ? this.#sites.get(record.id) : undefined;
    if (site === undefined || type === "unset") return;
    const before = this.#learned.get(others(site));
    const joined = before === undefined ? firstType(type) : isUnknown(type) ? before : join(before, elementType(type));
    if (joined !== before) this.#learn(others(site), joined);
  }

  /** The type of a property of a record that is made here with a value of type `own`. */
  fieldAt(id: ObjectId, key: string, own: Type): Type {
    return join(own, this.#learned.get(field(id, key)) ?? "unset");
  }

  /** Notes that a property of a record will be of another type, too. */
  learnField(record: Operand, key: string, type: Type): void {
    for (const site of this.#originsOf(record)) {
      const before = this.#learned.get(field(site, key)) ?? "unset";
      if (join(before, type) !== before) this.#learn(field(site, key), join(before, type));
    }
  }

  /** The same for an array of which nothing is known yet, and which may be in an array made here, or be an input. */
  #storeWithin(array: Operand, type: Type): void {
    if (array.kind !== "value") return;
    const origins = this.#originsOf(array);
    if (origins.length === 0) {
      const before = this.stored.get(array.id);
      this.stored.set(array.id, before === undefined ? firstType(type) : join(before, elementType(type)));
      return;
    }
    for (const site of origins) {
      const before = this.#learned.get(site);
      const element = before === undefined ? firstType(type) : join(before, elementType(type));
      if (element !== before) this.#learn(site, element);
    }
  }

  #learn(site: ObjectId, element: Type): void {
    this.#learned.set(site, element);
    this.hasLearned = true;
  }
}

/** What stands for the properties of a record that its type does not know. */
const othersOf = "others of ";
const others = (id: ObjectId): ObjectId => `${othersOf}${id}`;

/** What stands for a property of a record. */
const field = (id: ObjectId, key: string): ObjectId => `field ${key} of ${id}`;

/** What stands for a variable among the places where arrays are made. */
const variable = (id: ObjectId): ObjectId => `variable ${id}`;

const placeIn = (site: ObjectId, key: string): string => `${site}[${key}]`;

const isUnknown = (type: Type): boolean => type === "any" || type === "numeric";

/** The first element that is stored tells. An unknown one may be a number, which is found out when it is read. */
const firstType = (type: Type): Type => (isUnknown(type) ? "num" : elementType(type));

/** A result; undefined once an array turns out to contain other types than assumed: nothing that follows is valid, errors included. */
export function* unlessLearned<T>(made: MadeMemory, result: Steps<T>): Steps<T | undefined> {
  try {
    return yield* result;
  } catch (error) {
    if (made.hasLearned) return undefined;
    throw error;
  }
}
