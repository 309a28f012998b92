// Value types: a small lattice of what is known about a value, for printing, for 𝒥 and for code generation.
//
// `unset` is the bottom: it never widens a type. `any` is the top. `int` is a number that is an exact integer of
// magnitude below 2^53; `num` any number; `numeric` a number or a bigint (what `*` yields on unknown operands).
// `zero` is the structural zero of cotangents, a number at run time, and joins with any cotangent type.
// `numbers` is an array whose elements are expected to be numbers, `rows` an array of such arrays, `float64` a Float64Array
// and `float64-rows` an array of these; `float32` is a Float32Array, `integers` a typed array of an integer kind. Guards check that an element that is
// read is as expected (`guard-number`, …).
//
// Other arrays and records have structural types, which are texts: `[T]` is an array whose elements are expected to be of type T,
// (`[unset]` if there are none yet), `{x:num,y?:T}` a plain record whose property x is expected to be a number, and y, if it has
// one, to be of type T. It may have other properties. `^n` inside a type stands for the nth array or record around it: lists are
// `{head:num,tail:^1}`, trees `{value:num,children:[^2]}`. What is expected may be absent (`undefined` or `null`) all the same.
//
// `#3{x:num}` is an instance of class number 3 (classes.ts) with such properties, `#3#5{x:num,y?:num}` one of class 3 or of class 5:
// that its prototype is the one of such a class is not only expected.

export const types = [
  "unset",
  "zero",
  "int",
  "num",
  "numeric",
  "bool",
  "str",
  "undef",
  "null",
  "array",
  "numbers",
  "rows",
  "typed",
  "integers",
  "float32",
  "float64",
  "float64-rows",
  "object",
  "func",
  "tuple",
  "tape",
  "box",
  "context",
  "shadow",
  "any",
] as const;

export type Type = (typeof types)[number] | `[${string}]` | `{${string}}` | `#${string}}`;

/** Whether a text is a type; `depth` arrays and records may be around it. */
export function isType(text: string, depth = 0): text is Type {
  const mentioned = /^\^(\d+)$/.exec(text)?.[1];
  if (mentioned !== undefined) return Number(mentioned) > 0 && Number(mentioned) <= depth;
  if (text.startsWith("[")) {
    const inner = text.slice(1, -1);
    return text.endsWith("]") && arrayOf(inner as Type) === text && isType(inner, depth + 1);
  }
  if (!hasFields(text as Type)) return (types as readonly string[]).includes(text);
  const properties = propertiesIn(text);
  const own = recordText(properties, classesOfType(text as Type));
  return own === text && properties.every(({ type }) => isType(type, depth + 1));
}

export function isNumber(type: Type): boolean {
  return type === "num" || type === "int" || type === "zero";
}

export function isNumeric(type: Type): boolean {
  return isNumber(type) || type === "numeric";
}

export function isArray(type: Type): boolean {
  return type === "array" || type.startsWith("[") || type in elements;
}

/** Whether memory of a type may convert what is stored there to a number. */
export const mayConvertStores = (type: Type): boolean => type === "any" || isTyped(type);

/** Whether values of a type may be arrays or typed arrays. */
export function mayBeArray(type: Type): boolean {
  return type === "any" || isArray(type) || isTyped(type) || classesOfType(type).includes(classOfArrays);
}

export function isTyped(type: Type): boolean {
  return type === "typed" || type === "integers" || isFloats(type);
}

/** Whether a type is that of typed arrays of real numbers: only these carry derivatives. */
export function isFloats(type: Type): boolean {
  return type === "float64" || type === "float32";
}

/** Whether a type is that of plain records of which properties are known. */
export function isRecord(type: Type): boolean {
  return type.startsWith("{");
}

/** The number of the class of arrays (runtime/class-numbers.ts). */
export const classOfArrays = 0;

/** Whether a type is that of instances of classes that are known. */
export const isInstance = (type: Type): boolean => type.startsWith("#");

/** Whether a type is that of plain records, or of instances, of which properties are known. */
export const hasFields = (type: Type): boolean => isRecord(type) || isInstance(type);

/** The numbers of the classes of instances of a type, in order; none for other types. */
export const classesOfType = (type: Type): readonly number[] =>
  isInstance(type) ? type.slice(1, type.indexOf("{")).split("#").map(Number) : [];

/** Whether a type is that of records and instances, known or not. */
export const isObject = (type: Type): boolean => type === "object" || hasFields(type);

/** Whether an array gives back numbers as they were stored: typed arrays other than Float64Arrays round, or wrap. */
export function keepsNumbers(type: Type): boolean {
  return isArray(type) || type === "float64";
}

const elements: { readonly [type: string]: Type | undefined } = {
  numbers: "num",
  rows: "numbers",
  "float64-rows": "float64",
};

/** The expected type of the elements of an array or typed array; undefined if that is not known. */
export function elementOf(type: Type): Type | undefined {
  if (isFloats(type)) return "num";
  if (type === "integers") return "int";
  return type.startsWith("[") ? inside(type.slice(1, -1) as Type, type) : elements[type];
}

/** The type of arrays whose elements are expected to be of the given type. */
export function arrayOf(element: Type): Type {
  const named = Object.keys(elements).find((array) => elements[array] === element);
  if (named !== undefined) return named as Type;
  return element === "unset" ||
    element === "str" ||
    element === "float32" ||
    hasFields(element) ||
    element.startsWith("^") ||
    (isArray(element) && element !== "array")
    ? `[${element}]`
    : "array";
}

type Fields = ReadonlyMap<string, Type>;

