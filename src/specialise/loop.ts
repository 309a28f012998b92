// Writes loops whose number of iterations is unknown: whatever changes between iterations becomes a parameter of the header.
//
// At first only the header's own parameters are assumed to change. Each run of the body shows what else changes, and the body is
// run again until the state at the latch fits the state assumed at the header. No jump leads to the code of failed attempts.

import { join, type OpenBlock, type Operand, type Steps, type Type, type ValueId } from "../ir/index.ts";
import {
  asGiven,
  copyOf,
  isCopy,
  fieldsOf,
  isZero,
  ofOperand,
  sameAbstract,
  areAlike,
  withFields,
  type Absent,
  type Contents,
  type AbstractValue,
  type ObjectId,
} from "./abstract-value.ts";
import { abandonAfter, extentOf } from "./extents.ts";
import type { Heap } from "./heap.ts";
import { continueOn, type Path } from "./path.ts";
import { absentOf, absentOfAll, isAbsent, itemsOf, presenceOf, stored, type PathState } from "./perhaps.ts";
import { collect } from "./reached.ts";
import { joinedPath, throughLatch, type Leaving } from "./latches.ts";
import { existingInMemory } from "./function-records.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { typeWhenMade } from "./type-when-made.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** For each changing place in the state, the type of its parameter; a changing object must be materialised before the loop. */
export type Changes = Map<string, Type>;

/** After this many attempts at a loop the specialiser gives up. */
const mostAttempts = 60;

/** What comes of one run of a loop's body. */
export interface Turn {
  /** The path back to the header; null if there is none. */
  readonly back: Path | null;
  /** The paths that leave the loop, by where they go; none if the latch has branched already. */
  readonly leaving: readonly Leaving[];
}

export type AtLatch = (values: ReadonlyMap<ValueId, AbstractValue>) => void;

export interface LoopRequest {
  readonly writer: Writer;
  /** The state where the loop is entered. */
  readonly entry: Path;
  /** Declared types of the header's own parameters. */
  readonly declared: ReadonlyMap<ValueId, Type>;
  readonly roots: ReadonlySet<ObjectId>;
  /** A text for the place of the loop. */
  readonly place: string;
  /** Changes found when the loop was written in an earlier attempt at the surrounding code. */
  readonly changes: Changes;
  /**
   * Runs the body on a state. If one path leads to the latch, `atLatch` is called before it branches, with the values that would go
   * back.
   */
  readonly body: (values: Map<ValueId, AbstractValue>, atLatch: AtLatch) => Steps<Turn>;
  /** Undoes what running the body has left outside of the loop. */
  readonly reset: () => void;
}

/** Writes a loop; gives the paths by which it is left, where the latch has not branched already. */
export function* writeLoop(request: LoopRequest): Steps<readonly Path[]> {
  for (let k = 0; k < mostAttempts; k++) {
    const left = yield* new Attempt(request).written();
    if (left !== null) return left;
  }
  throw new NotSpecialised("a loop whose state keeps changing its shape", request.writer.span);
}

class Attempt {
  readonly #request: LoopRequest;
  readonly #writer: Writer;
  readonly #header: OpenBlock;
  /** The parameters of the header, with their arguments on entry. */
  readonly #params = new Map<string, { readonly type: Type; readonly entry: Operand; readonly param: Operand }>();
  readonly #assumed = new Map<ObjectId, Contents>();
  /** For each object of the header, the object that takes its place at the latch. */
  readonly #latch = new Map<ObjectId, ObjectId>();
  readonly #taken = new Map<ObjectId, ObjectId>();
  /** The arguments for the parameters at the latch. */
  readonly #again = new Map<string, Operand>();
  #fits = true;

  constructor(request: LoopRequest) {
    this.#request = request;
    this.#writer = request.writer;
    this.#header = request.writer.block();
  }

