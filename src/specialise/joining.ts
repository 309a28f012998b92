// Joins the states of several paths where they meet.
//
// What is the same on all paths stays known. Tuples, and objects that are alike but for their fields, are joined part by part.
// Everything else becomes a parameter of the block where the paths meet. Objects that do not match are materialised on each path
// before it.

import { join as joinTypes, type OpenBlock, type Operand, type ValueId } from "../ir/index.ts";
import { asChoice, itemOf, optionsOfAll, whichAmong } from "./choices.ts";
import {
  asGiven,
  beforeAsked,
  constantOf,
  copyOf,
  ofConstant,
  ofOperand,
  sameAbstract,
  areAlike,
  valuesOf,
  withFields,
  type Contents,
  type AbstractValue,
  type ObjectId,
  type Outcome,
  type Perhaps,
} from "./abstract-value.ts";
import { absentOf, absentOfAll, itemsOf, presenceOf, type PathState } from "./perhaps.ts";
import { existingInMemory } from "./function-records.ts";
import type { Heap } from "./heap.ts";
import { passOn, type Path } from "./path.ts";
import type { Writer } from "./writer.ts";

const isUnset = (known: AbstractValue): boolean => known.kind === "operand" && known.operand.kind === "unset";

/** Paths that can be joined. */
export interface JoinedPaths {
  /** Where they meet: nothing leads there yet. */
  readonly block: OpenBlock;
  /** For each path, what it passes to the block; to be asked where writing continues on the path. */
  readonly ends: readonly (() => readonly Operand[])[];
  /** Continues writing at the end of a path. */
  readonly continueOn: (path: number) => void;
  /** Continues writing in the block, to which all jumps have been written; gives the values there. */
  readonly begin: () => Map<ValueId, AbstractValue>;
}

export class Joining {
  readonly #writer: Writer;
  readonly #place: string;
  #made = 0;
  readonly #paths: readonly Path[];
  readonly #heaps: readonly Heap[];
  readonly #block: OpenBlock;
  /** For each parameter of the new block, the values that differ between paths. */
  readonly #columns: (readonly AbstractValue[])[] = [];
  readonly #params: Operand[] = [];
  /** The places of columns, by the first value in them. */
  readonly #places = new Map<ValueId | null, number[]>();
  /** For each path, the joined object that each of its objects becomes. */
  readonly #becomes: readonly Map<ObjectId, ObjectId>[];
  /** The joined objects, with the object of each path; null if it is the same one on all paths, with the same contents. */
  readonly #objects = new Map<ObjectId, readonly (ObjectId | null)[] | null>();
  readonly #heap: Heap;
  /** Objects that do not match, by path. */
  readonly escapes: (readonly [path: number, id: ObjectId])[] = [];

  readonly #isLocal: (operand: Operand) => boolean;

  constructor(
    writer: Writer,
    place: string,
    paths: readonly Path[],
    heaps: readonly Heap[],
    isLocal: (operand: Operand) => boolean,
  ) {
    this.#isLocal = isLocal;
    this.#writer = writer;
    this.#place = place;
    this.#paths = paths;
    this.#heaps = heaps;
    this.#heap = writer.heap.empty();
    this.#block = writer.block();
    this.#becomes = paths.map(() => new Map());
  }

