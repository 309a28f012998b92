// What the prelude asks of JavaScript: questions that the specialiser can answer, and calls of functions that only read what they are
// given (`passive-call`).

import { elementOf, isArray, isNumeric, isReference, walkDeep, type Code, type Operand } from "../ir/index.ts";
import {
  copyLooks,
  copyOfData,
  isBuffer,
  isPlainCollection,
  mightTellRuns,
  mightWriteOrCompare,
  mirrorOfMemory,
  mirrorWithTangents,
  type AnyFunction,
  type Mirror,
  type Role,
} from "../runtime/index.ts";
import {
  abstractUndefined,
  abstractZero,
  isZero,
  ofBoolean,
  ofConstant,
  ofOperand,
  ofTuple,
  type AbstractValue,
} from "./abstract-value.ts";
import { arrayOperand, isPlainMemory } from "./memory.ts";
import { mightTell, mightWrite, writesNothing } from "./might-write.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { ofHost, type Border, type PrimSite } from "./site.ts";
import { holdsStandIn } from "./stand-in-types.ts";
import { isTold } from "./structures.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The result of a function that only reads; null for other functions, and where reading might run code of the program. */
export function passiveCall(
  { writer, args, world, id }: PrimSite,
  native: object,
  given: readonly AbstractValue[],
): AbstractValue | null {
  const type = world.passiveResult(native);
  const [, receiver] = args;
  // Converting an object to a number or a text would run its code.
  const isInert = (x: AbstractValue): boolean => {
    const array = arrayOperand(writer, x);
    const type = array === null ? typeOfAbstract(writer, x) : elementOf(writer.typeOf(array));
    return (type !== undefined && (isNumeric(type) || type === "str")) || writer.virtual(x)?.kind === "closure";
  };
  const isOfArray = arrayOperand(writer, receiver) !== null || writer.virtual(receiver)?.kind === "array";
  // What is searched for is only compared.
  if (type === null || !given.slice(isOfArray ? 1 : 0).every(isInert)) return null;
  const operands = writer.functions.asThemselves(() =>
    writer.pairs.asThemselves(() => args.map((arg) => writer.operand(arg))),
  );
  const result = writer.prim("passive-call", operands, "", type);
  if (isArray(type)) writer.made.note(result, id);
  return ofOperand(result);
}

/** Natives that only read their arguments, all of them numbers. */
export const ofNumbers: ReadonlySet<object> = new Set([Math.max, Math.min, Math.hypot]);

/** The same for a call with the elements of an array of numbers. */
export function passiveCallOfElements(site: PrimSite, native: object, array: Operand): AbstractValue | null {
  if (site.world.passiveResult(native) === null) return null;
  // A function that gets numbers runs no code of the program.
  site.writer.prim("guard-numbers", [array]);
  return passiveCall(site, native, [ofOperand(array)]);
}

/** The answer to what the prelude asks of values; null if it is known at run time only. */
export function answered(
  { writer, world }: PrimSite,
  asks: object,
  values: readonly AbstractValue[],
): AbstractValue | null {
  // Arrays and records that are known here are plain, and nothing else of them is read (memory.ts).
  if (asks === copyLooks) return values.every((x) => isPlainMemory(writer, x)) ? abstractUndefined : null;
  if (asks === mightWriteOrCompare) return ofBoolean(mightWrite(writer, values));
  if (asks === mightTellRuns) return ofBoolean(mightTell(writer, values));
  const [x] = values;
  if (asks === isPlainCollection && x !== undefined && writer.virtual(x)?.kind === "record") return ofConstant(false);
  if (asks === isBuffer && x !== undefined && isPlainMemory(writer, x)) return ofConstant(false);
  if (x === undefined) return null;
  switch (world.questionOf(asks)) {
    case "is it general code":
      return ofConstant(false);
    case "is it known":
      return ofConstant(x.kind === "operand" && x.operand.kind === "const");
    case "is it packed":
      return ofConstant(isPacked(writer, x));
    case "does it write nothing":
      // JavaScript would give it records (stand-ins.ts).
      if (values.some((value) => holdsStandIn(typeOfAbstract(writer, value)))) return ofConstant(false);
      return ofBoolean(writesNothing(writer, world, x));
    case "may it be an accessor":
      // Specialised code takes for granted that properties are what they are written.
      throw new NotSpecialised("an effect that others may see", writer.span);
    case null:
      return null;
  }
}

/**
 * Whether it is known that an array has no holes and no elements that are `undefined`. Where elements are expected to be of a type,
 * each is checked when it is read, which a sort does.
 */
