// What is stored in properties of instances after they were made: `this.left = new Node(x)`, where the constructor wrote `null`.
//
// Arrays learn what is stored in them by the place where they are made (made-memory.ts). An instance is written in methods of its
// class, which cannot tell where it was made. So this is learned by class, and all that has been written is written again.

import { classesOfType, fieldsOfType, join, type Steps, type Type } from "../ir/index.ts";
import type { ObjectId } from "./abstract-value.ts";
import { fieldType } from "./element-type.ts";
import { Abandoned, NeedsRecord, NotSpecialised } from "./not-specialised.ts";
import type { Reason } from "./reason.ts";

/** Thrown once a class has a field of another type than assumed. */
class FieldsLearned extends Abandoned {}

/** At most this often is all written again. */
const mostTimes = 10;

/**
 * How functions are stored in memory: as functions, of which nothing is known when they are read; or as records (function-classes.ts),
 * once one has been called that was read. "refused": that was tried, and they go where they must be functions.
 */
type StoredFunctions = "functions" | "records" | "refused";

/** Reasons that may be about functions. */
const ofShapes: ReadonlySet<Reason> = new Set<Reason>([
  "recursion that gives results of several shapes",
  "recursion whose arguments keep changing their shape",
  "recursion whose result keeps changing its shape",
]);

export class ClassFields {
  readonly #types = new Map<string, Type>();
  storedFunctions: StoredFunctions = "functions";
  /** Whether functions have been stored as functions; and whether recursion may have returned several. */
  #hasStored = false;
  #hasRefused = false;

  noteStored(): void {
    this.#hasStored = true;
  }

  /** Notes why a recursive function is not specialised: it may be for the functions that it returns. */
  noteRefusal(reason: Reason): void {
    if (ofShapes.has(reason)) this.#hasStored = this.#hasRefused = true;
  }

  forgetFunctions(): void {
    this.storedFunctions = "functions";
    this.#hasStored = this.#hasRefused = false;
  }

  /** Notes that a call cannot be written in place. `isKnown`: what it calls is an existing function. */
  callUnknown(isKnown: boolean): void {
    if (this.storedFunctions !== "functions" || !(isKnown ? this.#hasRefused : this.#hasStored)) return;
    this.storedFunctions = "records";
    throw new FieldsLearned("arrays whose elements keep changing their type");
  }

  /** The type of a field, which is `own` when the instance is made. */
  typeOf(of: number, name: string, own: Type): Type {
    return join(own, this.#types.get(nameOf(of, name)) ?? "unset");
  }

  /** Notes what is stored in an instance; throws if its type does not tell of that. */
  store(instance: Type, name: string, stored: Type): void {
    const before = fieldsOfType(instance).get(name) ?? "unset";
    const type = fieldType(stored);
    // What is read is checked, if something is known of it.
    if (type === "any" || before === "any" || join(before, type) === before) return;
    for (const of of classesOfType(instance))
      this.#types.set(nameOf(of, name), this.typeOf(of, name, join(before, type)));
    throw new FieldsLearned("arrays whose elements keep changing their type");
  }
}

/** What has been found out about the types of what arrays made here, and instances, hold. */
export interface Learned {
  readonly learned: Map<ObjectId, Type>;
  readonly held: Map<string, Set<ObjectId>>;
  readonly fields: ClassFields;
}

/** Makes something until what instances hold is known; `forget` is called each time that something has been found out. */
export function* withFields<T>(fields: ClassFields, make: () => Steps<T>, forget: () => void): Steps<T> {
  fields.forgetFunctions();
  for (let k = 0; ; k++) {
    try {
      return yield* make();
    } catch (error) {
      const isRefused = fields.storedFunctions === "records" && isOfCode(error);
      if (!(error instanceof FieldsLearned) && !isRefused) throw error;
      if (k === mostTimes) throw new NotSpecialised(error.reason, error.span);
      if (isRefused) fields.storedFunctions = "refused";
      forget();
    }
  }
}

/** Whether an error says that the code cannot be specialised, and not that something else is to be tried first. */
const isOfCode = (error: unknown): error is NotSpecialised =>
  error instanceof NotSpecialised && !(error instanceof Abandoned || error instanceof NeedsRecord);

const nameOf = (of: number, name: string): string => `${of} ${name}`;
