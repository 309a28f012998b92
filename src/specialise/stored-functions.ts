// Functions that are read from memory, where they are records (function-classes.ts). The program must not find out that they are
// (stand-ins.ts).

import { classesOfType, constant, fieldsOfType, isArray, type Code, type Operand, type Type } from "../ir/index.ts";
import { constantOf, ofOperand, type Absent, type AbstractValue, type Choice, type ObjectId } from "./abstract-value.ts";
import { chosen, isThereOf } from "./choices.ts";
import { functionClass, isFunctionType, propertyFor, type FunctionClass } from "./function-classes.ts";
import { isGuarded, readPerhaps } from "./memory.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { isAbsent } from "./perhaps.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The function that a record stands for, one of several where the class is known only when the code runs; null for other values. */
export function functionBehind(writer: Writer, given: AbstractValue, id: ObjectId): AbstractValue | Choice | null {
  if (given.kind !== "operand" && given.kind !== "object") return null;
  const type = typeOfAbstract(writer, writer.perhaps(given)?.items[0] ?? given);
  if (isFunctionType(type) !== true) return null;
  const known = writer.settled(given);
  const record = writer.operand(known);
  const numbers = classesOfType(type);
  const [number, ...others] = numbers as readonly [number, ...number[]];
  if (others.length > 0) {
    const which = writer.prim("class-among", [record, ...numbers.map((one) => constant(one))], "", "int");
    const options = numbers.map((one) => classBehind(writer, one).prototype);
    return { kind: "choice", options, items: [ofOperand(which), ...options.map(() => known)] };
  }
  const { of, captured } = classBehind(writer, number);
  if (typeof of === "function") return { kind: "host", value: of };
  const code = of as Code;
  const { captures } = code.program.func(code.name);
  const items = captured.map((as, k): AbstractValue => {
    if (as !== null && typeof as !== "string") return { kind: "host", value: as };
    const name = propertyFor(number, code, k);
    // A variable is a list (listed-variables.ts), or none: code for the one does not do for the other.
    const type = fieldsOfType(writer.typeOf(record)).get(name) as Type;
    if (captures[k]?.boxed === true && type !== "box" && !isArray(type))
      throw new NotSpecialised("a function that leaves the code", writer.span);
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
    const found = writer.prim("get", [record, constant(name)], "", isGuarded(type) || type === "box" ? type : undefined);
    writer.setOuter(found, record);
    writer.made.noteRead(found, record, name);
    return ofOperand(found);
  };
  return absent === null ? read() : readPerhaps(writer, record, ofOperand(constant(name)), absent, read, id);
}

/** A property of the record of a function, as the program sees it: one of those that all functions have. Null for other objects. */
export function propertyOfFunction({ writer, args: [object, key] }: PrimSite): AbstractValue | null {
  if (object?.kind !== "operand" && object?.kind !== "object") return null;
  if (isFunctionType(typeOfAbstract(writer, object)) === false) return null;
  const name = constantOf(key)?.value;
  // Only code that is written here asks for what a function captured.
  if (typeof name === "string" && fieldsOfType(typeOfAbstract(writer, object)).has(name))
    return capturedIn(writer, writer.operand(object), name, null, "");
  const method = name === "call" || name === "apply" || name === "bind" ? Function.prototype[name] : null;
  if (method === null) throw new NotSpecialised("a function that leaves the code", writer.span);
  writer.assume(Function.prototype, name as string, method);
  return ofHost(method);
}

/** A function, or one of several, as it is in memory if functions are records there; all other values as they are. */
export function functionInMemory(writer: Writer, known: AbstractValue): AbstractValue {
  if (writer.fields.storedFunctions !== "records") return known;
  const [choice, contents] = [writer.choice(known), writer.virtual(known)];
  if (choice !== null && known.kind === "object") return choiceInMemory(writer, choice, known.id);
  const isRecord = contents?.kind === "closure" && writer.storesRecords(contents.code);
  return isRecord ? ofOperand(writer.operand(known)) : writer.inMemory(known);
}

/** One of several functions, which may be absent, as a value in memory. */
function choiceInMemory(writer: Writer, choice: Choice, id: ObjectId): AbstractValue {
  const { options, items } = choice;
  const absent = options.filter((option) => option == null);
  const there = options.findIndex((option) => option != null);
  const records = items.slice(1).map((item) => (isAbsent(item) ? null : writer.operand(writer.inMemory(item))));
  const record = ofOperand(chosen(writer, choice, (_, k) => (records[k] ?? records[there]) as Operand));
  if (absent.length === 0) return record;
  const isNull = ofOperand(chosen(writer, choice, (_, k) => constant(options[k] === null), "bool"));
  const kind = absent.length > 1 ? "nullish" : absent[0] === null ? "null" : "undefined";
  return writer.allocate(`${id}?`, { kind: "perhaps", absent: kind, items: [record, isThereOf(writer, choice), isNull] });
}
