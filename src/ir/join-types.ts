// Joins of types, and types that mention themselves.
//
// Types are joined as graphs, whose nodes are records. A record inside a record like it is an instance of the same type: the two
// become one node, and the type mentions itself. So types have no more levels than there are different kinds of records, and a list
// that a loop makes has a type.

import {
  arrayOf,
  classesOfType,
  elementOf,
  hasFields,
  isArray,
  isNumber,
  isNumeric,
  isObject,
  isTyped,
  propertiesOfType,
  recordText,
  type Property,
  type Type,
} from "./types.ts";

/** The least type that covers both. */
export function join(a: Type, b: Type): Type {
  if (a === b || b === "unset") return a;
  if (a === "unset") return b;
  if (a === "zero") return isNumeric(b) || b === "tuple" || b === "tape" ? (b === "int" ? "num" : b) : "any";
  if (b === "zero") return join(b, a);
  if (isNumber(a) && isNumber(b)) return "num";
  if (isNumeric(a) && isNumeric(b)) return "numeric";
  if ((hasFields(a) && hasFields(b)) || (isArray(a) && isArray(b)))
    return typeOfForm(joinedForms([formOf(a), formOf(b)]));
  if (isTyped(a) && isTyped(b)) return "typed";
  return isObject(a) && isObject(b) ? "object" : "any";
}

/** A type in which records that lead to others like them are of types that mention themselves. */
export const folded = (type: Type): Type => typeOfForm(formOf(type));

/** A type while it is being made. */
export type Form = Type | ArrayForm | RecordForm;

export class ArrayForm {
  element: Form;
  constructor(element: Form) {
    this.element = element;
  }
}

/** Of instances of more classes than this, the classes are not known. */
const mostClasses = 8;

export class RecordForm {
  /** The classes that it may be an instance of; none for plain records. */
  readonly classes: Set<number>;
  /** The record that this one has become one with. */
  #joined: RecordForm | null = null;
  readonly properties: Map<string, { form: Form; isOptional: boolean }> = new Map();

  constructor(classes: readonly number[] = []) {
    this.classes = new Set(classes);
  }

  get itself(): RecordForm {
    return this.#joined === null ? this : this.#joined.itself;
  }

  add(key: string, form: Form, isOptional = false): void {
    this.properties.set(key, { form, isOptional });
  }

  /** Makes two records one, which has the properties of both. */
  static join(a: RecordForm, b: RecordForm): void {
    const pairs: [RecordForm, RecordForm][] = [[a, b]];
    // The loop adds pairs to the list that it walks.
    for (const [one, other] of pairs) {
      const [into, from] = [one.itself, other.itself];
      if (into === from) continue;
      from.#joined = into;
      for (const one of from.classes) into.classes.add(one);
      for (const [key, own] of into.properties) if (!from.properties.has(key)) own.isOptional = true;
      for (const [key, { form, isOptional }] of from.properties) {
        const own = into.properties.get(key);
        if (own === undefined) into.add(key, form, true);
        else {
          own.isOptional ||= isOptional;
          own.form = joinForms(own.form, form, pairs);
        }
      }
    }
  }
}

/** Joins two forms; records in them are added to `pairs`, which are to become one. */
function joinForms(a: Form, b: Form, pairs: [RecordForm, RecordForm][]): Form {
  if (a === "unset" || a === b) return b;
  if (b === "unset") return a;
  if (a instanceof RecordForm && b instanceof RecordForm && areJoined(a, b)) {
    pairs.push([a, b]);
    return a;
  }
  if (a instanceof ArrayForm && b instanceof ArrayForm) return new ArrayForm(joinForms(a.element, b.element, pairs));
  return join(kindOf(a), kindOf(b));
}

/** Whether two records have a type in common that tells of their properties: not a plain record and an instance. */
function areJoined(a: RecordForm, b: RecordForm): boolean {
  const [own, other] = [a.itself.classes, b.itself.classes];
  return own.size > 0 === other.size > 0 && new Set([...own, ...other]).size <= mostClasses;
}

/** The least form that covers all. */
export function joinedForms(forms: readonly Form[]): Form {
  const pairs: [RecordForm, RecordForm][] = [];
  const joined = forms.reduce((a, b) => joinForms(a, b, pairs), "unset");
  for (const [a, b] of pairs) RecordForm.join(a, b);
  return joined;
}

const kindOf = (form: Form): Type =>
  form instanceof ArrayForm ? "array" : form instanceof RecordForm ? "object" : form;

/** The form of a type; `around` has those of the records that it is inside of. */
function formOf(type: Type, around: ReadonlyMap<Type, RecordForm> = new Map()): Form {
  const open = around.get(type);
  if (open !== undefined) return open;
  const element = isArray(type) ? elementOf(type) : undefined;
  if (element !== undefined) return new ArrayForm(formOf(element, around));
  if (!hasFields(type)) return type;
  const form = new RecordForm(classesOfType(type));
  const within = new Map([...around, [type, form]]);
  for (const { key, type: of, isOptional } of propertiesOfType(type)) form.add(key, formOf(of, within), isOptional);
  return form;
}

/** The type that a form stands for; of arrays in which nothing has been seen, `ofNothing` is the type of the elements. */
export function typeOfForm(form: Form, ofNothing: Type = "unset"): Type {
  while (fold(form, []));
  return textOf(form, ofNothing, []);
}

/** Makes records one that are inside of each other and alike; tells whether there were any. */
function fold(form: Form, around: readonly RecordForm[]): boolean {
  if (form instanceof ArrayForm) return fold(form.element, around);
  if (!(form instanceof RecordForm)) return false;
  const own = form.itself;
  if (around.includes(own)) return false;
  const related = around.filter(
    (other) => areJoined(own, other) && [...own.properties.keys()].some((key) => other.properties.has(key)),
  );
  // Three levels of records that have properties in common are of a type that mentions itself.
  const same =
    related.length > 1 ? related : related.filter((other) => isInstance(own, other) || isInstance(other, own));
  const [first] = same;
  if (first !== undefined) {
    for (const other of [...same, own]) RecordForm.join(first, other);
    return true;
  }
  return [...own.properties.values()].some(({ form: part }) => fold(part, [...around, own]));
}

/** Whether a record has no other properties than those that the records of a type have, and lacks none that all have. */
const isInstance = (record: RecordForm, of: RecordForm): boolean =>
  record.properties.size > 0 &&
  [...record.properties.keys()].every((key) => of.properties.has(key)) &&
  [...of.properties].every(([key, { isOptional }]) => isOptional || record.properties.has(key));

/** The text of a form inside of others. Only records are mentioned. */
function textOf(form: Form, ofNothing: Type, around: readonly Form[]): Type {
  if (form instanceof ArrayForm)
    return arrayOf(form.element === "unset" ? ofNothing : textOf(form.element, ofNothing, [...around, form]));
  if (!(form instanceof RecordForm)) return form;
  const own = form.itself;
  const depth = around.indexOf(own);
  if (depth >= 0) return `^${around.length - depth}` as Type;
  const properties = [...own.properties].map(([key, { form: part, isOptional }]): Property => {
    return { key, type: textOf(part, ofNothing, [...around, own]), isOptional };
  });
  return recordText(
    properties,
    [...own.classes].toSorted((a, b) => a - b),
  );
}