/** A property that the type of records, or of instances, tells of. */
export interface Property {
  readonly key: string;
  readonly type: Type;
  /** Whether some of the records do not have it. */
  readonly isOptional: boolean;
}

const propertiesByType = new Map<Type, readonly Property[]>();
const fieldsByType = new Map<Type, Fields>();

/** The properties that the type of records, or of instances, tells of, in order; none for other types. */
export function propertiesOfType(type: Type): readonly Property[] {
  let properties = propertiesByType.get(type);
  if (properties === undefined) {
    const own = hasFields(type) ? propertiesIn(type) : [];
    properties = own.map((property) => ({ ...property, type: inside(property.type, type) }));
    propertiesByType.set(type, properties);
  }
  return properties;
}

/** The properties of a record's type by name, in order; none for other types. */
export function fieldsOfType(type: Type): Fields {
  let fields = fieldsByType.get(type);
  if (fields === undefined)
    fieldsByType.set(type, (fields = new Map(propertiesOfType(type).map((property) => [property.key, property.type]))));
  return fields;
}

/** The properties of a record's type, as they are written: they may mention it. */
function propertiesIn(type: string): readonly Property[] {
  const properties: Property[] = [];
  for (let at = type.indexOf("{") + 1; at < type.length - 1;) {
    const quoted = /^"(?:[^"\\]|\\.)*"/.exec(type.slice(at));
    const end = quoted === null ? type.indexOf(":", at) : at + quoted[0].length;
    if (end < at) break;
    const isOptional = type.charAt(quoted === null ? end - 1 : end) === "?";
    const key = quoted === null ? type.slice(at, isOptional ? end - 1 : end) : (JSON.parse(quoted[0]) as string);
    const from = end + (quoted !== null && isOptional ? 2 : 1);
    at = endOfType(type, from);
    properties.push({ key, type: type.slice(from, at) as Type, isOptional });
    at++;
  }
  return properties;
}

/** What is written inside a type, as a type of its own: where it mentions the type around it, that takes its place. */
function inside(part: Type, around: Type): Type {
  if (!part.includes("^")) return part;
  let depth = 0;
  const text = part.replaceAll(/"(?:[^"\\]|\\.)*"|[[{\]}]|\^\d+/g, (found) => {
    if (found === "[" || found === "{") depth++;
    if (found === "]" || found === "}") depth--;
    return found === `^${depth + 1}` ? around : found;
  });
  return text as Type;
}

/** The position after the type that begins at `from`. */
export function endOfType(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at += (/^"(?:[^"\\]|\\.)*"/.exec(text.slice(at))?.[0].length ?? 1) - 1;
    else if (char === "[" || char === "{") depth++;
    else if (char === "]" || char === "}") {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && !/[a-z0-9^#-]/.test(char)) return at;
  }
  return text.length;
}

/** The type of plain records, or of instances of some classes, with properties of these types. */
export const recordOf = (fields: Fields, classes: readonly number[] = []): Type =>
  recordText(
    [...fields].map(([key, type]) => ({ key, type, isOptional: false })),
    classes,
  );

export function recordText(properties: readonly Property[], classes: readonly number[] = []): Type {
  const texts = properties.map(({ key, type, isOptional }) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    return `${name}${isOptional ? "?" : ""}:${type}`;
  });
  return `${classes.map((k) => `#${k}`).join("")}{${texts.join(",")}}` as Type;
}

/** A type, and the types of all that its values lead to, each once. */
export function typesWithin(type: Type): ReadonlySet<Type> {
  const all = new Set([type]);
  // The set grows while it is walked.
  for (const one of all) {
    const element = elementOf(one);
    if (element !== undefined) all.add(element);
    for (const field of fieldsOfType(one).values()) all.add(field);
  }
  return all;
}

/** Whether everything that a value of this type leads to is numbers, and arrays of such. */
export function isOfNumbers(type: Type): boolean {
  const element = elementOf(type);
  return isNumeric(type) || type === "typed" || element === "unset" || (element !== undefined && isOfNumbers(element));
}

/** Whether a value of a type may lead to others of the type, so that it has no end of levels. */
export const isEndless = (type: Type): boolean =>
  [...fieldsOfType(type).values()].some((field) => typesWithin(field).has(type));

/** Whether a value of this type may lead to arrays, other than itself. */
export function holdsArrays(type: Type): boolean {
  const element = elementOf(type);
  const parts = element === undefined ? [...fieldsOfType(type).values()] : [element];
  const isHeld = (one: Type): boolean => isArray(one) || isTyped(one);
  return type === "array" || parts.some((part) => [...typesWithin(part)].some(isHeld));
}

/** Whether a value of this type has identity and contents: its cotangent lives in a shadow, not in a value. */
export function isReference(type: Type): boolean {
  return isArray(type) || isTyped(type) || isObject(type) || type === "box";
}
/** Whether no derivative can pass through a value of this type. */
export function isInactive(type: Type): boolean {
  return (
    type === "bool" ||
    type === "str" ||
    type === "undef" ||
    type === "null" ||
    type === "int" ||
    type === "unset" ||
    type === "context" ||
    type === "shadow"
  );
}

/** The type of a constant: integers of magnitude below 2^53 are `int`, except -0, which integers do not have. */
export function typeOfConstant(constant: unknown): Type {
  switch (typeof constant) {
    case "number":
      return Number.isSafeInteger(constant) && !Object.is(constant, -0) ? "int" : "num";
    case "boolean":
      return "bool";
    case "string":
      return "str";
    case "bigint":
      return "numeric";
    case "undefined":
      return "undef";
    default:
      return "null";
  }
}