  /** The paths by which the loop is left; null if the body has shown that the state is another one. */
  *written(): Steps<readonly Path[] | null> {
    const { entry, body, reset, roots, changes, declared } = this.#request;
    const writer = this.#writer;
    const [{ span }, extent] = [writer, extentOf(writer)];
    continueOn(writer, entry);
    this.#declare(declared);
    for (const [place] of changes) {
      const id = place.startsWith("#") && place.endsWith("#") ? place.slice(1, -1) : null;
      if (id !== null && writer.heap.has(id)) writer.operand({ kind: "object", id });
    }
    const values = new Map([...entry.values].map(([id, known]) => [id, this.#assume(String(id), known)]));
    const met = new Set<ObjectId>(roots);
    for (const known of values.values()) collect(known, met);
    // The loop adds objects to the set that it walks.
    for (const id of met) {
      const own = writer.contents(id);
      const contents = changes.has(givenPlace(id)) ? asGiven(own) : own;
      const isElement = (name: string): boolean => contents.kind === "perhaps" && name === "0";
      const fields = fieldsOf(contents).map(([name, known]) =>
        this.#assume(`#${id}.${name}`, isElement(name) ? this.#element(`#${id}.${name}`, known) : known),
      );
      for (const known of fields) collect(known, met);
      this.#assumed.set(id, withFields(contents, fields));
    }
    // An object that was materialised for one place in the state is materialised for all places.
    for (const [id] of this.#assumed) {
      const contents = writer.contents(id);
      if (contents.kind === "escaped") this.#assumed.set(id, contents);
    }
    const entryHeap = writer.heap.fork();
    writer.builder.switchTo(this.#header);
    for (const [id, contents] of this.#assumed) writer.heap.set(id, contents);
    // Materialise before the latch branches: otherwise a block after the branch would become the latch.
    let isMade = false;
    writer.openLoops++;
    writer.loops++;
    const { count } = writer.builder;
    const { back, leaving } = yield* body(new Map(values), (latch) => {
      writer.span = span;
      this.#make(values, latch);
      isMade = true;
    });
    writer.openLoops--;
    writer.span = span;
    if (back === null) {
      this.#header.sealed = false;
      this.#enter(entry, entryHeap);
      this.#header.sealed = true;
      return leaving.map((one) => joinedPath(writer, one));
    }
    continueOn(writer, back);
    if (!isMade || leaving.length > 0) this.#make(values, back.values);
    for (const id of roots) this.#pair(id, id, `#${id}#`);
    for (const [id, known] of values) this.#compare(String(id), known, back.values.get(id) as AbstractValue);
    for (const [id, latch] of this.#latch) this.#compareContents(id, latch);
    if (!this.#fits) {
      abandonAfter(writer, extent);
      reset();
      return null;
    }
    const args = [...this.#params].map(([place, { param }]) => this.#again.get(place) ?? param);
    const isLocal = (operand: Operand): boolean =>
      operand.kind === "value" && operand.id >= count && !writer.isInput(operand);
    const left = leaving.length === 0 ? [] : throughLatch(writer, this.#header, args, leaving, isLocal);
    if (leaving.length === 0) writer.builder.jump(this.#header, span, args);
    this.#enter(entry, entryHeap);
    this.#header.sealed = true;
    return left;
  }

  #enter(entry: Path, heap: Heap): void {
    const { builder } = this.#writer;
    builder.switchTo(entry.block);
    this.#writer.heap = heap;
    builder.jump(
      this.#header,
      this.#writer.span,
      [...this.#params.values()].map((param) => param.entry),
    );
  }

  /** Assumes that numbers that are parameters of the header change, as they usually do. */
  #declare(declared: ReadonlyMap<ValueId, Type>): void {
    for (const [id, type] of declared) {
      const known = this.#request.entry.values.get(id);
      const { changes } = this.#request;
      if (known?.kind !== "operand" || known.operand.kind === "unset" || changes.has(String(id))) continue;
      // Whether it may be absent is found out by running the body.
      if (isAbsent(known) || changes.has(perhapsPlace(String(id)))) continue;
      const own = this.#writer.typeOf(known.operand);
      const isDeclared = join(type, own) === type && type !== "any" && type !== "numeric";
      this.#request.changes.set(String(id), isDeclared ? type : own);
    }
  }

  /** What a value may be that is absent on entry. */
  #element(place: string, known: AbstractValue): AbstractValue {
    const type = this.#request.changes.get(place);
    const isUnset = known.kind === "operand" && known.operand.kind === "unset";
    return isUnset && type !== undefined ? ofOperand(absentOf(type)) : known;
  }

  #assume(place: string, known: AbstractValue): AbstractValue {
    const change = this.#request.changes.get(place);
    if (change !== undefined) {
      const entry = this.#writer.operand(existingInMemory(this.#writer, known));
      // Its type on entry may differ from the one when the change was found, in another attempt at the surrounding code.
      const type = join(change, this.#writer.typeOf(entry));
      const hint = this.#writer.builder.hintOf(entry);
      const id = this.#writer.builder.param(this.#header, hint, type);
      const param: Operand = { kind: "value", id };
      this.#params.set(place, { type, entry, param });
      this.#writer.made.noteJoined(param, [entry], false);
      return ofOperand(param);
    }
    const absent = this.#absentAt(place);
    if (absent !== null) return this.#asPerhaps(`${this.#request.place}${place}`, known, absent, this.#state);
    if (known.kind === "object" && this.#request.changes.has(copyPlace(place)))
      return this.#writer.allocate(copyOf(known.id, place), this.#writer.contents(known.id));
    if (known.kind !== "tuple") return known;
    return { kind: "tuple", parts: known.parts.map((part, k) => this.#assume(`${place}.${k}`, part)) };
  }

  /** Materialises the arguments for the parameters at the latch, those for fields of objects too. */
  #make(assumed: ReadonlyMap<ValueId, AbstractValue>, latch: ReadonlyMap<ValueId, AbstractValue>): void {
    const writer = this.#writer;
    const objects = new Map<ObjectId, ObjectId>([...this.#request.roots].map((id) => [id, id]));
    const visit = (place: string, before: AbstractValue, latch: AbstractValue): void => {
      const actual = this.#atLatch(place, latch);
      const param = this.#params.get(place);
      // The branch may be on whether it is there; if nothing asks, the comparison finds a change, except of what may be anything.
      const perhaps = param === undefined || param.type === "any" ? null : writer.perhaps(actual);
      if (param !== undefined)
        this.#again.set(
          place,
          perhaps === null ? stored(writer, existingInMemory(writer, actual)) : writer.operand(perhaps.items[0]),
        );
      else if (before.kind === "tuple" && actual.kind === "tuple" && before.parts.length === actual.parts.length)
        before.parts.forEach((part, k) => {
          visit(`${place}.${k}`, part, actual.parts[k] as AbstractValue);
        });
      else if (before.kind === "object" && actual.kind === "object" && !objects.has(before.id))
        objects.set(before.id, actual.id);
    };
    for (const [id, known] of assumed) visit(String(id), known, latch.get(id) as AbstractValue);
    // The loop adds objects to the map that it walks.
    for (const [id, actual] of objects) {
      const [before, contents] = [this.#assumed.get(id) as Contents, writer.contents(actual)];
      if (!areAlike(before, contents)) continue;
      const fields = fieldsOf(contents);
      fieldsOf(before).forEach(([name, known], k) => {
        visit(`#${id}.${name}`, known, (fields[k] as (typeof fields)[number])[1]);
      });
    }
  }

  #change(place: string, type: Type): void {
    this.#fits = false;
    const before = this.#request.changes.get(place);
    this.#request.changes.set(place, before === undefined ? type : join(before, type));
  }

  #compare(place: string, assumed: AbstractValue, latch: AbstractValue): void {
    const actual = this.#atLatch(place, latch);
    const param = this.#params.get(place);
    const absent = this.#absentOf(assumed, actual);
    if (absent !== null && absent !== this.#absentAt(place)) {
      this.#fits = false;
      this.#request.changes.delete(place);
      this.#request.changes.set(perhapsPlace(place), typesOfAbsent[absent]);
    } else if (param !== undefined) {
      const type = typeOfAbstract(this.#writer, existingInMemory(this.#writer, actual));
      if (join(param.type, type) !== param.type) this.#change(place, type);
    } else if (assumed.kind === "tuple" && actual.kind === "tuple" && assumed.parts.length === actual.parts.length) {
      assumed.parts.forEach((part, k) => {
        this.#compare(`${place}.${k}`, part, actual.parts[k] as AbstractValue);
      });
    } else if (assumed.kind === "object" && actual.kind === "object") {
      this.#pair(assumed.id, actual.id, place);
    } else if (!sameAbstract(assumed, actual)) {
      this.#change(place, join(this.#typeAssumed(assumed), this.#typeOf(actual)));
    }
  }

  /** How a value of the state is where it is absent; null if it is not known as one that may be. */
  #absentAt(place: string): Absent | null {
    const type = this.#request.changes.get(perhapsPlace(place));
    return type === undefined ? null : type === "null" ? "null" : type === "undef" ? "undefined" : "nullish";
  }

  /** A value at the latch. */
  #atLatch(place: string, latch: AbstractValue): AbstractValue {
    const absent = this.#absentAt(place);
    if (absent === null || presenceOf(latch, this.#state) === null) return latch;
    return this.#asPerhaps(`${this.#request.place}${place}~`, latch, absent, this.#state);
  }

  #asPerhaps(id: ObjectId, known: AbstractValue, absent: Absent, state: PathState): AbstractValue {
    return this.#writer.allocate(id, { kind: "perhaps", absent, items: itemsOf(known, state) });
  }

  /** What values are where they are absent, if one of the two may be. */
  #absentOf(assumed: AbstractValue, actual: AbstractValue): Absent | null {
    const before = presenceOf(assumed, { ...this.#state, contents: (id) => this.#assumed.get(id) });
    return absentOfAll([before, presenceOf(actual, this.#state)]);
  }

  get #state(): PathState {
    const writer = this.#writer;
    return { contents: (id) => writer.heap.get(id), typeOf: (known) => typeOfAbstract(writer, known) };
  }

  #typeOf(known: AbstractValue): Type {
    const { heap } = this.#writer;
    return isZero(known)
      ? "zero"
      : known.kind === "object"
        ? typeWhenMade(this.#writer, heap, this.#writer.contents(known.id))
        : typeOfAbstract(this.#writer, existingInMemory(this.#writer, known));
  }

  /** The type of an assumed value. The heap at the latch lacks objects of the header that are not needed any more. */
  #typeAssumed(known: AbstractValue): Type {
    return known.kind === "object"
      ? typeWhenMade(this.#writer, this.#assumed, this.#assumed.get(known.id) as Contents)
      : this.#typeOf(known);
  }

  #pair(id: ObjectId, actual: ObjectId, place: string): void {
    const before = this.#latch.get(id);
    if (before === actual) return;
    const assumed = this.#assumed.get(id) as Contents;
    const contents = this.#writer.contents(actual);
    const isAlike =
      id === actual || (assumed.kind !== "escaped" && areAlike(assumed, contents) && sameOrigin(assumed, contents));
    const isOther = before !== undefined || (this.#taken.get(actual) ?? id) !== id;
    if (isAlike && isOther && assumed.kind === "given" && contents.kind === "given" && before === undefined) {
      if (isCopy(id)) this.#latch.set(id, actual);
      else this.#change(copyPlace(place), "any");
    } else if (isAlike && isOther && assumed.kind === "given" && before !== undefined && !isCopy(id)) {
      this.#change(copyPlace(place), "any");
    } else if (isAlike && !isOther) {
      if (assumed.kind === "record" && contents.kind === "given") this.#change(givenPlace(id), "any");
      this.#latch.set(id, actual);
      this.#taken.set(actual, id);
    } else if (place.endsWith("#")) {
      this.#change(place, "any");
    } else {
      this.#change(
        place,
        join(typeWhenMade(this.#writer, this.#assumed, assumed), this.#typeOf({ kind: "object", id: actual })),
      );
    }
  }

  #compareContents(id: ObjectId, latch: ObjectId): void {
    const assumed = this.#assumed.get(id) as Contents;
    const actual = this.#writer.contents(latch);
    if (assumed.kind === "escaped") return;
    if (!areAlike(assumed, actual)) {
      this.#change(`#${id}#`, "any");
      return;
    }
    const fields = fieldsOf(actual);
    fieldsOf(assumed).forEach(([name, known], k) => {
      this.#compare(`#${id}.${name}`, known, (fields[k] as (typeof fields)[number])[1]);
    });
  }
}

/** The place in `Changes` that says that what is in a place of the header may be absent. */
const perhapsPlace = (place: string): string => `${place}?`;

const typesOfAbsent: Readonly<Record<Absent, Type>> = { undefined: "undef", null: "null", nullish: "any" };

/** The place in `Changes` that says that a place of the header holds a copy of a record that existed before. */
const copyPlace = (place: string): string => `${place}'`;

/** The place in `Changes` that says that a record of the header may be one that existed before. */
const givenPlace = (id: ObjectId): string => `#${id}~`;

/** Whether two closures were both made here, or are the same given function. */
const sameOrigin = (a: Contents, b: Contents): boolean =>
  a.kind !== "closure" || b.kind !== "closure" || (a.which === b.which && a.which !== "any");
