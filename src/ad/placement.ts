// Placement: at which block each alpha is stored, where calls share lists of alphas (lists.ts).
//
// A block of the primal stores fields at its end; the reverse of the block takes them at its start. So what only one branch needs
// is stored where that branch is taken. A block runs once in each iteration of its level, and its reverse runs once for that run, in
// the opposite order: what a block takes is what was stored last.
//
// A field is stored in the first block of its level whose reverse comes before all uses, on every path. Blocks that always run
// together store together, in the last of them.

import { dominates, immediateDominators, type BlockId, type Func } from "../ir/index.ts";
import type { AlphaSource } from "./alpha-storage.ts";

/** A field of a level, by number. */
export interface Stored {
  readonly level: number;
  readonly index: number;
}

export class Placement {
  readonly #primal: Func;
  readonly #pullback: Func;
  readonly #levels: readonly number[];
  /** By block of the pullback: the block of the primal that it reverses. */
  readonly #primalOf: ReadonlyMap<number, number>;
  /** By field: a block of the pullback that is before all uses that were met so far. */
  readonly #before = new Map<string, Stored & { block: number }>();

  constructor(primal: Func, pullback: Func, reversed: readonly (BlockId | undefined)[], levels: readonly number[]) {
    this.#primal = primal;
    this.#pullback = pullback;
    this.#levels = levels;
    this.#primalOf = new Map(reversed.flatMap((block, b) => (block === undefined ? [] : [[block as number, b]])));
  }

  /** A block of the pullback uses an alpha from this source. */
  use(source: AlphaSource, block: number): void {
    if (source.kind === "recompute") for (const arg of source.args) this.use(arg, block);
    if (source.kind === "field") this.#use(source, block);
  }

  #use({ level, index }: Stored, block: number): void {
    const key = `${level} ${index}`;
    const before = this.#before.get(key);
    if (before === undefined) this.#before.set(key, { level, index, block });
    else before.block = this.#common(before.block, block);
  }

  /** The fields that each block of the primal stores. */
  byBlock(): ReadonlyMap<number, readonly Stored[]> {
    const stores = new Map<number, Stored[]>();
    for (const stored of this.#before.values()) {
      const chosen = this.#blockFor(stored.level, stored.block);
      stores.set(chosen, [...(stores.get(chosen) ?? []), stored]);
    }
    return stores;
  }

  #blockFor(level: number, before: number): number {
    const idom = immediateDominators(this.#primal);
    let chosen: number | null = null;
    for (let block = before; ; block = this.#above(block)) {
      const of = this.#primalOf.get(block);
      if (of !== undefined && this.#levels[block] === level) {
        if (chosen !== null && !dominates(idom, chosen as BlockId, of as BlockId)) return chosen;
        chosen = of;
      }
      if (block === 0) return chosen as number;
    }
  }

  #above(block: number): number {
    return immediateDominators(this.#pullback)[block] as number;
  }

  #common(a: number, b: number): number {
    let [x, y] = [a, b];
    while (x !== y) {
      while (x > y) x = this.#above(x);
      while (y > x) y = this.#above(y);
    }
    return x;
  }
}
