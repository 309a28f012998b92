// Dual numbers: x + Σ ẋᵢ·εᵢ with a tag for the derivative to which the εᵢ belong.
//
// Each derivative has its own tag, larger than the tags of the derivatives around it. If operands have several tags, the largest
// is handled first, and primal and tangents are numbers of lower tags; so an inner perturbation is never confused with an outer
// one. A dual number has one tangent for each direction of its derivative, by index; absent ones are zero. One run gives all
// tangents, so side effects happen once.

import { ZerothError, type PrimName } from "../ir/index.ts";
import { dualRules, type DualRule } from "./dual-rules.ts";
import { calculate, Lifted, type Num } from "./lifted.ts";

export type Tangents = ReadonlyMap<number, Num>;

const rules: { readonly [prim: string]: DualRule } = dualRules;

export class Dual extends Lifted {
  readonly rank: number;
  readonly primal: Num;
  readonly tangents: Tangents;

  constructor(tag: number, primal: Num, tangents: Tangents) {
    super();
    this.rank = tag;
    this.primal = primal;
    this.tangents = tangents;
  }

  get standard(): number {
    return this.primal instanceof Lifted ? this.primal.standard : this.primal;
  }

  observe(): number {
    return this.primal instanceof Lifted ? this.primal.observe() : this.primal;
  }

  operate(prim: PrimName, args: readonly Num[]): Num {
    const tag = this.rank;
    const rule = rules[prim];
    if (rule === undefined) throw new ZerothError({ kind: "bug", message: `no rule of dual numbers for ${prim}` });
    const primals = args.map((arg) => (isDual(arg, tag) ? arg.primal : arg));
    const result = calculate(prim, ...primals);
    const tangents = new Map<number, Num>();
    args.forEach((arg, k) => {
      if (!isDual(arg, tag)) return;
      for (const [i, tangent] of arg.tangents) {
        const part = tangent === 0 ? 0 : rule(k, primals, result, tangent);
        const before = tangents.get(i);
        tangents.set(i, before === undefined ? part : calculate("add", before, part));
      }
    });
    return new Dual(tag, result, tangents);
  }
}

const isDual = (x: unknown, tag: number): x is Dual => x instanceof Dual && x.rank === tag;

/** The value as seen outside of the derivative `tag`: without its perturbations and those of derivatives inside it. */
export function outside(x: Num, tag: number): Num {
  let value = x;
  while (value instanceof Dual && value.rank >= tag) value = value.primal;
  return value;
}

/** The tangents of a value for a tag; perturbations of inner derivatives are dropped. */
export function tangentsAt(x: Num, tag: number): Tangents {
  let value = x;
  while (value instanceof Dual && value.rank > tag) value = value.primal;
  return isDual(value, tag) ? value.tangents : none;
}

const none: Tangents = new Map();
