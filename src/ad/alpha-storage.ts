// Alpha storage: decides where the reverse sweep gets each alpha from.
//
// A *level* is a loop of the primal, or -1 for straight-line code. An alpha that is read at its own level or deeper is a field of
// its level: a field of the record that each iteration pushes, or at level -1 of the pullback's environment. An alpha that is
// read outside its loop means the value of the last iteration; it is a field of the innermost level around both.
//
// Not stored: constants and what is cheap to compute from them, integer induction variables (computed from the iteration's
// number), captures (read from `self`), and which edge entered a loop (known from the iteration's number). A float counter is not
// an induction variable: counting back would not give the same numbers.

import type { Func, Instr, Loops, Operand, PrimName, ValueId } from "../ir/index.ts";
import { isArray, isNumeric, isTyped, naturalLoops, prims } from "../ir/index.ts";
import { loopsOf } from "../analysis/index.ts";

export type Field =
  | { readonly kind: "value"; readonly id: ValueId }
  | { readonly kind: "tape"; readonly loop: number }
  | { readonly kind: "count"; readonly loop: number };

/** Where reverse code gets an alpha from. */
export type AlphaSource =
  | { readonly kind: "operand"; readonly operand: Operand }
  | { readonly kind: "field"; readonly level: number; readonly index: number }
  | { readonly kind: "recompute"; readonly prim: PrimName; readonly args: readonly AlphaSource[]; readonly of: ValueId }
  /** init + step · k in iteration k. */
  | {
      readonly kind: "induction";
      readonly loop: number;
      readonly init: number;
      readonly step: number;
      readonly of: ValueId;
    }
  /** Whether iteration k was entered by the latch: k > 0. */
  | { readonly kind: "again"; readonly loop: number };

/** Whether a primitive reads memory that nobody writes, or guards what was read from it. */
const isRead = (prim: PrimName): boolean =>
  prims[prim].effects.mayLeave && (prims[prim].effect === "pure" || prims[prim].effects.memory === "frozen");

/** Cheaper to compute again than to store. */
const isCheap = (prim: PrimName): boolean => prims[prim].arithmetic?.cost === "cheap" || isRead(prim);

export class AlphaStorage {
  readonly loops: Loops;
  readonly #primal: Func;
  readonly #fields = new Map<number, Field[]>();
  readonly #definedIn: readonly number[];
  readonly #instrOf = new Map<ValueId, Instr>();
  readonly #inductions: ReadonlyMap<ValueId, AlphaSource>;
  readonly #edges: ReadonlyMap<ValueId, number>;
  /** The nesting depth of recomputation; it is limited, so that no long chain is recomputed. */
  #depth = 0;