function isPacked(writer: Writer, known: AbstractValue): boolean {
  const contents = writer.virtual(known);
  if (contents?.kind === "array") {
    const isThere = (item: AbstractValue | null): boolean =>
      item !== null && (item.kind === "object" || isNumeric(typeOfAbstract(writer, item)));
    return contents.items.every(isThere);
  }
  const array = arrayOperand(writer, known);
  const element = array === null ? undefined : elementOf(writer.typeOf(array));
  // What will be stored in an array that is empty so far is not known.
  return element !== undefined && element !== "unset";
}

type OnStructure = AnyFunction;

interface OnStructures {
  /** The same function, which says so if data are nested too deeply. */
  readonly ofStructure: OnStructure;
  /** A function of memory instead of its structure. */
  readonly ofMemory: OnStructure;
}

const made = new WeakMap<OnStructure, OnStructures>();
/** What stands for the function that mirrors cotangents. */
const mirrors = new WeakSet<OnStructure>();

function onStructures(border: Border, does: OnStructure, role: Role): OnStructures {
  let both = made.get(does);
  if (both === undefined) {
    const ofStructure: OnStructure = (...args) => walkDeep(() => does(...args));
    border.replace(ofStructure, does);
    if (role === "mirrors") mirrors.add(ofStructure);
    made.set(does, (both = { ofStructure, ofMemory: mirrorOfMemory(does as Mirror) }));
  }
  return both;
}

/**
 * What a function of the prelude does with data whose structure is known at run time only: a call of that function, which changes
 * nothing but the shadows of the context (argument 1), if it is given one. It has no derivative.
 */
function onStructure(
  writer: Writer,
  border: Border,
  does: OnStructure,
  args: readonly AbstractValue[],
  role: Role,
  isFinal: boolean,
): AbstractValue {
  const [structure, ...others] = args.map((arg) => writer.operand(arg)) as [Operand, ...Operand[]];
  const of = structure.kind === "value" ? writer.sources.structured.get(structure.id) : undefined;
  // What is apart from all else, and written by nobody, has the structure that it had before, and nothing is in it twice.
  const isApart = of?.kind === "value" && writer.distinct.has(of.id) && writer.isConstantMemory(of);
  const isStill = isApart && isFinal && role === "mirrors";
  const callee = onStructures(border, does, role)[isStill ? "ofMemory" : "ofStructure"];
  const effect = role === "checks" ? [] : [{ arg: 1, isOnlyItself: true }];
  return ofOperand(
    writer.builder.call(writer.operand(ofHost(callee)), [isStill ? of : structure, ...others], writer.span, { effect }),
  );
}

/** A copy of an array, or of a record that is known by type alone: the prelude's copies of such read each element by its structure. */
function copied(writer: Writer, x: Operand): AbstractValue {
  const type = writer.typeOf(x);
  return ofOperand(writer.builder.call(writer.operand(ofHost(copyOfData)), [x], writer.span, { effect: [], type }));
}

/**
 * What a call of the function that mirrors cotangents gives, and its tangent; null for other functions. `tangents` is the context
 * that has the tangents of all memory, that of the cotangents, too.
 */
export function mirroredAlong(
  writer: Writer,
  callee: AbstractValue,
  tangents: AbstractValue,
  [structure, context, g]: readonly AbstractValue[],
): AbstractValue | null {
  if (callee.kind !== "host" || !mirrors.has(callee.value as OnStructure)) return null;
  if (structure === undefined || context === undefined || g === undefined || !isZero(g)) return null;
  const operands = [structure, context, tangents].map((arg) => writer.operand(arg));
  const effect = [1, 2].map((arg) => ({ arg, isOnlyItself: true }));
  const gradient = writer.builder.call(writer.operand(ofHost(mirrorWithTangents)), operands, writer.span, { effect });
  return ofTuple([ofOperand(gradient), abstractZero]);
}

/**
 * The result of a call of the prelude that a native makes; null for all other calls. `isFinal`: nothing is differentiated any more.
 * What mirrors cotangents has a derivative in forward mode (`mirroredAlong`).
 */
export function byNative(
  writer: Writer,
  border: Border,
  code: Code,
  self: AbstractValue,
  args: readonly AbstractValue[],
  isFinal: boolean,
): AbstractValue | null {
  const [structure, data] = args;
  const role = border.roleOf(code);
  if (role === null || (!isFinal && role !== "mirrors")) return null;
  if (role !== "copies") {
    const isUnknown = self.kind === "host" && structure?.kind === "operand";
    return isUnknown ? onStructure(writer, border, self.value as OnStructure, args, role, isFinal) : null;
  }
  if (data?.kind !== "operand") return null;
  const type = writer.typeOf(data.operand);
  return isReference(type) && isTold(type) ? copied(writer, data.operand) : null;
}
