// The names of all primitives. Tables over them are total: a primitive without its row does not compile.

export const primNames = [
  "add", "sub", "mul", "div", "rem", "pow", "neg", "plus", "numeric", "number", "bitand", "bitor", "bitxor", "shl",
  "shr", "ushr", "bitnot", "lt", "le", "gt", "ge", "eq", "ne", "loose-eq", "loose-ne", "not", "typeof", "instanceof",
  "to-string", "is-nullish", "is-unset", "is-number", "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh",
  "atan2", "cbrt", "ceil", "clz32", "cos", "cosh", "exp", "expm1", "floor", "fround", "hypot", "imul", "log", "log10",
  "log1p", "log2", "max", "min", "random", "round", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc", "copy",
  "stop", "carry", "global", "construct", "tuple", "tuple-get", "tuple-length", "tuple-concat", "array",
  "array-from", "array-new", "typed-new", "object", "get", "set", "delete", "has", "keys", "length", "array-length",
  "set-length", "push", "pop", "iterable", "gather", "cell", "cell-get", "cell-set", "box-new", "box-get", "box-set",
  "capture", "tape-push", "tape-pop", "sum", "scale", "gate", "select", "part", "parts-to", "parts-from", "inject",
  "inject-from", "new-context", "shadow", "shadow-get", "accum", "take", "put", "clear", "accum-all", "structure", "is-touched",
  "overlaps", "foreign-call",
] as const;

export type PrimName = (typeof primNames)[number];
