// What is stored in properties of instances after they were made: `this.left = new Node(x)`, where the constructor wrote `null`.
//
// Arrays learn what is stored in them by the place where they are made (made-memory.ts). Methods write to instances without
// knowing where these were made. So types of fields are learned by class, and then all code is written again.

import { classesOfType, fieldsOfType, join, type Type } from "../ir/index.ts";
import type { ObjectId } from "./abstract-value.ts";
import { fieldType } from "./element-type.ts";
import type { FunctionStorage } from "./function-storage.ts";
import type { PairStorage } from "./pair-storage.ts";
import { BeginAgain } from "./not-specialised.ts";

export class ClassFields {
  readonly #types = new Map<string, Type>();

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

/** What has been found out about the types of what arrays made here, and instances, hold, and how functions and pairs are stored. */
export interface Learned {
  readonly learned: Map<ObjectId, Type>;
  readonly held: Map<string, Set<ObjectId>>;
  readonly fields: ClassFields;
  readonly functions: FunctionStorage;
  readonly pairs: PairStorage;
}

const nameOf = (of: number, name: string): string => `${of} ${name}`;
