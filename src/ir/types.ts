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
// (`[unset]` if there are none yet), `{x:num,y:T}` a plain record whose properties x and y are expected to be of these types. It
// may have other properties.

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

export type Type = (typeof types)[number] | `[${string}]` | `{${string}}`;

/** Whether a text is a type. */
export function isType(text: string): text is Type {
  const inner = elementOf(text as Type);
  if (text.startsWith("["))
    return text.endsWith("]") && inner !== undefined && arrayOf(inner) === text && isType(inner);
  if (!text.startsWith("{")) return (types as readonly string[]).includes(text);
  const fields = fieldsOfType(text as Type);
  return recordOf(fields) === text && [...fields.values()].every(isType);
}

/** The least type that covers both. */
export function join(a: Type, b: Type): Type {
  if (a === b || b === "unset") return a;
  if (a === "unset") return b;
  if (a === "zero") return isNumeric(b) || b === "tuple" || b === "tape" ? (b === "int" ? "num" : b) : "any";
  if (b === "zero") return join(b, a);
  if (isNumber(a) && isNumber(b)) return "num";
  if (isNumeric(a) && isNumeric(b)) return "numeric";
  if (isArray(a) && isArray(b)) return joinArrays(a, b);
  if (isTyped(a) && isTyped(b)) return "typed";
  if (isRecord(a) && isRecord(b)) return joinRecords(a, b);
  return isObject(a) && isObject(b) ? "object" : "any";
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

const isObject = (type: Type): boolean => type === "object" || isRecord(type);

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
  return type.startsWith("[") ? (type.slice(1, -1) as Type) : elements[type];
}

/** The type of arrays whose elements are expected to be of the given type. */
export function arrayOf(element: Type): Type {
  const named = Object.keys(elements).find((array) => elements[array] === element);
  if (named !== undefined) return named as Type;
  return element === "unset" ||
    element === "str" ||
    element === "float32" ||
    isRecord(element) ||
    (isArray(element) && element !== "array")
    ? `[${element}]`
    : "array";
}

function joinArrays(a: Type, b: Type): Type {
  const [x, y] = [elementOf(a), elementOf(b)];
  return x === undefined || y === undefined ? "array" : arrayOf(join(x, y));
}

type Fields = ReadonlyMap<string, Type>;
const fieldsByType = new Map<Type, Fields>();

/** The properties of a record's type that are known, in order; none for other types. */
export function fieldsOfType(type: Type): Fields {
  let fields = fieldsByType.get(type);
  if (fields === undefined) fieldsByType.set(type, (fields = isRecord(type) ? fieldsIn(type) : new Map()));
  return fields;
}

function fieldsIn(type: Type): Fields {
  const fields = new Map<string, Type>();
  for (let at = 1; at < type.length - 1;) {
    const quoted = /^"(?:[^"\\]|\\.)*"/.exec(type.slice(at));
    const end = quoted === null ? type.indexOf(":", at) : at + quoted[0].length;
    if (end < at) break;
    const key = quoted === null ? type.slice(at, end) : (JSON.parse(quoted[0]) as string);
    const from = end + 1;
    at = endOfType(type, from);
    fields.set(key, type.slice(from, at) as Type);
    at++;
  }
  return fields;
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
    } else if (depth === 0 && !/[a-z0-9-]/.test(char)) return at;
  }
  return text.length;
}

/** The type of plain records with properties of these types. */
export function recordOf(fields: Fields): Type {
  const texts = [...fields].map(
    ([key, type]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}:${type}`,
  );
  return `{${texts.join(",")}}`;
}

function joinRecords(a: Type, b: Type): Type {
  const [x, y] = [fieldsOfType(a), fieldsOfType(b)];
  const keys = new Set([...x.keys(), ...y.keys()]);
  return recordOf(new Map([...keys].map((key) => [key, join(x.get(key) ?? "any", y.get(key) ?? "any")])));
}

/** Whether everything that a value of this type leads to is numbers, and arrays of such. */
export function isOfNumbers(type: Type): boolean {
  const element = elementOf(type);
  return isNumeric(type) || type === "typed" || element === "unset" || (element !== undefined && isOfNumbers(element));
}

/** Whether a value of this type may lead to arrays, other than itself. */
export function holdsArrays(type: Type): boolean {
  const element = elementOf(type);
  const inside = element === undefined ? [...fieldsOfType(type).values()] : [element];
  return type === "array" || inside.some((one) => isArray(one) || isTyped(one) || holdsArrays(one));
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
