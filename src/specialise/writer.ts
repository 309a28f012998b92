// The function that the specialiser writes, and the heap of objects that it need not allocate yet.
//
// An object is allocated (`materialise`) when something unknown could see it: it is passed to an unknown function, stored in
// memory, or joined with another object. From then on it is an operand like any other.

import {
  FuncBuilder,
  ZerothError,
  constant,
  arrayOf,
  join,
  prims,
  value,
  type Code,
  type FuncName,
  type OpenBlock,
  type Operand,
  type PrimInstr,
  type PrimName,
  type Program,
  type Span,
  type Type,
  type ValueId,
} from "../ir/index.ts";
import type { Assumption } from "./assumption.ts";
import type { Further, Input } from "./inputs.ts";
import { ChangedMeanwhile, NeedsRecord, NotSpecialised } from "./not-specialised.ts";
import { typeOfFurther } from "./memory-types.ts";
import { hasNamesAlone, ofOperand } from "./abstract-value.ts";
import type { AbstractValue, Choice, Contents, ObjectId, Perhaps } from "./abstract-value.ts";
import { chosen } from "./choices.ts";
import { functionInMemory, functionOperand } from "./function-records.ts";
import { pairOperand } from "./pairs-made.ts";
import { makeInstance } from "./made-instances.ts";
import type { ClassFields, Learned } from "./class-fields.ts";
import { elementType } from "./element-type.ts";
import type { Extent } from "./extents.ts";
import { MadeMemory } from "./made-memory.ts";
import { Heap } from "./heap.ts";
import { writeShadows } from "./object-shadows.ts";
import { rewritten } from "./rewritten.ts";
import { outcomeAsValue, recordStored, stored, typeStored, whereThere } from "./perhaps.ts";
import { Sources } from "./sources.ts";
import { isList } from "./listed-variables.ts";
import { keyOperand } from "./record-keys.ts";

/** Gives the name of a function of another program in the program of specialised code. */
export type Adopt = (code: Code, span: Span) => FuncName;

export class Writer {
  readonly builder: FuncBuilder;
  readonly made: MadeMemory;
  /** The place of what is being run: the code written for it has this place. */
  span: Span;
  readonly program: Program;
  readonly adopt: Adopt;
  readonly #definitions = new Map<number, PrimInstr>();
  /** Further inputs of the function, after those it was made with. */
  readonly hosts: Further[] = [];
  readonly #furtherInputs = new Map<object | number, Operand>();
  /** What was found in environments of functions and in prototypes, and must not have changed. */
  readonly assumed: Assumption[] = [];

  assume(env: object, slot: PropertyKey, value: unknown, isOfGiven = false): void {
    const k = this.assumed.findIndex((one) => one.env === env && one.slot === slot);
    const before = this.assumed[k];
    if (before === undefined) this.assumed.push({ env, slot, value, isOfGiven });
    // Other code may run between two portions of the work.
    else if (before.value !== value)
      throw new ChangedMeanwhile("a function that has been replaced meanwhile", this.span);
    else if (isOfGiven) this.assumed[k] = { ...before, isOfGiven };
  }

