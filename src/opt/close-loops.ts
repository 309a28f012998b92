// Loops that only count.
//
// **Requires** closed code without alphas.
// **Guarantees** results are the same. Behind a loop that steps up to a limit by ones, the counter is the limit. A loop that
// counts and does nothing else that is needed is gone. Running it twice changes nothing more.
//
// **How** The latch compares the counter, one more than in the iteration before, with a limit that does not change; the
// block before the loop has compared its start with the same limit. All are integers, so the first that is not below the
// limit is the limit.
//
// **Example** `branch lt 0, %n, bb1(0), bb2(0); bb1(%i): %j = add %i, 1; branch lt %j, %n, bb1(%j), bb2(%j)` → `bb2(%n)`.

import type { Block, Edge, Func, Instr, Loop, Operand, Pass, PrimInstr, Type, ValueId } from "../ir/index.ts";
import {
  edgesOf,
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  operandType,
  operandsOf,
  renumber,
  sameOperand,
  terminatorOperands,
} from "../ir/index.ts";
import { isDroppable } from "./droppable.ts";

export const closeLoops: Pass = { name: "close-loops", run: (module) => mapFunctions(module, closeIn) };

function closeIn(func: Func): Func {
  const { list } = naturalLoops(func);
  if (list.length === 0) return func;
  const definitions = new Map<ValueId, Instr>();
  for (const { instrs } of func.blocks) for (const instr of instrs) definitions.set(instr.result, instr);
  // Inner loops first: what is around one may only count once it is gone.
  for (const loop of list.toReversed()) {
    const closed = new Counting(func, list, loop, definitions).closed();
    if (closed !== func) return closeIn(closed);
  }
  return func;
}

class Counting {
  readonly #func: Func;
  readonly #loops: readonly Loop[];
  readonly #loop: Loop;
  readonly #definitions: ReadonlyMap<ValueId, Instr>;
  readonly #inside = new Set<ValueId>();

  constructor(func: Func, loops: readonly Loop[], loop: Loop, definitions: ReadonlyMap<ValueId, Instr>) {
    this.#func = func;
    this.#loops = loops;
    this.#loop = loop;
    this.#definitions = definitions;
    for (const b of loop.blocks) {
      const { params, instrs } = func.blocks[b] as Block;
      for (const id of params) this.#inside.add(id);
      for (const instr of instrs) this.#inside.add(instr.result);
    }
  }

