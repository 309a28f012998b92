// What is stored in properties of instances after they were made: `this.left = new Node(x)`, where the constructor wrote `null`.
//
// Arrays learn what is stored in them by the place where they are made (made-memory.ts). An instance is written in methods of its
// class, which cannot tell where it was made. So this is learned by class, and all that has been written is written again.

import { classesOfType, fieldsOfType, join, type Steps, type Type } from "../ir/index.ts";
import type { ObjectId } from "./abstract-value.ts";
import { fieldType } from "./element-type.ts";
import { FunctionStorage } from "./function-storage.ts";
import { Abandoned, BeginAgain, NeedsFunction, NeedsRecord, NotSpecialised } from "./not-specialised.ts";

/** At most this often is all written again. */
const mostTimes = 10;

export class ClassFields {
  readonly #types = new Map<string, Type>();
  readonly functions: FunctionStorage = new FunctionStorage();

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
    throw new BeginAgain("arrays whose elements keep changing their type");
  }
}

/** What has been found out about the types of what arrays made here, and instances, hold. */
export interface Learned {
  readonly learned: Map<ObjectId, Type>;
  readonly held: Map<string, Set<ObjectId>>;
  readonly fields: ClassFields;
}

/** Makes something until what instances hold is known; `forget` is called each time that something has been found out. */
export function* withFields<T>({ functions }: ClassFields, make: () => Steps<T>, forget: () => void): Steps<T> {
  functions.reset();
  for (let k = 0; ; k++) {
    functions.begin();
    try {
      return yield* make();
    } catch (error) {
      const isRefused = error instanceof NeedsFunction || (functions.kind === "records" && isOfCode(error));
      if (!(error instanceof BeginAgain) && !isRefused) throw error;
      if (k === mostTimes) throw new NotSpecialised(error.reason, error.span);
      if (isRefused) functions.kind = "refused";
      forget();
    }
  }
}

/** Whether an error says that the code cannot be specialised, and not that something else is to be tried first. */
const isOfCode = (error: unknown): error is NotSpecialised =>
  error instanceof NotSpecialised && !(error instanceof Abandoned || error instanceof NeedsRecord);

const nameOf = (of: number, name: string): string => `${of} ${name}`;
