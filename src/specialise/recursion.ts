// Recursive functions: what is assumed of a specialised function while it is being written.
//
// At first a call of it is assumed never to return. The other paths then determine the result of a call, and the function is
// written again until the result equals the assumption (a fixpoint from below, as in abstract interpretation). A function that
// was written meanwhile, and calls an unfinished one, is valid only within that one.

import {
  constant,
  join,
  typeOfConstant,
  zero,
  type CallEffect,
  type WrittenArg,
  type Code,
  type Operand,
  type Span,
  type Type,
} from "../ir/index.ts";
import type { Input } from "./inputs.ts";
import { absentOf } from "./perhaps.ts";
import { textOf } from "./shape-text.ts";
import { ownIn, takeApart, type Shape, type Leaf } from "./shape.ts";
import type { EntryTask, Specialised, Task } from "./specialised.ts";
import { abstractUndefined, ofOperand, type Absent, type AbstractValue, type ObjectId } from "./abstract-value.ts";
import { reached } from "./reached.ts";
import { NotSpecialised } from "./not-specialised.ts";
import type { Writer } from "./writer.ts";

/** At most this many functions may be written within each other. */
const deepest = 24;

/** A function that is being written. */
export interface Running {
  readonly key: string;
  /** What errors call it. */
  readonly title: string;
  readonly task: Task;
  readonly shapes: readonly Shape[];
  /** The place of the call that it is for. */
  readonly span: Span;
  /** What calls of it assume. */
  specialised: Specialised;
  /** Whether it was called. */
  isMet: boolean;
  /** The place of the outermost function on the stack that it calls, directly or not; its own place if none is further out. */
  lowest: number;
  /** Functions that were written within it and call it. */
  readonly dependents: Set<string>;
}

/** The functions that are being written, each inside the one before. */
export class Stack {
  readonly #running: Running[] = [];

