// Memory that an operator differentiates must not be shared with anything else that the call can reach: otherwise specialised
// code does not run, and general code copies the memory (runtime/overlap.ts).

import {
  hasFields,
  isArray,
  isFloats,
  isInactive,
  isNumber,
  isReference,
  isTyped,
  prims,
  sameOperand,
  undef,
  type Instr,
  type Operand,
  type Type,
} from "../ir/index.ts";
import { staticsOf } from "../runtime/index.ts";
import { writesMemory } from "../analysis/index.ts";
import {
  constantOf,
  fieldsOf,
  indexOf,
  ofConstant,
  ofOperand,
  type AbstractValue,
  type Contents,
} from "./abstract-value.ts";
import { mightTell, mightWrite } from "./might-write.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { everyReached, reached } from "./reached.ts";
import type { PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** Whether `known` leads to a record that existed before, of which only the properties are known, and the others lead to it too. */
function sharesRecord(writer: Writer, known: AbstractValue, others: readonly AbstractValue[]): boolean {
  const elsewhere = reached(writer, others);
  return [...reached(writer, [known])].some((id) => elsewhere.has(id) && writer.contents(id).kind === "given");
}

/** Makes sure that `known` shares no memory with the others: either this is known here, or callers must ensure it. */
export function requireDistinct(writer: Writer, known: AbstractValue, others: readonly AbstractValue[]): void {
  const type = typeOfAbstract(writer, known);
  if (isNumber(type) || type === "bool" || type === "str" || type === "undef" || type === "null") return;
  const contents = writer.virtual(known);
  const isReached = known.kind === "object" && reached(writer, others).has(known.id);
  const isApart = known.kind === "object" && isOwn(writer, contents) && !isReached;
  if ((contents?.kind === "given" && !isReached) || isApart) {
    // Nothing but the others can lead to an object that has not been materialised.
    if (isApart) writer.apart.add(known.id);
    const items = fieldsOf(contents as Contents).map(([, item]) => item);
    items.forEach((item, k) => {
      requireDistinct(writer, item, [...others, ...items.filter((_, j) => j !== k)]);
    });
    return;
  }
  const fail = (): never => {
    throw new NotSpecialised("memory that may be shared, in an inner derivative", writer.span);
  };
  if (contents?.kind === "array" || contents?.kind === "record") {
    requireDistinct(writer, ofOperand(writer.operand(known)), others);
    return;
  }
  const operand = known.kind === "object" ? writer.operand(known) : known.kind === "operand" ? known.operand : undef;
  if (operand.kind !== "value" || !(isArray(type) || isTyped(type) || hasFields(type))) return fail();
  const { isApart: isKnown, memory, hosts } = surroundings(writer, operand, others);
  if (memory === null || memory.some((other) => sameOperand(other, operand))) return fail();
  if (!isKnown) writer.prim("guard-apart", [operand, ...memory, ...hosts.map((host) => writer.operand(host))]);
  else if (!isMade(writer, operand)) writer.distinct.add(operand.id);
}

/** Whether an array of numbers may share memory with the others, as far as is known: its copy does not. */
function mayBeShared(writer: Writer, known: AbstractValue, others: readonly AbstractValue[]): boolean {
  const isNumbers = writer.virtual(known) === null && isOfNumbers(typeOfAbstract(writer, known));
  return isNumbers && !surroundings(writer, writer.operand(known), others).isApart;
}

const isMade = (writer: Writer, operand: Operand): boolean =>
  writer.made.has(operand) && isOfNumbers(writer.typeOf(operand));

interface Surroundings {
  /** The memory that the others lead to; null if it is not known. */
  readonly memory: readonly Operand[] | null;
  /** The existing objects that they lead to. */
  readonly hosts: readonly AbstractValue[];
  /** Whether an operand is known not to be among them. */
  readonly isApart: boolean;
}

function surroundings(writer: Writer, operand: Operand, others: readonly AbstractValue[]): Surroundings {
  const memory = reachable(writer, others);
  const hosts = [...everyReached(writer, others)].filter(
    (x) => x.kind === "host" && (typeof x.value === "object" || staticsOf(x.value).length > 0),
  );
  const isOwn = isMade(writer, operand) || writer.isInput(operand);
  const isKnown = isOwn && memory?.every((other) => isBeside(writer, other, operand)) === true;
  // What was apart when the function was called may have been put into one another since.
  const isSettled = (one: Operand): boolean => isOfNumbers(writer.typeOf(one)) || writer.isConstantMemory(one);
  const isFixed = [operand, ...(memory ?? [])].every(isSettled) && (hosts.length === 0 || !writer.mayChange);
  return { memory, hosts, isApart: isKnown && (isFixed || isUnwritten(writer)) };
}

/** Which differentiated arguments are copied; null if that is known when the code runs only. The others are apart. */
export function overlapping({ writer, args, id }: PrimSite): AbstractValue | null {
  const [f, list, numbers, isHidden] = args as readonly [AbstractValue, AbstractValue, AbstractValue, AbstractValue];
  const [given, argnums] = [writer.virtual(list), writer.virtual(numbers)];
  if (given?.kind !== "array" || argnums?.kind !== "array") return null;
  const allBut = (k: number | null): readonly AbstractValue[] =>
    given.items.filter((item, j) => item !== null && j !== k) as AbstractValue[];
  // A function that assigns a variable could keep its argument.
  const mayCopy = constantOf(isHidden)?.value === true && mightTell(writer, [f, ...allBut(null)]) === false;
  const answers: AbstractValue[] = [];
  for (const item of argnums.items) {
    const index = indexOf(item ?? undefined);
    const arg = index === null ? null : given.items[index];
    if (arg == null) return null;
    const others = [f, ...allBut(index)];
    // Records that are shared are copied, and so is what may be shared, where nobody can tell. Where the function may write or
    // compare, what is shared stays shared.
    const isShared = sharesRecord(writer, arg, others);
    if (isShared && mightWrite(writer, [f, ...allBut(null)]) !== false)
      throw new NotSpecialised("memory that may be shared, in an inner derivative", writer.span);
    const isCopied = isShared || (mayCopy && mayBeShared(writer, arg, others));
    if (!isCopied) requireDistinct(writer, arg, others);
    answers.push(ofConstant(isCopied));
  }
  return writer.allocate(id, { kind: "array", items: answers });
}

/** Whether it is an array without holes, or a record, that was made here, of which it is known what is memory. */
function isOwn(writer: Writer, contents: Contents | null): boolean {
  if (contents?.kind !== "record" && contents?.kind !== "array") return false;
  return contents.items.every((item) => {
    const type = item === null ? "any" : typeOfAbstract(writer, item);
    return isNumber(type) || isInactive(type) || isArray(type) || isTyped(type) || hasFields(type) || type === "object";
  });
}

/** Whether nothing can have been written yet: no loop around this has begun, and nothing that has been written of the function writes. */
function isUnwritten({ builder, openLoops }: Writer): boolean {
  const isQuiet = (instr: Instr): boolean =>
    instr.kind === "closure" ||
    (instr.kind === "prim" && !writesMemory(instr) && !prims[instr.prim].effects.isAnything);
  return openLoops === 0 && builder.hasOnly(isQuiet);
}

const isOfNumbers = (type: Type): boolean => type === "numbers" || isFloats(type);

/**
 * Whether `other` is known not to be `operand`, which was made here or is an input that callers keep apart. If it depends on the
 * path which memory `other` is, that is not known.
 */
function isBeside(writer: Writer, other: Operand, operand: Operand): boolean {
  if (sameOperand(other, operand)) return false;
  const input = writer.inputBehind(other);
  if (input !== null)
    return !sameOperand(input, operand) && (writer.isOuter(other) || isOfNumbers(writer.typeOf(other)));
  return writer.made.has(other) && isOfNumbers(writer.typeOf(other));
}

/** The operands that are, or may be, memory; null if something reachable is unknown. */
function reachable(writer: Writer, roots: readonly AbstractValue[]): readonly Operand[] | null {
  const found: Operand[] = [];
  for (const known of everyReached(writer, roots)) {
    const contents = known.kind === "object" ? writer.contents(known.id) : null;
    const escaped = contents?.kind === "escaped" ? contents.operand : null;
    const operand = known.kind === "operand" ? known.operand : escaped;
    if (operand === null) continue;
    const type = writer.typeOf(operand);
    if ((type === "any" && !writer.isOuter(operand)) || type === "func" || type === "tuple") return null;
    if (isReference(type) || type === "any") found.push(operand);
  }
  return found;
}
