// Shows values as text that can be pasted into a program: the inputs of a failure, and the numbers of its report.

const digits = 12;

/** A number for readers: exact if short, else with twelve digits. */
export function showNumber(x: number): string {
  if (Object.is(x, -0)) return "-0";
  const exact = String(x);
  return exact.length <= digits + 2 ? exact : String(Number(x.toPrecision(digits)));
}

/** A value as a JavaScript expression; functions are shown by name, values without an expression by class. */
export function showValue(x: unknown): string {
  return show(x, new Set());
}

function show(x: unknown, open: Set<unknown>): string {
  switch (typeof x) {
    case "number":
      return Object.is(x, -0) ? "-0" : String(x);
    case "string":
      return JSON.stringify(x);
    case "bigint":
      return `${x}n`;
    case "function":
      return showFunction(x);
    case "object":
      return x === null ? "null" : showObject(x, open);
    default:
      return String(x);
  }
}

const mostFunctionText = 200;

/** The function's name, or its text if that is short. */
function showFunction(f: object): string {
  const { name } = f as { readonly name: string };
  if (name !== "") return name;
  const text = Function.prototype.toString.call(f);
  return text.length <= mostFunctionText && !text.includes("\n") ? text : "(a function)";
}

function showObject(x: object, open: Set<unknown>): string {
  if (open.has(x)) return "(itself)";
  open.add(x);
  const text = showContents(x, open);
  open.delete(x);
  return text;
}

function showContents(x: object, open: Set<unknown>): string {
  if (Array.isArray(x)) return `[${Array.from(x, (item) => show(item, open)).join(", ")}]`;
  const type = (x.constructor as { readonly name?: string } | undefined)?.name ?? "Object";
  if (ArrayBuffer.isView(x) && !(x instanceof DataView)) {
    return `${type}.of(${Array.from(x as Float64Array, (item) => show(item, open)).join(", ")})`;
  }
  if (type !== "Object") return `(an instance of ${type})`;
  const entries = Object.entries(x).map(([key, item]) => `${showKey(key)}: ${show(item, open)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

const isIdentifier = (key: string): boolean => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key);

function showKey(key: string): string {
  return isIdentifier(key) ? key : JSON.stringify(key);
}

/** A path as the program would write it: `args[1].w[3]`. */
export function showPath(root: string, keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => path + showStep(key), root);
}

function showStep(key: PropertyKey): string {
  if (typeof key === "string" && isIdentifier(key)) return `.${key}`;
  return typeof key === "string" && !/^\d+$/.test(key) ? `[${JSON.stringify(key)}]` : `[${String(key)}]`;
}