  push(of: Pick<Running, "key" | "title" | "task" | "shapes" | "span" | "specialised">): Running {
    if (this.#running.length >= deepest)
      throw new NotSpecialised("recursion whose arguments keep changing their shape", of.span);
    const entry: Running = { ...of, isMet: false, lowest: this.#running.length, dependents: new Set() };
    this.#running.push(entry);
    return entry;
  }

  /** The entry that what is being written is for. */
  entry(): EntryTask | undefined {
    const task = this.#running[0]?.task;
    return task?.kind === "entry" ? task : undefined;
  }

  pop(): void {
    const entry = this.#running.pop() as Running;
    const own = this.#running.length;
    if (entry.lowest === own) return;
    for (const outer of this.#running.slice(entry.lowest)) {
      outer.lowest = Math.min(outer.lowest, entry.lowest);
      outer.dependents.add(entry.key);
    }
  }

  /** Finds a function that is being written by its key, and notes that all functions inside it call it. */
  meet(key: string): Specialised | undefined {
    const k = this.#running.findIndex((entry) => entry.key === key);
    const entry = this.#running[k];
    if (entry === undefined) return undefined;
    entry.isMet = true;
    for (const inner of this.#running.slice(k + 1)) inner.lowest = Math.min(inner.lowest, k);
    return entry.specialised;
  }

  /** Notes that all functions inside a running one call it, if the function with this key, which is finished, does. */
  reuse(key: string): void {
    const k = this.#running.findIndex((entry) => entry.dependents.has(key));
    if (k >= 0) for (const inner of this.#running.slice(k + 1)) inner.lowest = Math.min(inner.lowest, k);
  }

  /** Whether a function calls one that is being written further out. */
  isDependent(entry: Running): boolean {
    return entry.lowest < this.#running.indexOf(entry);
  }

  isRunning(specialised: Specialised): boolean {
    return this.#running.some((entry) => entry.specialised.name === specialised.name);
  }

  /** The names of the functions that are being written. */
  names(): readonly string[] {
    return this.#running.map((entry) => entry.specialised.name);
  }
}

/** What a function returns: its shape, and the operands of its inputs with their types. */
export interface Returned {
  readonly shape: Shape;
  readonly operands: readonly Operand[];
  readonly types: readonly Type[];
}

/**
 * How a result is returned: objects as references ("stored": functions as they are in memory), or in parts, or the same with given
 * functions as references.
 */
export type Manner = "references" | "stored" | "parts" | "open";

/** The value in a list of a value and a function. */
const valueBeside = (writer: Writer, known: AbstractValue): AbstractValue => {
  const contents = writer.virtual(known);
  return (contents?.kind === "array" ? contents.items[0] : null) ?? abstractUndefined;
};

/** A result as it would be in memory, if that tells more than what it is. */
function asStored(writer: Writer, known: AbstractValue): AbstractValue {
  const contents = writer.virtual(known);
  const isRecord = contents?.kind === "closure" && writer.storesRecords(contents.code);
  return isRecord ? ofOperand(writer.operand(known)) : writer.inMemory(known);
}

/** Takes apart what a function returns, in a shape that covers the assumed result too. The program gets arrays, not pairs. */
export function returned(
  writer: Writer,
  found: AbstractValue,
  assumed: Specialised,
  isOption: (code: Code) => boolean,
  manner: Manner,
): Returned {
  const take = (): Returned => partsOf(writer, found, assumed, isOption, manner);
  return manner === "references" ? writer.pairs.asThemselves(take) : take();
}

function partsOf(
  writer: Writer,
  found: AbstractValue,
  { result: expected, types: expectedTypes }: Specialised,
  isOption: (code: Code) => boolean,
  manner: Manner,
): Returned {
  const leaves: Leaf[] = [];
  const isOpen = manner === "open";
  const known = manner === "stored" ? asStored(writer, found) : found;
  const own = manner === "references" || manner === "stored" ? new Set<ObjectId>() : new Set(ownIn(writer, known));
  // The value beside the function is returned as it is.
  if (isOpen) for (const id of reached(writer, [valueBeside(writer, known)])) own.delete(id);
  const taken = takeApart(writer, known, { leaves, records: [], functions: null, isOpen, own, around: null }, isOption);
  const operands: Operand[] = [];
  const types: Type[] = [];
  const input = (operand: Operand, type: Type): Shape => {
    types.push(type);
    return { kind: "input", index: operands.push(operand) - 1 };
  };
  const inputOf = (leaf: number): number => {
    const { known: itself, type } = leaves[leaf] as Leaf;
    types.push(type);
    return operands.push((itself as { readonly operand: Operand }).operand) - 1;
  };
  const merge = (shape: Shape, other: Shape | null): Shape => {
    if (shape.kind === "perhaps" || other?.kind === "perhaps")
      return mergePerhaps(perhapsParts(shape), other && perhapsParts(other));
    if (shape.kind === "unset" || other?.kind === "unset") {
      if (shape.kind !== "unset" || other === null) return shape.kind === "unset" ? shape : merge(shape, null);
      return other.kind === "unset" ? shape : input(absentOf(typeOfOther(other)), typeOfOther(other));
    }
    if (shape.kind === "input" || shape.kind === "constant" || shape.kind === "zero") {
      if (other !== null && other.kind === "tuple" && shape.kind === "zero")
        return { kind: "tuple", items: other.items.map((part) => merge(shape, part)) };
      const [operand, type] = scalarOf(shape);
      if (other === null) return shape.kind === "input" ? input(operand, type) : shape;
      const isKept = shape.kind !== "input" && other.kind === shape.kind && sameScalar(shape, other);
      return isKept ? shape : input(operand.kind === "zero" ? constant(0) : operand, join(type, typeOfOther(other)));
    }
    if (shape.kind === "tuple" && (other === null || other.kind === "zero"))
      return { kind: "tuple", items: shape.items.map((part) => merge(part, other)) };
    if (shape.kind === "tuple" && other?.kind === "tuple" && shape.items.length === other.items.length)
      return { kind: "tuple", items: shape.items.map((part, k) => merge(part, other.items[k] as Shape)) };
    if ((shape.kind === "made" || shape.kind === "structures") && other === null)
      return { ...shape, items: shape.items.map((part) => merge(part, null)) };
    if (shape.kind === "closure" && (other === null || (other.kind === "closure" && other.code === shape.code)))
      return {
        ...shape,
        ...(shape.value === undefined ? {} : { value: inputOf(shape.value) }),
        which: other === null || other.which === shape.which ? shape.which : "any",
        items: shape.items.map((part, k) => merge(part, other === null ? null : (other.items[k] as Shape))),
      };
    if (shape.kind === "host" && (other === null || (other.kind === "host" && other.value === shape.value)))
      return shape;
    throw new NotSpecialised("recursion that gives results of several shapes", writer.span);
  };
  /** What is returned on some paths only is one of these on all. */
  const mergePerhaps = (own: PerhapsParts, other: PerhapsParts | null): Shape => {
    const [absent = "undefined", another] = new Set([own.absent, other?.absent].filter((one) => one != null));
    const items = own.items.map((item, k) => merge(item, other?.items[k] ?? null));
    return { kind: "perhaps", absent: another === undefined ? absent : "nullish", items };
  };
  const scalarOf = (shape: Shape): readonly [Operand, Type] => {
    if (shape.kind === "constant") return [constant(shape.value), typeOfConstant(shape.value)];
    if (shape.kind !== "input") return [zero, "num"];
    const { known: leaf, type } = leaves[shape.index] as Leaf;
    return [(leaf as { readonly operand: Operand }).operand, type];
  };
  const typeOfOther = (other: Shape): Type => {
    if (other.kind === "input") return expectedTypes[other.index] ?? "any";
    if (other.kind === "constant") return typeOfConstant(other.value);
    if (other.kind === "zero") return "num";
    throw new NotSpecialised("recursion that gives results of several shapes", writer.span);
  };
  const shape = merge(taken, expected);
  return { shape, operands, types };
}

/** What a value may be, whether it is there, and whether it is null if not; `absent` is null if it is there. */
interface PerhapsParts {
  readonly absent: Absent | null;
  readonly items: readonly Shape[];
}

function perhapsParts(shape: Shape): PerhapsParts {
  if (shape.kind === "perhaps") return shape;
  const constants = (isThere: boolean, isNull: boolean): readonly Shape[] =>
    [isThere, isNull].map((value) => ({ kind: "constant", value }));
  const held = shape.kind === "constant" ? shape.value : 0;
  if (held !== undefined && held !== null) return { absent: null, items: [shape, ...constants(true, false)] };
  const absent = held === null ? "null" : "undefined";
  return { absent, items: [{ kind: "unset" }, ...constants(false, held === null)] };
}

const sameScalar = (a: Shape, b: Shape): boolean =>
  a.kind === "zero" || (a.kind === "constant" && b.kind === "constant" && Object.is(a.value, b.value));

/** Whether a function does what its calls assumed. */
export const agrees = (expected: Specialised, made: Specialised): boolean =>
  made.result !== null &&
  expected.result !== null &&
  textOf(made.result, made.types.map(asInput)) === textOf(expected.result, expected.types.map(asInput)) &&
  isWithin(made.effect, expected.effect) &&
  made.isQuiet === expected.isQuiet &&
  made.isFixed === expected.isFixed &&
  made.distinct.every((k) => expected.distinct.includes(k)) &&
  made.hosts.length === expected.hosts.length;

const isWithin = (effect: CallEffect, expected: CallEffect): boolean =>
  effect === expected ||
  expected === "any" ||
  (Array.isArray(effect) && Array.isArray(expected) && areWithin(effect, expected));

const areWithin = (written: readonly WrittenArg[], expected: readonly WrittenArg[]): boolean =>
  written.every(({ arg, isOnlyItself }) =>
    expected.some((one) => one.arg === arg && (isOnlyItself || !one.isOnlyItself)),
  );

const asInput = (type: Type): Input => ({ type, hint: "", outer: false });