  /** Inputs that must share no memory with anything else that the call can reach. */
  readonly distinct: Set<ValueId> = new Set();
  /** Objects made here that share nothing with what else a call of an operator can reach. */
  readonly apart: Set<ObjectId> = new Set();
  heap: Heap = new Heap();
  /** The inputs that are memory of modules. */
  readonly #passive = new Set<ValueId>();
  /** References to memory that existed before and is only read, with the input that each was read from. */
  readonly #outer = new Map<ValueId, ValueId>();
  /** Whether derivatives of what is being written may be called after the call for which it is written. */
  readonly mayChange: boolean;
  readonly fields: ClassFields;
  readonly functions: Learned["functions"];
  readonly pairs: Learned["pairs"];
  /** Whether no callee throws or has an effect that others could see. */
  isQuiet = true;
  /** Whether no callee reads memory that others may have written. */
  isFixed = true;
  /** Whether a function is called whose result is not known yet. */
  callsUnknown = false;
  /** What some values were made of. */
  readonly sources: Sources = new Sources();
  /** Values that are a well-known symbol. */
  readonly symbols: Map<ValueId, symbol> = new Map();
  /** How much code has been written, that of failed attempts included. */
  size = 0;
  /** How many blocks have been made, and how much of all that has been written is not part of the code (extents.ts). */
  blocks = 0;
  abandoned: Extent = { length: 0, blocks: 0 };
  /** How many loops are being written, which run again what has been written of them. `loops`: how often one was begun. */
  openLoops = 0;
  loops = 0;
  /** How often elements of known arrays were read or written by index. */
  indexed = 0;
  constructor(
    sourceName: string,
    name: FuncName,
    program: Program,
    adopt: Adopt,
    { learned, held, fields, functions, pairs }: Learned,
    span: Span,
    mayChange: boolean,
  ) {
    this.program = program;
    this.span = span;
    this.mayChange = mayChange;
    this.fields = fields;
    this.functions = functions;
    this.pairs = pairs;
    this.adopt = adopt;
    this.builder = new FuncBuilder({ name, sourceName, params: [], span });
    this.made = new MadeMemory(this.builder, learned, held);
  }

  input({ hint, type, outer }: Input): Operand {
    const id = this.builder.param(this.builder.entry, hint, type);
    if (outer) this.#outer.set(id, id);
    return value(id);
  }

  isOuter(operand: Operand): boolean {
    return operand.kind === "value" && this.#outer.has(operand.id);
  }

  /** Whether an operand is constant memory: nobody writes it as long as what is being written here may run, derivatives included. */
  isConstantMemory(operand: Operand): boolean {
    return !this.mayChange && this.isOuter(operand);
  }

  /** Whether an operand is constant memory that existed before and is no argument: nothing that is differentiated can be in it. */
  isPassive(operand: Operand): boolean {
    const input = this.isConstantMemory(operand) ? this.inputBehind(operand) : null;
    return input?.kind === "value" && this.#passive.has(input.id);
  }

  isInput(operand: Operand): boolean {
    return operand.kind === "value" && this.builder.entry.params.includes(operand.id);
  }

  /** Notes that a value was read from memory that existed before. */
  setOuter(operand: Operand, from: Operand): void {
    const input = from.kind === "value" ? this.#outer.get(from.id) : undefined;
    if (operand.kind === "value" && input !== undefined) this.#outer.set(operand.id, input);
  }

  /** The input that an operand is or was read from; null if it is not known to come from one. */
  inputBehind(operand: Operand): Operand | null {
    if (operand.kind !== "value") return null;
    const input = this.isInput(operand) ? operand.id : this.#outer.get(operand.id);
    return input === undefined ? null : value(input);
  }

  /** Writes a new array; an earlier run may have found the type of its elements. */
  array(prim: "array" | "array-new" | "keys", args: readonly Operand[], id: ObjectId, element: Type): Operand {
    const operand = this.prim(prim, args, "", arrayOf(this.made.elementAt(id, element)));
    this.made.note(operand, id, prim === "array" ? args : []);
    return operand;
  }

  typeOf(operand: Operand): Type {
    return this.builder.typeOf(operand);
  }

  allocate(id: ObjectId, contents: Contents): AbstractValue {
    this.heap.set(id, contents);
    return { kind: "object", id };
  }

  contents(id: ObjectId): Contents {
    const contents = this.heap.get(id);
    if (contents === undefined) throw new ZerothError({ kind: "bug", message: `no object ${id} in the heap` });
    return contents;
  }

  /** The contents of an object that has not been materialised; null for all other values. */
  virtual(known: AbstractValue | undefined): Contents | null {
    if (known?.kind !== "object") return null;
    const contents = this.contents(known.id);
    return ["escaped", "perhaps", "choice", "outcome"].includes(contents.kind) ? null : contents;
  }

  /** What is known of an element that may be absent, as long as nothing has found out; null for all other values. */
  perhaps(known: AbstractValue): Perhaps | null {
    return this.#held(known, "perhaps");
  }

  /** What is known of one of several functions; null for all other values. */
  choice(known: AbstractValue): Choice | null {
    return this.#held(known, "choice");
  }

