// Loop deletion, with exit values: behind a loop that counts to a limit, the limit replaces the counter, and a loop that only
// counts is removed (LLVM's indvars and loop-deletion).
//
// **Guarantees** Behind a loop that counts up to a limit by ones, nothing uses the counter: the limit replaces it, less the
// constant that the loop adds to the counter before it compares them, if any.
//
// **How** The latch, the only way out, compares the next counter with a limit that the loop does not change; the block before
// the loop has compared the start with the same limit, or both are constants. All are integers, so the first counter that is not
// below the limit is the limit.
//
// **Example** `branch lt 0, %n, bb1(0), bb2(0); bb1(%i): %j = add %i, 1; branch lt %j, %n, bb1(%j), bb2(%j)` → `bb2(%n)`.

import { definitionsOf, isLeftAtLatch, isRemovable, usesOf } from "../../analysis/index.ts";
import type {
  Block,
  Edge,
  Func,
  Instr,
  Loop,
  Operand,
  Pass,
  PrimInstr,
  Type,
  ValueId,
  ValueInfo,
} from "../../ir/index.ts";
import {
  constant,
  edgesOf,
  mapFunctions,
  mapOperands,
  mapTerminator,
  naturalLoops,
  typeIn,
  renumber,
  sameOperand,
} from "../../ir/index.ts";

export const loopDeletion: Pass = {
  name: "loop-deletion",
  phase: "any",
  run: (module) => mapFunctions(module, closeIn),
};

function closeIn(func: Func): Func {
  const { list } = naturalLoops(func);
  // Inner loops first: once an inner loop is gone, the loop around it may do nothing but count.
  for (const loop of list.toReversed()) {
    const closed = new Counting(func, loop).closed();
    if (closed !== func) return closeIn(closed);
  }
  return func;
}

interface Counted {
  readonly next: Operand;
  /** What `next + ahead` equals behind the loop; null if that is not known. */
  readonly limit: Operand | null;
  /** The constant that is added to the counter before it is compared. */
  readonly ahead: number;
}

class Counting {
  readonly #func: Func;
  readonly #loop: Loop;
  readonly #blocks: ReadonlySet<number>;
  readonly #inside = new Set<ValueId>();

  constructor(func: Func, loop: Loop) {
    this.#func = func;
    this.#loop = loop;
    this.#blocks = new Set<number>(loop.blocks);
    for (const b of loop.blocks) {
      const { params, instrs } = func.blocks[b] as Block;
      for (const id of params) this.#inside.add(id);
      for (const instr of instrs) this.#inside.add(instr.result);
    }
  }