  closed(): Func {
    const { terminator } = this.#func.blocks[this.#loop.latch] as Block;
    if (terminator.kind !== "branch" || terminator.then.target !== this.#loop.header) return this.#func;
    const counted = this.#counted(terminator.condition, terminator.then);
    if (counted === null) return this.#func;
    const { next, limit } = counted;
    if (limit !== null && this.#isSeenOutside(next)) return this.#withLimit(next, limit);
    return this.#isIdle() ? this.#without(terminator.else) : this.#func;
  }

  #prim(operand: Operand | undefined): PrimInstr | undefined {
    const instr = operand?.kind === "value" ? this.#definitions.get(operand.id) : undefined;
    return instr?.kind === "prim" ? instr : undefined;
  }

  #typeOf(operand: Operand | undefined): Type {
    return operand === undefined ? "any" : operandType(operand, (id) => this.#func.values[id]?.type);
  }

  #isInvariant(operand: Operand | undefined): operand is Operand {
    return operand !== undefined && (operand.kind !== "value" || !this.#inside.has(operand.id));
  }

  /** The counter of the loop, one step on, and what it is behind the loop, if that is known; null if it does not count. */
  #counted(condition: Operand, back: Edge): { readonly next: Operand; readonly limit: Operand | null } | null {
    const compared = this.#prim(condition);
    const [a, b] = compared?.args ?? [];
    const isUp = compared?.prim === "lt";
    if (compared === undefined || !(isUp || compared.prim === "gt") || a === undefined || !this.#isInvariant(b))
      return null;
    const step = this.#prim(a);
    const [counter, by] = step?.args ?? [];
    if (step?.prim !== (isUp ? "add" : "sub") || by?.kind !== "const" || by.value !== 1) return null;
    if (counter?.kind !== "value" || this.#typeOf(a) !== "int" || this.#typeOf(b) !== "int") return null;
    const k = (this.#func.blocks[this.#loop.header] as Block).params.indexOf(counter.id);
    if (k < 0 || !sameOperand(back.args[k] as Operand, a)) return null;
    return { next: a, limit: isUp && this.#isGuarded(k, b) ? b : null };
  }

  #entry(): readonly [block: Block, edge: Edge] {
    const { header, latch } = this.#loop;
    const b = this.#func.blocks.findIndex(
      ({ terminator }, at) => at !== latch && edgesOf(terminator).some(({ target }) => target === header),
    );
    const block = this.#func.blocks[b] as Block;
    return [block, edgesOf(block.terminator).find(({ target }) => target === header) as Edge];
  }

  /** Whether the loop is entered only with a start that is below the limit. */
  #isGuarded(k: number, limit: Operand): boolean {
    const [{ terminator }, edge] = this.#entry();
    if (terminator.kind !== "branch" || terminator.then !== edge) return false;
    const compared = this.#prim(terminator.condition);
    const [start, end] = compared?.args ?? [];
    return (
      compared?.prim === "lt" &&
      sameOperand(start as Operand, edge.args[k] as Operand) &&
      sameOperand(end as Operand, limit) &&
      this.#typeOf(start) === "int"
    );
  }

  /** The operands of what is outside of the loop, edges out of it among them. */
  #outside(visit: (operand: Operand) => void): void {
    const blocks = new Set<number>(this.#loop.blocks);
    this.#func.blocks.forEach(({ instrs, terminator }, b) => {
      if (blocks.has(b)) {
        for (const { target, args } of edgesOf(terminator)) if (!blocks.has(target)) args.forEach(visit);
      } else {
        for (const instr of instrs) operandsOf(instr).forEach(visit);
        terminatorOperands(terminator).forEach(visit);
      }
    });
  }

  #isSeenOutside(operand: Operand): boolean {
    let isSeen = false;
    this.#outside((other) => {
      if (sameOperand(other, operand)) isSeen = true;
    });
    return isSeen;
  }

  #withLimit(next: Operand, limit: Operand): Func {
    const inLoop = new Set<number>(this.#loop.blocks);
    const resolve = (operand: Operand): Operand => (sameOperand(operand, next) ? limit : operand);
    const blocks = this.#func.blocks.map((block, b): Block => {
      if (!inLoop.has(b)) {
        const instrs = block.instrs.map((instr) => mapOperands(instr, resolve));
        return { ...block, instrs, terminator: mapTerminator(block.terminator, resolve) };
      }
      const edge = (e: Edge): Edge => (inLoop.has(e.target) ? e : { ...e, args: e.args.map(resolve) });
      return { ...block, terminator: mapTerminator(block.terminator, (operand) => operand, edge) };
    });
    return { ...this.#func, blocks };
  }

  /** Whether nothing comes of the loop: no effect, no exception, no value. */
  #isIdle(): boolean {
    const typeOf = (operand: Operand): Type => this.#typeOf(operand);
    const inLoop = new Set<number>(this.#loop.blocks);
    // An inner loop may be without end.
    if (this.#loops.some((other) => other.header !== this.#loop.header && inLoop.has(other.header))) return false;
    const isQuiet = this.#loop.blocks.every((b) => {
      const { instrs, terminator } = this.#func.blocks[b] as Block;
      return edgesOf(terminator).length > 0 && instrs.every((instr) => isDroppable(instr, typeOf));
    });
    if (!isQuiet) return false;
    let isSeen = false;
    this.#outside((operand) => {
      if (operand.kind === "value" && this.#inside.has(operand.id)) isSeen = true;
    });
    return !isSeen;
  }

  #without(exit: Edge): Func {
    const { header } = this.#loop;
    const span = (this.#func.blocks[this.#loop.latch] as Block).terminator.span;
    const blocks = this.#func.blocks.map((block, b): Block => {
      if (b === header) return { params: [], instrs: [], terminator: { kind: "jump", edge: exit, span } };
      const edge = (e: Edge): Edge => (e.target === header ? { ...e, args: [] } : e);
      return { ...block, terminator: mapTerminator(block.terminator, (operand) => operand, edge) };
    });
    return renumber({ ...this.#func, blocks });
  }
}