  constructor(primal: Func) {
    this.#primal = primal;
    this.loops = naturalLoops(primal);
    const definedIn = primal.values.map(() => -1);
    primal.blocks.forEach((block, i) => {
      for (const id of block.params) definedIn[id] = this.loops.of[i] ?? -1;
      for (const instr of block.instrs) {
        definedIn[instr.result] = this.loops.of[i] ?? -1;
        this.#instrOf.set(instr.result, instr);
      }
    });
    this.#definedIn = definedIn;
    this.#inductions = this.#findInductions();
    this.#edges = new Map(
      this.loops.list.map(({ header }, loop) => [primal.blocks[header]?.params.at(-1) as ValueId, loop] as const),
    );
  }

  /** Where reverse code of level `at` gets the alpha `id` from. If it must be stored, it becomes a field. */
  sourceOf(id: ValueId, at: number): AlphaSource {
    const level = this.#definedIn[id] ?? -1;
    if (!this.#encloses(level, at)) return this.#field(this.#common(level, at), { kind: "value", id });
    const loop = this.#edges.get(id);
    if (loop !== undefined) return { kind: "again", loop };
    return this.#inductions.get(id) ?? this.#recompute(id, at) ?? this.#field(level, { kind: "value", id });
  }

  /** The fields of a level that have been requested so far. */
  fields(level: number): readonly Field[] {
    return this.#fields.get(level) ?? [];
  }

  parent(loop: number): number {
    return this.loops.list[loop]?.parent ?? -1;
  }

  /** The number of iterations of a loop, read after the loop. */
  count(loop: number): AlphaSource {
    return this.#field(this.parent(loop), { kind: "count", loop });
  }

  tape(loop: number): AlphaSource {
    return this.#field(this.parent(loop), { kind: "tape", loop });
  }

  #field(level: number, field: Field): AlphaSource {
    const fields = this.#fields.get(level) ?? [];
    this.#fields.set(level, fields);
    let index = fields.findIndex((f) => sameField(f, field));
    if (index < 0) index = fields.push(field) - 1;
    return { kind: "field", level, index };
  }

  #recompute(id: ValueId, at: number): AlphaSource | undefined {
    const instr = this.#instrOf.get(id);
    if (instr?.kind !== "prim") return undefined;
    if (instr.prim === "capture")
      return { kind: "recompute", prim: "capture", args: instr.args.map((arg) => this.#operand(arg, at)), of: id };
    if ((this.#definedIn[id] ?? -1) < 0 || !isCheap(instr.prim) || !instr.args.every((arg) => this.#isFree(arg, id)))
      return undefined;
    const args = this.#within(instr.prim, () => instr.args.map((arg) => this.#operand(arg, at)));
    return { kind: "recompute", prim: instr.prim, args, of: id };
  }

  #operand(operand: Operand, at: number): AlphaSource {
    return operand.kind === "value" ? this.sourceOf(operand.id, at) : { kind: "operand", operand };
  }

  /** Whether an operand of `of` costs no storage per iteration: constant, counted, invariant, or computed from such values. */
  #isFree(operand: Operand, of: ValueId): boolean {
    if (operand.kind !== "value") return operand.kind === "const" && typeof operand.value === "number";
    const { id } = operand;
    const type = this.#primal.values[id]?.type ?? "any";
    if (!isNumeric(type) && !isArray(type) && !isTyped(type) && !this.#isLoaded(id)) return false;
    if (this.#inductions.has(id)) return true;
    const level = this.#definedIn[id] ?? -1;
    const inner = this.#definedIn[of] ?? -1;
    if (level !== inner) return this.#encloses(level, inner);
    const instr = this.#instrOf.get(id);
    if (instr?.kind !== "prim" || !isCheap(instr.prim)) return false;
    if (this.#depth > 2 && !isRead(instr.prim)) return false;
    return this.#within(instr.prim, () => instr.args.every((arg) => this.#isFree(arg, of)));
  }

  /** Evaluates `operands` inside a recomputed primitive. Reading again is almost free, so it adds no depth. */
  #within<T>(prim: PrimName, operands: () => T): T {
    const cost = isRead(prim) ? 0 : 1;
    this.#depth += cost;
    const result = operands();
    this.#depth -= cost;
    return result;
  }

  /** Whether a value was read from memory that nobody writes, and has not been guarded yet. */
  #isLoaded(id: ValueId): boolean {
    const instr = this.#instrOf.get(id);
    return instr?.kind === "prim" && prims[instr.prim].effects.memory !== "changing";
  }

  /** Header parameters that start at an integer constant and step by an integer constant. */
  #findInductions(): ReadonlyMap<ValueId, AlphaSource> {
    const found = new Map<ValueId, AlphaSource>();
    for (const { header, counters } of loopsOf(this.#primal)) {
      const loop = this.loops.of[header] as number;
      for (const { param: of, init, step } of counters) {
        if (init.kind === "const" && isSmall(init.value, 2 ** 31) && isSmall(step, longestStep))
          found.set(of, { kind: "induction", loop, init: init.value, step, of });
      }
    }
    return found;
  }

  /** Whether `inner` is `outer` or lies inside it. */
  #encloses(outer: number, inner: number): boolean {
    for (let level = inner; ; level = this.parent(level)) {
      if (level === outer) return true;
      if (level < 0) return false;
    }
  }

  #common(a: number, b: number): number {
    let level = a;
    while (!this.#encloses(level, b)) level = this.parent(level);
    return level;
  }
}

function sameField(a: Field, b: Field): boolean {
  return a.kind === "value"
    ? b.kind === "value" && a.id === b.id
    : a.kind === b.kind && "loop" in b && a.loop === b.loop;
}

/** Small integers only: counting from a small start in small steps cannot leave the exact range. */
const isSmall = (n: unknown, limit: number): n is number =>
  typeof n === "number" && Number.isInteger(n) && !Object.is(n, -0) && Math.abs(n) <= limit;

/** The largest step of a counter, as in type inference (ir/infer-types.ts). */
const longestStep = 2 ** 8;