  closed(): Func {
    const { terminator } = this.#func.blocks[this.#loop.latch] as Block;
    if (terminator.kind !== "branch" || terminator.then.target !== this.#loop.header) return this.#func;
    if (!isLeftAtLatch(this.#func, this.#loop)) return this.#func;
    const counted = this.#counted(terminator.condition, terminator.then);
    if (counted === null) return this.#func;
    const { next, limit, ahead } = counted;
    if (limit !== null && this.#isSeenOutside(next)) return this.#withLimit(next, limit, ahead);
    return this.#isIdle() ? this.#without(terminator.else) : this.#func;
  }

  #prim(operand: Operand | undefined): PrimInstr | undefined {
    return definitionsOf(this.#func).prim(operand);
  }

  #typeOf(operand: Operand | undefined): Type {
    return typeIn(this.#func, operand);
  }

  #isInvariant(operand: Operand | undefined): operand is Operand {
    return operand !== undefined && (operand.kind !== "value" || !this.#inside.has(operand.id));
  }

  /** The loop's counter after its step, and what it is compared with; null if the loop does not count. */
  #counted(condition: Operand, back: Edge): Counted | null {
    const compared = this.#prim(condition);
    const [of, b] = compared?.args ?? [];
    const isUp = compared?.prim === "lt";
    if (compared === undefined || !(isUp || compared.prim === "gt") || of === undefined || !this.#isInvariant(b))
      return null;
    const [a, ahead] = isUp && !this.#isNext(of, back) ? this.#behind(of) : [of, 0];
    const step = this.#prim(a);
    const [counter, by] = step?.args ?? [];
    if (step?.prim !== (isUp ? "add" : "sub") || by?.kind !== "const" || by.value !== 1) return null;
    if (counter?.kind !== "value" || this.#typeOf(a) !== "int" || this.#typeOf(b) !== "int") return null;
    const k = (this.#func.blocks[this.#loop.header] as Block).params.indexOf(counter.id);
    if (k < 0 || !sameOperand(back.args[k] as Operand, a)) return null;
    return { next: a, limit: isUp && this.#isGuarded(k, b, ahead) ? b : null, ahead };
  }

  #isNext(operand: Operand, back: Edge): boolean {
    return back.args.some((arg) => sameOperand(arg, operand));
  }

  /** Splits `x + c`, a whole number and a constant, into the two; any other operand into itself and 0. */
  #behind(operand: Operand): readonly [Operand, number] {
    const [less, more] = this.#prim(operand)?.prim === "add" ? (this.#prim(operand)?.args ?? []) : [];
    const ahead = more?.kind === "const" && this.#typeOf(more) === "int" ? (more.value as number) : null;
    return less === undefined || ahead === null || this.#typeOf(less) !== "int" ? [operand, 0] : [less, ahead];
  }

  #entry(): readonly [block: Block, edge: Edge] {
    const { header, latch } = this.#loop;
    const b = this.#func.blocks.findIndex(
      ({ terminator }, at) => at !== latch && edgesOf(terminator).some(({ target }) => target === header),
    );
    const block = this.#func.blocks[b] as Block;
    return [block, edgesOf(block.terminator).find(({ target }) => target === header) as Edge];
  }

  /** Whether the loop is entered only if the start plus `ahead` is below the limit. */
  #isGuarded(k: number, limit: Operand, ahead: number): boolean {
    const [{ terminator }, edge] = this.#entry();
    const init = edge.args[k];
    if (init?.kind === "const" && limit.kind === "const" && this.#typeOf(init) === "int")
      return (init.value as number) + ahead < (limit.value as number);
    if (terminator.kind !== "branch" || terminator.then !== edge) return false;
    const compared = this.#prim(terminator.condition);
    const [start, end] = compared?.args ?? [];
    if (compared?.prim !== "lt" || start === undefined || !sameOperand(end as Operand, limit)) return false;
    const first = edge.args[k] as Operand;
    if (ahead === 0) return sameOperand(start, first) && this.#typeOf(start) === "int";
    const [less, more] = this.#behind(start);
    const isConstant = start.kind === "const" && first.kind === "const" && this.#typeOf(first) === "int";
    return isConstant ? start.value === (first.value as number) + ahead : sameOperand(less, first) && more === ahead;
  }

  /** Whether a value is used outside the loop, or on an edge out of it. */
  #isSeenOutside(operand: Operand): boolean {
    const uses = operand.kind === "value" ? usesOf(this.#func)(operand.id) : [];
    return uses.some(({ block, target }) => !this.#blocks.has(block) || (target !== null && !this.#blocks.has(target)));
  }

  #withLimit(next: Operand, limit: Operand, ahead: number): Func {
    const inLoop = this.#blocks;
    const id = this.#func.values.length as ValueId;
    const last: Operand = ahead === 0 ? limit : { kind: "value", id };
    const resolve = (operand: Operand): Operand => (sameOperand(operand, next) ? last : operand);
    const [entry] = this.#entry();
    const { span } = entry.terminator;
    const less: Instr = { kind: "prim", result: id, prim: "sub", args: [limit, constant(ahead)], span };
    const blocks = this.#func.blocks.map((block, b): Block => {
      if (block === entry && ahead !== 0) return { ...block, instrs: [...block.instrs, less] };
      if (!inLoop.has(b)) {
        const instrs = block.instrs.map((instr) => mapOperands(instr, resolve));
        return { ...block, instrs, terminator: mapTerminator(block.terminator, resolve) };
      }
      const edge = (e: Edge): Edge => (inLoop.has(e.target) ? e : { ...e, args: e.args.map(resolve) });
      return { ...block, terminator: mapTerminator(block.terminator, (operand) => operand, edge) };
    });
    const values: readonly ValueInfo[] = [...this.#func.values, { hint: "", type: "int" }];
    return ahead === 0 ? { ...this.#func, blocks } : renumber({ ...this.#func, blocks, values });
  }

  /** Whether the loop does nothing but count: no effect, no exception, and no value that is used outside. */
  #isIdle(): boolean {
    const typeOf = (operand: Operand): Type => this.#typeOf(operand);
    const inLoop = this.#blocks;
    // An inner loop may not terminate.
    if (naturalLoops(this.#func).list.some((other) => other.header !== this.#loop.header && inLoop.has(other.header)))
      return false;
    const isQuiet = this.#loop.blocks.every((b) => {
      const { instrs, terminator } = this.#func.blocks[b] as Block;
      return edgesOf(terminator).length > 0 && instrs.every((instr) => isRemovable(instr, typeOf));
    });
    if (!isQuiet) return false;
    return ![...this.#inside].some((id) => this.#isSeenOutside({ kind: "value", id }));
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