  join(all: readonly AbstractValue[]): AbstractValue {
    const first = all[0] as AbstractValue;
    if (first.kind !== "object" && first.kind !== "tuple" && all.every((known) => sameAbstract(known, first)))
      return first.kind === "operand" && this.#isLocal(first.operand) ? this.#param(all) : first;
    if (first.kind === "object" && all.every((known) => known.kind === "object" && known.id === first.id)) {
      const joined = this.#same(first.id);
      if (joined !== null) return joined;
    }
    const given = all.filter((known) => !isUnset(known));
    const [some] = given;
    // What exists already is the same on all paths.
    if (some?.kind === "host" && given.every((known) => sameAbstract(known, some))) return some;
    if (some?.kind === "tuple" && given.every((k) => k.kind === "tuple" && k.parts.length === some.parts.length)) {
      const part = (known: AbstractValue, k: number): AbstractValue =>
        known.kind === "tuple" ? (known.parts[k] as AbstractValue) : known;
      return { kind: "tuple", parts: some.parts.map((_, k) => this.join(all.map((known) => part(known, k)))) };
    }
    if (some?.kind === "object" && given.every((known) => known.kind === "object")) {
      const ids = this.#filled(all.map((known) => (known.kind === "object" ? known.id : null)));
      const [id] = ids;
      const isOne = id != null && ids.every((other) => other === id);
      const joined = isOne ? this.#same(id) : this.#object(ids);
      if (joined !== null) return joined;
    }
    const perhaps = this.#outcome(all) ?? this.#perhaps(all) ?? this.#choice(all);
    if (perhaps !== null) return perhaps;
    const stored = all.map((known) => existingInMemory(this.#writer, known));
    stored.forEach((known, k) => {
      this.#escape(k, known);
    });
    return this.#param(stored);
  }

  /** Joins values that are absent on some paths; null if they are not such. */
  #perhaps(all: readonly AbstractValue[]): AbstractValue | null {
    const stateOf = (k: number): PathState => ({
      contents: (id) => this.#heaps[k]?.get(id),
      typeOf: (known) => this.#typeOn(k, known),
    });
    const present = all.flatMap((known, k) => (isUnset(known) ? [] : [presenceOf(known, stateOf(k))]));
    const absent = absentOfAll(present);
    if (absent === null) return null;
    const rows = all.map((known, k) => (isUnset(known) ? null : itemsOf(known, stateOf(k))));
    const types = rows.flatMap((row, k) => (row === null ? [] : [this.#typeOn(k, row[0])]));
    const none = ofOperand(absentOf(types.reduce(joinTypes)));
    const elements = rows.map((row) => (row === null || isUnset(row[0]) ? none : row[0]));
    elements.forEach((element, k) => {
      this.#escape(k, element);
    });
    const facts = [1, 2].map((f) => this.join(rows.map((row) => row?.[f] ?? abstractUnset)));
    const items = [this.#param(elements), ...facts];
    const id = `${this.#place}?${this.#made++}`;
    this.#heap.set(id, { kind: "perhaps", absent, items: items as unknown as Perhaps["items"] });
    return { kind: "object", id };
  }

  /** Joins what calls gave of which some have failed; null if none has. */
  #outcome(all: readonly AbstractValue[]): AbstractValue | null {
    const rows = all.map((known, k): readonly AbstractValue[] => {
      if (isUnset(known)) return [];
      const contents = known.kind === "object" ? this.#heaps[k]?.get(known.id) : undefined;
      if (contents?.kind === "outcome") return contents.items;
      const isThrown = contents?.kind === "thrown";
      return isThrown ? [abstractUnset, ofConstant(true), contents.items[0]] : [known, ofConstant(false)];
    });
    if (rows.every(([, isThrown]) => isThrown === undefined || constantOf(isThrown)?.value === false)) return null;
    const items = [0, 1, 2].map((f) => this.join(rows.map((row) => row[f] ?? abstractUnset)));
    const id = `${this.#place}?${this.#made++}`;
    this.#heap.set(id, { kind: "outcome", items: items as unknown as Outcome["items"] });
    return { kind: "object", id };
  }

  /** Joins functions that differ between paths; null if there are other values. */
  #choice(all: readonly AbstractValue[]): AbstractValue | null {
    const rows = all.map((known, k) => (isUnset(known) ? null : asChoice(known, (id) => this.#heaps[k]?.get(id))));
    const choices = rows.filter((row) => row !== null);
    if (choices.length < all.filter((known) => !isUnset(known)).length) return null;
    const options = optionsOfAll(choices);
    if (options === null) return null;
    const which = rows.map((row, k) => {
      this.#writer.builder.switchTo((this.#paths[k] as Path).block);
      return row === null ? ofConstant(0) : whichAmong(this.#writer, row, options);
    });
    const items = options.map((option) => {
      const own = rows.map((row) => (row === null ? null : itemOf(row, option)) ?? abstractUnset);
      const some = own.find((known) => !isUnset(known));
      // An existing function is the same on all paths.
      const isOne = some?.kind === "host" || option == null;
      return some !== undefined && isOne ? some : this.join(own);
    });
    const id = `${this.#place}?${this.#made++}`;
    this.#heap.set(id, { kind: "choice", options, items: [this.#param(which), ...items] });
    return { kind: "object", id };
  }

  root(id: ObjectId): void {
    if (this.#same(id) !== null) return;
    for (const k of this.#paths.keys()) this.#escape(k, { kind: "object", id });
  }

  /** What an object becomes that is in the same place on all paths. */
  #same(id: ObjectId): AbstractValue | null {
    if (this.#objects.get(id) === null) return { kind: "object", id };
    const contents = this.#heaps[0]?.get(id);
    for (let k = 0; k < this.#heaps.length; k++) {
      const isOther = (this.#becomes[k]?.get(id) ?? id) !== id;
      if (isOther || this.#heaps[k]?.get(id) !== contents) return this.#object(this.#paths.map(() => id));
    }
    if (!this.#objects.has(id)) this.#objects.set(id, null);
    return { kind: "object", id };
  }

  #object(ids: readonly (ObjectId | null)[]): AbstractValue | null {
    const contents = this.#contentsOf(ids);
    const given = contents.filter((c) => c !== null);
    const [some] = given as [Contents];
    const isOne = ids.every((id) => id !== null && id === ids[0]);
    if (given.every((c) => c.kind === "escaped")) {
      if (!isOne) return null;
      this.#objects.set(ids[0] as ObjectId, ids);
      return { kind: "object", id: ids[0] as ObjectId };
    }
    if (!given.every((c) => areAlike(c, some))) return null;
    const name = isOne ? (ids[0] as ObjectId) : `<${ids.map(String).join("|")}>`;
    const others = ids.flatMap((id, k) => (id !== null && (this.#joined(k, id) ?? name) !== name ? [k] : []));
    if (others.length > 0) {
      if (!others.every((k) => contents[k]?.kind === "given") || given.some((c) => c.kind !== "given")) return null;
      const copy = copyOf(name, String(this.#objects.size));
      this.#objects.set(copy, ids);
      return { kind: "object", id: copy };
    }
    ids.forEach((id, k) => {
      if (id !== null) this.#becomes[k]?.set(id, name);
    });
    this.#objects.set(name, ids);
    return { kind: "object", id: name };
  }

  /** The contents of an object of each path. */
  #contentsOf(ids: readonly (ObjectId | null)[]): readonly (Contents | null)[] {
    const isOne = ids.every((id) => id !== null && id === ids[0]);
    return beforeAsked(
      ids.map((id, k) => (id === null ? null : (this.#heaps[k]?.get(id) as Contents))),
      isOne,
    );
  }

  /** What is set on some paths only may be the same object on the others. */
  #filled(ids: readonly (ObjectId | null)[]): readonly (ObjectId | null)[] {
    const [only, ...others] = new Set(ids.filter((id) => id !== null));
    const isInAll = only !== undefined && others.length === 0 && this.#heaps.every((heap) => heap.has(only));
    return isInAll ? ids.map(() => only) : ids;
  }

  /** The joined object that an object of a path becomes, as far as that has been decided. */
  #joined(path: number, id: ObjectId): ObjectId | undefined {
    return this.#objects.get(id) === null ? id : this.#becomes[path]?.get(id);
  }

  /** Joins the contents of the objects met so far, and of those that they lead to. */
  contents(): void {
    // The loop adds objects to the map that it walks.
    for (const [name, own] of this.#objects) {
      if (own === null) {
        const same = this.#heaps[0]?.get(name) as Contents;
        if (this.#isKept(same)) {
          this.#heap.set(name, same);
          continue;
        }
      }
      const ids = own ?? this.#paths.map(() => name);
      const contents = this.#contentsOf(ids);
      const some = contents.find((c) => c !== null) as Contents;
      if (contents.every((c) => c === some) && this.#isKept(some)) {
        this.#heap.set(name, some);
        continue;
      }
      if (some.kind === "escaped") {
        const operands = contents.map((c): AbstractValue =>
          c?.kind === "escaped" ? ofOperand(c.operand) : abstractUnset,
        );
        const joined = this.join(operands);
        this.#heap.set(name, { kind: "escaped", operand: (joined as { readonly operand: Operand }).operand });
        continue;
      }
      const which = contents.map((c) => (c?.kind === "closure" ? c.which : null)).filter((one) => one !== null);
      const isOne = which.every((one) => one === which[0]);
      const rows = contents.map((c) => (c === null ? null : valuesOf(c)));
      const fields = valuesOf(some).map((_, f) => this.join(rows.map((row) => row?.[f] ?? abstractUnset)));
      const isGiven = contents.some((c) => c?.kind === "given");
      const joined = withFields(isGiven ? asGiven(some) : some, fields);
      if (joined.kind === "context" && this.#isLocal(joined.operand)) {
        const { operand } = this.#param(this.#paths.map(() => ofOperand(joined.operand)));
        this.#heap.set(name, { ...joined, operand });
        continue;
      }
      this.#heap.set(name, joined.kind === "closure" && !isOne ? { ...joined, which: "any" } : joined);
    }
  }

  /** Whether what is the same on all paths stays so. */
  #isKept(contents: Contents): boolean {
    const isPassed = (known: AbstractValue): boolean => known.kind === "operand" && this.#isLocal(known.operand);
    const values = valuesOf(contents);
    if ("operand" in contents ? this.#isLocal(contents.operand) : values.some(isPassed)) return false;
    return values.every((known) => {
      if (known.kind !== "object" && known.kind !== "tuple") return true;
      const joined = known.kind === "object" ? this.#same(known.id) : null;
      return sameAbstract(joined ?? this.join(this.#paths.map(() => known)), known);
    });
  }

  #escape(path: number, known: AbstractValue): void {
    if (known.kind === "tuple") {
      for (const part of known.parts) this.#escape(path, part);
    } else if (known.kind === "object") {
      const contents = this.#heaps[path]?.get(known.id) as Contents;
      if (contents.kind !== "escaped") this.escapes.push([path, known.id]);
    }
  }

  #param(column: readonly AbstractValue[]): { readonly kind: "operand"; readonly operand: Operand } {
    const key = firstValue(column);
    let alike = this.#places.get(key);
    if (alike === undefined) this.#places.set(key, (alike = []));
    const same = alike.find((n) =>
      this.#columns[n]?.every((known, k) => sameAbstract(known, column[k] as AbstractValue)),
    );
    if (same !== undefined) return { kind: "operand", operand: this.#params[same] as Operand };
    alike.push(this.#columns.length);
    const { builder } = this.#writer;
    const types = column.map((known, k) => this.#typeOn(k, known));
    const hint = column.map((known) => (known.kind === "operand" ? builder.hintOf(known.operand) : "")).find(Boolean);
    const id = builder.param(this.#block, hint ?? "", types.reduce(joinTypes));
    const several = column.flatMap((known, k) => this.#operandOn(k, known) ?? []);
    this.#writer.made.noteJoined({ kind: "value", id }, several, several.length === column.length);
    const param: Operand = { kind: "value", id };
    const [only] = several;
    if (column.length === 1 && only !== undefined) passOn(this.#writer, param, only);
    this.#columns.push(column);
    this.#params.push(param);
    return { kind: "operand", operand: param };
  }

  #typeOn(path: number, known: AbstractValue): ReturnType<Writer["typeOf"]> {
    if (known.kind === "tuple") return "tuple";
    if (known.kind === "host") return typeof known.value === "function" ? "func" : "any";
    const operand = this.#operandOn(path, known);
    return operand === null ? "any" : this.#writer.typeOf(operand);
  }

  /** The operand of a value, if it needs no code. */
  #operandOn(path: number, known: AbstractValue): Operand | null {
    if (known.kind === "operand") return known.operand;
    const contents = known.kind === "object" ? this.#heaps[path]?.get(known.id) : undefined;
    return contents?.kind === "escaped" ? contents.operand : null;
  }

  finished(values: Map<ValueId, AbstractValue>): JoinedPaths {
    const writer = this.#writer;
    return {
      block: this.#block,
      ends: this.#paths.map((_, k) => () => this.#columns.map((column) => writer.operand(column[k] as AbstractValue))),
      continueOn: (k) => {
        writer.builder.switchTo((this.#paths[k] as Path).block);
        writer.heap = this.#heaps[k] as Heap;
      },
      begin: () => {
        this.#block.sealed = true;
        writer.builder.switchTo(this.#block);
        writer.heap = this.#heap;
        return values;
      },
    };
  }
}

/** The value on the first path on which it is one of the code being written. */
function firstValue(column: readonly AbstractValue[]): ValueId | null {
  for (const known of column) if (known.kind === "operand" && known.operand.kind === "value") return known.operand.id;
  return null;
}

const abstractUnset: AbstractValue = ofOperand({ kind: "unset" });
