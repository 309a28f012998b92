// Variables that are not assigned, captured by existing functions: imports, and constants that are declared further below.
// Unlike what functions capture by value, they are read when they are needed. Code is specialised to the function, or the
// namespace of a module, that such a variable holds; and to a function that is a property of an existing record, or of a class.

import { exportedMember, isNamespace, LiveBox } from "../runtime/index.ts";
import { constant } from "../ir/index.ts";
import type { AbstractValue } from "./abstract-value.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { ofHost } from "./site.ts";
import type { Writer } from "./writer.ts";

/** What such a variable holds; null for other variables, and for other values. */
export function constantVariable(writer: Writer, variable: AbstractValue | undefined): AbstractValue | null {
  const box = variable?.kind === "host" ? variable.value : null;
  if (!(box instanceof LiveBox) || !box.isConstant) return null;
  const value = initialised(() => box.v);
  const isModule = typeof value === "object" && value !== null && isNamespace(value);
  if (typeof value !== "function" && !isModule) return null;
  writer.assume(box, "v", value);
  return ofHost(value);
}

/** A function that is a property of an existing object, or exported by the module of a namespace; null for other values. */
export function functionIn(writer: Writer, of: AbstractValue | undefined, name: string): AbstractValue | null {
  if (of?.kind !== "host") return null;
  const object = of.value;
  const isModule = isNamespace(object);
  // Bundlers make namespaces of accessors.
  const value: unknown = isModule
    ? initialised(() => Reflect.get(object, name) as unknown)
    : Object.getOwnPropertyDescriptor(object, name)?.value;
  if (typeof value !== "function") return null;
  if (isModule) {
    if (exportedMember(object, name) !== null) return null;
    writer.assume(object, name, value);
  } else {
    // The program may store another one.
    const key = Array.isArray(object) ? Number(name) : name;
    const read = writer.prim("get", [writer.operand(ofHost(object)), constant(key)]);
    writer.prim("keep-guard", [writer.prim("guard-function", [read, writer.operand(ofHost(value))])]);
  }
  return ofHost(value);
}

function initialised(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReferenceError) throw new NotSpecialised("a captured variable that is not initialised");
    throw error;
  }
}
