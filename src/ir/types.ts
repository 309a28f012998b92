// Value types: a small lattice of what is known about a value, for printing, for 𝒥 and for code generation.
//
// `unset` is the bottom: it never widens a type. `any` is the top. `int` is a number that is an exact integer of
// magnitude below 2^53; `num` any number; `numeric` a number or a bigint (what `*` yields on unknown operands).
// `zero` is the structural zero of cotangents, a number at run time, and joins with any cotangent type.
// `numbers` is an array whose elements are expected to be numbers, `rows` an array of such arrays, `float64` a Float64Array
// and `float64-rows` an array of these. Guards check that an element that is read is as expected (`guard-number`, …).

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

export type Type = (typeof types)[number];

/** The least type that covers both. */
export function join(a: Type, b: Type): Type {
  if (a === b || b === "unset") return a;
  if (a === "unset") return b;
  if (a === "zero") return isNumeric(b) || b === "tuple" || b === "tape" ? (b === "int" ? "num" : b) : "any";
  if (b === "zero") return join(b, a);
  if (isNumber(a) && isNumber(b)) return "num";
  if (isNumeric(a) && isNumeric(b)) return "numeric";
  if (isArray(a) && isArray(b)) return "array";
  if (isTyped(a) && isTyped(b)) return "typed";
  return "any";
}

export function isNumber(type: Type): boolean {
  return type === "num" || type === "int" || type === "zero";
}

export function isNumeric(type: Type): boolean {
  return isNumber(type) || type === "numeric";
}

export function isArray(type: Type): boolean {
  return type === "array" || type in elements;
}

export function isTyped(type: Type): boolean {
  return type === "typed" || type === "float64";
}

/** Whether an array gives back numbers as they were stored: typed arrays other than Float64Arrays round, or wrap. */
export function keepsNumbers(type: Type): boolean {
  return isArray(type) || type === "float64";
}

const elements: { readonly [type in Type]?: Type } = {
  numbers: "num",
  rows: "numbers",
  "float64-rows": "float64",
};

/** The expected type of the elements of an array or typed array; undefined if that is not known. */
export function elementOf(type: Type): Type | undefined {
  return type === "float64" ? "num" : elements[type];
}

/** The type of arrays whose elements are expected to be of the given type. */
export function arrayOf(element: Type): Type {
  const type = (Object.keys(elements) as Type[]).find((array) => elements[array] === element);
  return type ?? "array";
}

/** Whether a value of this type has identity and contents: its cotangent lives in a shadow, not in a value. */
export function isReference(type: Type): boolean {
  return isArray(type) || isTyped(type) || type === "object" || type === "box";
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