  #held<K extends Contents["kind"]>(known: AbstractValue, kind: K): Extract<Contents, { readonly kind: K }> | null {
    const contents = known.kind === "object" ? this.contents(known.id) : null;
    return contents?.kind === kind ? (contents as Extract<Contents, { readonly kind: K }>) : null;
  }

  /** A value as what uses it does not ask whether it is there. `isTaped`: it will be taken from a tape only where it was used. */
  settled(known: AbstractValue, isTaped = false): AbstractValue {
    if (known.kind === "tuple") return { kind: "tuple", parts: known.parts.map((part) => this.settled(part, isTaped)) };
    const contents = known.kind === "object" ? this.contents(known.id) : null;
    if (isTaped && contents?.kind === "perhaps") return contents.items[0];
    const isAsked = contents?.kind === "escaped" && contents.perhaps !== undefined;
    return isAsked || contents?.kind === "perhaps" ? ofOperand(this.operand(known)) : known;
  }

  /** Notes what an element that may be absent is on the path that is being written. */
  settle(id: ObjectId, perhaps: Perhaps, operand: Operand): Operand {
    this.heap.set(id, { kind: "escaped", operand, perhaps });
    return operand;
  }

  /** How a value is made, if that is a pure primitive. */
  definition(operand: Operand): PrimInstr | undefined {
    return operand.kind === "value" ? this.#definitions.get(operand.id) : undefined;
  }

  /** Writes a primitive, unless its result is known. */
  prim(prim: PrimName, args: readonly Operand[], hint = "", type?: Type): Operand {
    const instr = rewritten(this, { kind: "prim", result: 0 as never, prim, args, span: this.span });
    if (instr.kind !== "prim") return instr;
    const { prim: name, args: operands } = instr;
    this.size++;
    // A type declared for unknown operands may be weaker than what is known of these. One declared for integers does not hold for
    // numbers: an input that was an integer may be a number of any kind here.
    const isUnfounded =
      type === "int" && prims[name].arithmetic !== null && !operands.every((one) => this.typeOf(one) === "int");
    const declared = name === prim && type !== "numeric" && !isUnfounded ? type : undefined;
    const made = this.builder.prim(name, operands, this.span, hint, declared);
    if (made.kind === "value" && prims[name].effect === "pure") {
      this.#definitions.set(made.id, { kind: "prim", result: made.id, prim: name, args: operands, span: this.span });
    }
    return made;
  }

  /** The operand for a value, materialised if necessary. */
  operand(known: AbstractValue): Operand {
    switch (known.kind) {
      case "operand":
        return known.operand;
      case "tuple":
        return this.prim(
          "tuple",
          known.parts.map((part) => stored(this, part)),
        );
      case "host":
        return this.further(known);
      case "object":
        return this.#materialise(known.id);
    }
  }

  /** The further input for a JavaScript value or a given function. */
  further(further: Further): Operand {
    const key = further.kind === "host" ? further.value : further.which;
    let operand = this.#furtherInputs.get(key);
    if (operand === undefined) {
      const hint = typeof key === "number" ? "given" : typeof key === "function" ? key.name : "host";
      operand = this.input({ hint, type: typeOfFurther(further), outer: true });
      this.#furtherInputs.set(key, operand);
      if (further.kind === "host" && operand.kind === "value") this.#passive.add(operand.id);
      this.hosts.push(further);
    }
    return operand;
  }

  /** Whether functions of a code are records where they are stored: those that derivatives have made are not. */
  storesRecords(code: Code): boolean {
    return this.functions.kind === "records" && code.program !== this.program;
  }

  /** A value as it is stored in memory, where functions may be records. */
  inMemory(known: AbstractValue): AbstractValue {
    return functionInMemory(this, known);
  }

  /** Whether a JavaScript value is an input. */
  takes(host: object): boolean {
    return this.#furtherInputs.has(host);
  }

  #materialise(id: ObjectId): Operand {
    const contents = this.contents(id);
    // A context exists already; what it holds of given records stays apart.
    if (contents.kind === "escaped" || contents.kind === "context") return contents.operand;
    this.size++;
    switch (contents.kind) {
      case "closure":
        return this.#escape(
          id,
          functionOperand(this, id, contents, (items) => this.#fields(id, items)),
        );
      case "box":
        // The variable itself is somewhere else.
        if (contents.isGiven === true)
          throw new NotSpecialised("a function variable that is assigned or kept, in a recursive call", this.span);
        if (isList(this, id, contents.items[0])) return this.#array(id, contents.items);
        return this.#escape(id, this.builder.prim("box-new", this.#fields(id, contents.items), this.span));
      case "record": {
        const { keys } = contents;
        const items = contents.items.map((item) => this.inMemory(item));
        const values = this.#fields(id, items);
        const args = keys.flatMap((key, k) => [keyOperand(this, key), values[k] as Operand]);
        const typeOf = (item: AbstractValue, key: string): Type => this.made.fieldAt(id, key, typeStored(this, item));
        const type = hasNamesAlone(keys) ? recordStored(keys, items, typeOf) : "object";
        const made = this.builder.prim("object", args, this.span, "", type);
        this.made.note(made, id, values, keys);
        return this.#escape(id, made);
      }
      case "instance": {
        const items = contents.items.map((item) => this.inMemory(item));
        const values = this.#fields(id, items);
        const made = makeInstance(this, { ...contents, items }, values, (item) => typeStored(this, item));
        this.made.note(made, id, values, contents.keys);
        return this.#escape(id, made);
      }
      case "array":
        return this.#array(id, contents.items);
      case "perhaps":
        return this.settle(id, contents, whereThere(this, contents));
      case "thrown":
        return this.#escape(id, this.builder.prim("thrown", this.#fields(id, contents.items), this.span));
      case "outcome":
        return this.#escape(id, outcomeAsValue(this, contents));
      case "choice":
        return this.#escape(
          id,
          chosen(this, contents, (option) => this.operand(this.inMemory(option))),
        );
      case "given":
        throw new NeedsRecord("a record of an argument that is used as a whole", this.span);
      case "view":
        throw new NotSpecialised("a part of a typed array, as a value", this.span);
      case "structures": {
        const [, structure] = contents.items;
        if (structure === undefined)
          throw new NotSpecialised("the shape of an array, elsewhere than in an operator", this.span);
        return this.#escape(id, this.prim("get", [this.operand(structure), constant("items")], "", "array"));
      }
    }
  }

  #array(id: ObjectId, given: readonly (AbstractValue | null)[]): Operand {
    const items = given.map((item) => item && this.inMemory(item));
    if (items.every((item) => item !== null)) {
      const operands = this.#fields(id, items);
      const types = items.map((item) => elementType(typeStored(this, item)));
      const element = types.reduce(join, "unset");
      return this.#escape(id, pairOperand(this, id, operands, types) ?? this.array("array", operands, id, element));
    }
    const values = items.map((item) => (item === null ? null : (this.#fields(id, [item])[0] as Operand)));
    const made = this.#escape(id, this.array("array-new", [constant(items.length)], id, "unset"));
    values.forEach((item, k) => {
      if (item === null) return;
      this.builder.prim("set", [made, constant(k), item], this.span);
      this.made.store(made, typeStored(this, items[k] as AbstractValue));
      this.made.noteHeld(item, made, "");
    });
    return made;
  }

  /** The operands of an object's fields. An object that refers to itself cannot be made in one step. */
  #fields(id: ObjectId, fields: readonly AbstractValue[]): readonly Operand[] {
    if (this.#making.has(id)) throw new NotSpecialised("objects that refer to each other escape", this.span);
    this.#making.add(id);
    const operands = fields.map((field) => stored(this, field));
    this.#making.delete(id);
    return operands;
  }
  readonly #making = new Set<ObjectId>();

  #escape(id: ObjectId, operand: Operand): Operand {
    this.heap.set(id, { kind: "escaped", operand });
    writeShadows(this, id, operand);
    return operand;
  }

  /** A block that is discarded if nothing jumps to it. */
  block(): OpenBlock {
    this.blocks++;
    return this.builder.block();
  }

  known(prim: PrimName, args: readonly Operand[], hint = "", type?: Type): AbstractValue {
    return ofOperand(this.prim(prim, args, hint, type));
  }
}
