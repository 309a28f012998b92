// Functions that are read from memory, where they are records (function-records.ts). The program must not find out that they are
// (stand-ins.ts).

import {
  classesOfType,
  constant,
  fieldsOfType,
  isArray,
  propertiesOfType,
  recordText,
  type Code,
  type Operand,
  type Type,
} from "../ir/index.ts";
import {
  constantOf,
  indexOf,
  ofOperand,
  type Absent,
  type AbstractValue,
  type Choice,
  type ObjectId,
} from "./abstract-value.ts";
import { functionClass, propertyFor, type FunctionClass } from "./function-classes.ts";
import { readPerhaps } from "./memory.ts";
import { isGuarded } from "./element-type.ts";
import { NeedsFunction, NotSpecialised } from "./not-specialised.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { isRecordOfFunction } from "./stand-ins.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The function that a record stands for, one of several where the class is known only when the code runs; null for other values. */
export function functionBehind(writer: Writer, given: AbstractValue, id: ObjectId): AbstractValue | Choice | null {
  const item = writer.perhaps(given)?.items[0] ?? given;
  if (isRecordOfFunction(writer, item) !== true) return null;
  const type = typeOfAbstract(writer, item);
  const record = writer.operand(writer.settled(given));
  const numbers = classesOfType(type);
  if (numbers.length === 1) return functionIn(writer, record, numbers[0] as number, id);
  const which = ofOperand(writer.prim("class-among", [record, ...numbers.map((one) => constant(one))], "", "int"));
  const known = indexOf(which);
  if (known !== null) {
    const number = numbers[known] as number;
    const own = recordText(propertiesOfType(writer.typeOf(record)), [number]);
    return functionIn(writer, writer.prim("guard-instance", [record, constant(number)], "", own), number, id);
  }
  const options = numbers.map((one) => classBehind(writer, one).prototype);
  return { kind: "choice", options, items: [which, ...options.map(() => ofOperand(record))] };
}

/** The function that a record of one class stands for. */
function functionIn(writer: Writer, record: Operand, number: number, id: ObjectId): AbstractValue {
  const { of, captured } = classBehind(writer, number);
  if (typeof of === "function") return { kind: "host", value: of };
  const code = of as Code;
  const { captures } = code.program.func(code.name);
  const items = captured.map((as, k): AbstractValue => {
    if (as !== null && typeof as !== "string") return { kind: "host", value: as };
    const name = propertyFor(number, code, k);
    // A variable is a list (listed-variables.ts), or none: code for the one does not do for the other.
    const type = fieldsOfType(writer.typeOf(record)).get(name);
    const isEither = captures[k]?.boxed === true && type !== "box" && !isArray(type ?? "any");
    if (type === undefined || isEither) throw new NeedsFunction(writer.span);
    return capturedIn(writer, record, name, as, `${id}.${k}`);
  });
  return writer.allocate(id, { kind: "closure", code, items, which: "any" });
}

function classBehind({ span }: Writer, number: number): FunctionClass {
  const found = functionClass(number);
  if (found === undefined) throw new NotSpecialised("a function that has been replaced meanwhile", span);
  return found;
}

/** A captured value. Only code that knows what it is has made the record, and nobody writes to it. */
function capturedIn(writer: Writer, record: Operand, name: string, absent: Absent | null, id: ObjectId): AbstractValue {
  const type = fieldsOfType(writer.typeOf(record)).get(name) as Type;
  const read = (): AbstractValue => {
    const found = writer.prim(
      "get",
      [record, constant(name)],
      "",
      isGuarded(type) || type === "box" ? type : undefined,
    );
    writer.setOuter(found, record);
    writer.made.noteRead(found, record, name);
    return ofOperand(found);
  };
  return absent === null ? read() : readPerhaps(writer, record, ofOperand(constant(name)), absent, read, id);
}

/** A property of the record of a function, as the program sees it: one of those that all functions have. Null for other objects. */
export function propertyOfFunction({ writer, args: [object, key] }: PrimSite): AbstractValue | null {
  if (object === undefined || isRecordOfFunction(writer, object) === false) return null;
  const name = constantOf(key)?.value;
  // Only code that is written here asks for what a function captured.
  if (typeof name === "string" && fieldsOfType(typeOfAbstract(writer, object)).has(name))
    return capturedIn(writer, writer.operand(object), name, null, "");
  const method = name === "call" || name === "apply" || name === "bind" ? Function.prototype[name] : null;
  if (method === null) throw new NeedsFunction(writer.span);
  writer.assume(Function.prototype, name as string, method);
  return ofHost(method);
}
