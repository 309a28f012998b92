// Tapes that cannot be empty where they are popped: `part` of their records becomes `tuple-get`.
//
// A tape of tangents may be empty where the tape of the values is not; `part` then finds zeros. If both get a record in the same
// places and give one back in the same places, both are as long.
//
// **How** Two tapes are as long if both are empty; if they are parameters of one block, and what each edge passes for them is as
// long; if they are pushed to in one block, or left by pops in one block, and were as long before. A tape whose popped record is
// taken apart by `tuple-get` is not empty there.
//
// **Example** `%p = tape-pop %t; tuple-get %p, 1; %q = tape-pop %u; part %q, 1` → `tuple-get %q, 1`, if %t and %u are as long.

import type { BlockId, Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import { dominates, edgesOf, immediateDominators, mapFunctions } from "../../ir/index.ts";

export const nonemptyTapes: Pass = {
  name: "nonempty-tapes",
  phase: "final",
  run: (module) => mapFunctions(module, fillIn),
};

function fillIn(func: Func): Func {
  const tapes = new Tapes(func);
  if (!tapes.pops.some((pop) => tapes.isDoubtful(pop))) return func;
  const full = new Set(
    tapes.pops.filter((pop) => tapes.isDoubtful(pop) && tapes.isFull(pop)).map(({ result }) => result),
  );
  if (full.size === 0) return func;
  const blocks = func.blocks.map((block) => ({
    ...block,
    instrs: block.instrs.map((instr): Instr => {
      const pop = instr.kind === "prim" && instr.prim === "part" ? tapes.poppedBy(instr) : undefined;
      return pop !== undefined && full.has(pop.result) ? { ...(instr as PrimInstr), prim: "tuple-get" } : instr;
    }),
  }));
  return { ...func, blocks };
}

interface Definition {
  readonly block: number;
  /** Null for a parameter. */
  readonly instr: PrimInstr | null;
  readonly k: number;
}

class Tapes {
  readonly #func: Func;
  #idom: readonly BlockId[] | undefined;
  readonly #definitions = new Map<ValueId, Definition>();
  /** The instructions that take components of popped pairs, and of the records in them, by pop. */
  readonly #components = new Map<ValueId, PrimInstr[]>();
  readonly pops: PrimInstr[] = [];

  constructor(func: Func) {
    this.#func = func;
    for (const [block, { params, instrs }] of func.blocks.entries()) {
      params.forEach((param, k) => this.#definitions.set(param, { block, instr: null, k }));
      for (const instr of instrs) {
        if (instr.kind !== "prim") continue;
        this.#definitions.set(instr.result, { block, instr, k: 0 });
        if (instr.prim === "tape-pop") this.pops.push(instr);
        const pop = this.poppedBy(instr);
        if (pop !== undefined) this.#components.set(pop.result, [...(this.#components.get(pop.result) ?? []), instr]);
      }
    }
  }

  #definitionOf(operand: Operand | undefined): Definition | undefined {
    return operand?.kind === "value" ? this.#definitions.get(operand.id) : undefined;
  }

  /** The pop whose pair, or whose record, an instruction takes a component of. */
  poppedBy(instr: PrimInstr): PrimInstr | undefined {
    let from: PrimInstr | null | undefined = instr;
    for (let depth = 0; depth < 2; depth++) {
      if (from?.prim !== "part" && from?.prim !== "tuple-get") return undefined;
      from = this.#definitionOf(from.args[0])?.instr;
      if (from?.prim === "tape-pop") return from;
    }
    return undefined;
  }

  /** Whether code allows for an empty tape at a pop: it takes components by `part`. */
  isDoubtful({ result }: PrimInstr): boolean {
    return this.#components.get(result)?.some(({ prim }) => prim === "part") === true;
  }

  isFull(pop: PrimInstr): boolean {
    const block = this.#definitions.get(pop.result)?.block;
    return this.pops.some(
      (other) =>
        other !== pop &&
        !this.isDoubtful(other) &&
        this.#isTakenBefore(other, pop) &&
        this.#definitions.get(other.result)?.block === block &&
        this.#isAlike(pop, pop.args[0] as Operand, other.args[0] as Operand, new Set()),
    );
  }

  /** Whether a component of one pop is taken wherever components of another are. */
  #isTakenBefore(one: PrimInstr, other: PrimInstr): boolean {
    const blocksOf = ({ result }: PrimInstr): readonly BlockId[] =>
      (this.#components.get(result) ?? []).map((taken) => this.#definitions.get(taken.result)?.block as BlockId);
    const others = blocksOf(other);
    const idom = (this.#idom ??= immediateDominators(this.#func));
    return blocksOf(one).some((block) => others.every((at) => dominates(idom, block, at)));
  }

  /** Whether two tapes have equally many records, and those of the first have all components that the pop takes. */
  #isAlike(pop: PrimInstr, first: Operand, second: Operand, assumed: Set<string>): boolean {
    if (first.kind === "zero" || second.kind === "zero") return first.kind === second.kind;
    if (first.kind !== "value" || second.kind !== "value") return false;
    const pair = `${first.id} ${second.id}`;
    if (assumed.has(pair)) return true;
    assumed.add(pair);
    const [one, other] = [this.#definitionOf(first), this.#definitionOf(second)];
    if (one === undefined || other?.block !== one.block) return false;
    if (one.instr === null || other.instr === null) {
      if (one.instr !== other.instr) return false;
      return this.#edgesTo(one.block).every((args) =>
        this.#isAlike(pop, args[one.k] as Operand, args[other.k] as Operand, assumed),
      );
    }
    const [a, b] = [one.instr, other.instr];
    if (a.prim === "tape-push" && b.prim === "tape-push") {
      return this.#hasAll(pop, a) && this.#isAlike(pop, a.args[0] as Operand, b.args[0] as Operand, assumed);
    }
    const [from, to] = [this.#restOf(a), this.#restOf(b)];
    return (
      from !== undefined &&
      to !== undefined &&
      from.block === to.block &&
      this.#isAlike(pop, from.tape, to.tape, assumed)
    );
  }

  #edgesTo(block: number): readonly (readonly Operand[])[] {
    return this.#func.blocks.flatMap(({ terminator }) =>
      edgesOf(terminator).flatMap(({ target, args }) => (target === block ? [args] : [])),
    );
  }

  /** The tape that was popped, and the block of the pop, if an instruction takes the rest of that tape. */
  #restOf(instr: PrimInstr): { readonly tape: Operand; readonly block: number } | undefined {
    const [from, k] = instr.args;
    const popped = this.#definitionOf(from);
    const isRest = (instr.prim === "part" || instr.prim === "tuple-get") && k?.kind === "const" && k.value === 0;
    if (!isRest || popped?.instr?.prim !== "tape-pop") return undefined;
    return { tape: popped.instr.args[0] as Operand, block: popped.block };
  }

  /** Whether a record that is pushed has all components that a pop takes. */
  #hasAll(pop: PrimInstr, push: PrimInstr): boolean {
    const record = this.#definitionOf(push.args[1])?.instr;
    if (record?.prim !== "tuple") return false;
    return (this.#components.get(pop.result) ?? []).every(({ args: [from, k] }) => {
      const isOfRecord = from?.kind === "value" && from.id !== pop.result;
      return !isOfRecord || (k?.kind === "const" && typeof k.value === "number" && k.value < record.args.length);
    });
  }
}
