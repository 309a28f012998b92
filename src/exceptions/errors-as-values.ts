// `@f` → `@f.E`, which gives what `@f` gives; where `@f` throws, it gives the error as a value (`thrown`). Calls within it become
// calls of the word `E`, so an error that is thrown anywhere below arrives as a value, and both transforms differentiate the code
// like any other.
//
// An error ends loops on its way, and only the latch leaves a loop. So a loop that may be left gets a new latch; flags say there
// where control goes on. Since the paths are other ones than before, all values are SSA variables.
//
// **Requires** closed canonical code in which blocks that throw need not reach the return.
// **Guarantees** closed canonical code that throws nothing, apart from what `failure` does not see.
//
// **Example** `%r = call %g(%x); return %r` → `%r = call.E %g(%x); %failed = is-thrown %r; branch %failed, …`, and `return %r` on
// both sides.

import { leftLoop, temporary, type LeftLoop, type JumpTarget, type Variable } from "./left-loops.ts";
import {
  FuncBuilder,
  SsaVariables,
  constant,
  edgesOf,
  inferTypes,
  mapOperands,
  mayFail,
  naturalLoops,
  askedBefore,
  predecessors,
  shapeOf,
  typeIn,
  unset,
  value,
  type CallInstr,
  type Edge,
  type Func,
  type FuncShape,
  type Instr,
  type Loop,
  type Loops,
  type OpenBlock,
  type Operand,
  type PrimInstr,
  type Span,
  type Terminator,
  type ValueInfo,
} from "../ir/index.ts";

/** What a function gives where it throws: the error as a value, or that and more. */
export type WhenThrown = (builder: FuncBuilder, thrown: Operand) => Operand;

export function errorsAsValues(func: Func, shape: Partial<FuncShape>, whenThrown?: WhenThrown): Func {
  return new Rewriting(func, shape).run(whenThrown ?? ((_, thrown) => thrown));
}

class Rewriting {
  readonly #func: Func;
  readonly #builder: FuncBuilder;
  readonly #ssa: SsaVariables<Variable>;
  readonly #loops: Loops;
  readonly #blocks: readonly OpenBlock[];
  readonly #left: readonly (LeftLoop | null)[];
  /** The arguments of a block that control reaches by way of a latch. */
  readonly #arguments = new Map<number, readonly Variable[]>();
  readonly #thrown: Variable = temporary("thrown");
  readonly #result: Variable = temporary("result");
  readonly #failed: OpenBlock;
  readonly #end: OpenBlock;
  /** What a handler asks about already. */
  readonly #asked: ReadonlySet<Instr>;
  /** The loop that the builder is in: an index, or -1. */
  #loop = -1;

  constructor(func: Func, shape: Partial<FuncShape>) {
    this.#func = func;
    this.#builder = new FuncBuilder({ ...shapeOf(func), rules: {}, ...shape });
    const builder = this.#builder;
    this.#ssa = new SsaVariables<Variable>(
      builder,
      () => unset,
      (variable) => this.#infoOf(variable).hint,
      (variable) => this.#infoOf(variable).type,
    );
    this.#loops = naturalLoops(func);
    this.#asked = new Set(askedBefore(func).map(({ access }) => access));
    this.#blocks = func.blocks.map((block, b) => {
      if (b === 0) return builder.entry;
      const open = builder.block();
      for (const id of block.params) builder.param(open, this.#infoOf(id).hint, this.#infoOf(id).type);
      return open;
    });
    this.#failed = builder.block();
    this.#end = builder.block();
    const mayThrow = (instr: Instr): boolean => this.#mayThrow(instr);
    this.#left = this.#loops.list.map((loop) => leftLoop(func, loop, mayThrow, this.#blocks, builder));
  }

  readonly #infoOf = (variable: Variable): ValueInfo =>
    typeof variable === "number" ? (this.#func.values[variable] ?? temporary("")) : variable;

  run(whenThrown: WhenThrown): Func {
    const func = this.#func;
    const builder = this.#builder;
    const { span } = func;
    const preds = predecessors(func);
    func.blocks.forEach((block, b) => {
      const open = this.#blocks[b] as OpenBlock;
      this.#loop = this.#loops.of[b] ?? -1;
      if (!(preds[b] ?? []).some((source) => this.#isMadeLater(source, b))) this.#seal(open);
      builder.switchTo(open);
      const params = b === 0 ? [builder.self, builder.receiver, ...builder.params] : open.params.map(value);
      block.params.forEach((id, k) => {
        this.#ssa.write(id, params[k] as Operand, open);
      });
      this.#forget(b, open);
      for (const instr of block.instrs) this.#instr(instr);
      this.#terminate(block.terminator, b);
    });
    for (const open of this.#blocks) this.#seal(open);
    this.#seal(this.#failed);
    builder.switchTo(this.#failed);
    this.#ssa.write(this.#result, whenThrown(builder, this.#ssa.read(this.#thrown)));
    builder.jump(this.#end, span);
    this.#seal(this.#end);
    builder.switchTo(this.#end);
    builder.ret(this.#ssa.read(this.#result), span);
    return inferTypes(builder.finish());
  }

  /** At the header of a loop: what a jump to its latch takes along is of one iteration. */
  #forget(b: number, open: OpenBlock): void {
    const loop = this.#loops.list[this.#loop];
    const left = this.#left[this.#loop] ?? null;
    if (loop?.header !== b || left === null) return;
    const { terminator } = this.#func.blocks[loop.latch] as Func["blocks"][number];
    const out = edgesOf(terminator).find(({ target }) => target !== b);
    const carried = [...left.next, ...(out === undefined ? [] : this.#argumentsOf(out.target))];
    for (const variable of carried) this.#ssa.write(variable, unset, open);
  }

  #seal(open: OpenBlock): void {
    if (!open.sealed) this.#ssa.seal(open);
  }

  /** Whether an edge into a block is yet to be made: one that follows the block, or goes by way of a latch that does. */
  #isMadeLater(source: number, b: number): boolean {
    if (source >= b) return true;
    for (let loop = this.#loops.of[source] ?? -1; loop >= 0; loop = this.#parent(loop))
      if ((this.#loops.list[loop] as Loop).latch >= b && !this.#isWithin(b, loop)) return true;
    return false;
  }

  #mayThrow(instr: Instr): boolean {
    // A call that gives its errors throws none.
    if (instr.kind === "call") return instr.effect !== "pure" && !instr.word.endsWith("E");
    return instr.kind === "prim" && (instr.prim === "foreign-call" || this.#mayFail(instr));
  }

  #mayFail(instr: PrimInstr): boolean {
    return !this.#asked.has(instr) && mayFail(instr.prim, instr.args, (operand) => typeIn(this.#func, operand));
  }

  readonly #operand = (operand: Operand): Operand => (operand.kind === "value" ? this.#ssa.read(operand.id) : operand);

  #instr(instr: Instr): void {
    const builder = this.#builder;
    const { span } = instr;
    const { hint, type } = this.#infoOf(instr.result);
    const renamed = mapOperands(instr, this.#operand, builder.fresh(hint, type));
    let result: Operand;
    if (!this.#mayThrow(instr)) {
      result = builder.append(renamed);
    } else if (renamed.kind === "prim" && renamed.prim !== "foreign-call") {
      const failure = builder.prim("failure", [constant(renamed.prim), ...renamed.args], span, "failure");
      this.#checked(failure, failure, span);
      result = builder.append(renamed);
    } else {
      builder.retype(value(renamed.result), "any");
      result = builder.append(
        renamed.kind === "prim"
          ? { ...renamed, prim: "attempt" }
          : { ...(renamed as CallInstr), word: `${(renamed as CallInstr).word}E`, effect: "any" },
      );
      this.#checked(builder.prim("is-thrown", [result], span, "failed"), result, span);
      result = builder.prim("returned", [result], span, hint, type);
    }
    this.#ssa.write(instr.result, result);
  }

  /** Ends the function with the error of a failed operation if a condition holds. */
  #checked(condition: Operand, thrown: Operand, span: Span): void {
    const builder = this.#builder;
    const failed = builder.block();
    const fine = builder.block();
    builder.branch(condition, failed, fine, span);
    this.#seal(failed);
    builder.switchTo(failed);
    // Nothing else uses the result of a call that failed.
    const error = builder.prim("box-get", [thrown], span, "error");
    this.#fail(builder.prim("thrown", [error], span, "thrown"), span);
    this.#seal(fine);
    builder.switchTo(fine);
  }

  #fail(thrown: Operand, span: Span): void {
    this.#ssa.write(this.#thrown, thrown);
    this.#goTo("error", [], span);
  }

  #terminate(terminator: Terminator, b: number): void {
    const builder = this.#builder;
    const { span } = terminator;
    const loop = this.#loop < 0 ? null : (this.#loops.list[this.#loop] as Loop);
    const left = this.#left[this.#loop] ?? null;
    if (terminator.kind === "return") {
      this.#ssa.write(this.#result, this.#operand(terminator.value));
      builder.jump(this.#end, span);
    } else if (terminator.kind === "throw") {
      this.#fail(builder.prim("thrown", [this.#operand(terminator.value)], span, "thrown"), span);
    } else if (left !== null && loop?.latch === b) {
      this.#close(left, loop, terminator);
    } else if (terminator.kind === "jump") {
      this.#follow(terminator.edge, span);
      if (loop?.latch === b) this.#seal(this.#blocks[loop.header] as OpenBlock);
    } else {
      this.#branch(terminator);
      if (loop?.latch === b) this.#seal(this.#blocks[loop.header] as OpenBlock);
    }
  }

  #branch(terminator: Terminator & { kind: "branch" }): void {
    const builder = this.#builder;
    const { span, condition, then, else: otherwise } = terminator;
    const sides = [then, otherwise].map((edge) => {
      const isPlain = this.#leftFirst(edge.target) === null;
      return { edge, block: isPlain ? (this.#blocks[edge.target] as OpenBlock) : builder.block(), isPlain };
    });
    const [a, c] = sides as [(typeof sides)[number], (typeof sides)[number]];
    const given = ({ edge, isPlain }: (typeof sides)[number]): readonly Operand[] =>
      isPlain ? edge.args.map(this.#operand) : [];
    builder.branch(this.#operand(condition), a.block, c.block, span, given(a), given(c));
    for (const { edge, block, isPlain } of sides) {
      if (isPlain) continue;
      this.#seal(block);
      builder.switchTo(block);
      this.#follow(edge, span);
    }
  }

  /** The innermost loop with a new latch that a jump from here leaves; null if there is none. */
  #leftFirst(to: JumpTarget): LeftLoop | null {
    for (let loop = this.#loop; loop >= 0; loop = this.#parent(loop)) {
      if (to !== "error" && this.#isWithin(to, loop)) return null;
      const left = this.#left[loop] ?? null;
      if (left !== null) return left;
    }
    return null;
  }

  #isWithin(b: number, loop: number): boolean {
    for (let at = this.#loops.of[b] ?? -1; at >= 0; at = this.#parent(at)) if (at === loop) return true;
    return false;
  }

  readonly #parent = (loop: number): number => (this.#loops.list[loop] as Loop).parent;

  #follow(edge: Edge, span: Span): void {
    this.#goTo(edge.target, edge.args.map(this.#operand), span);
  }

  /** Jumps to a target; out of a loop by way of its latch. */
  #goTo(to: JumpTarget, args: readonly Operand[], span: Span): void {
    const builder = this.#builder;
    if (!builder.isOpen()) return;
    const left = this.#leftFirst(to);
    if (left === null) {
      if (to === "error") builder.jump(this.#failed, span);
      else builder.jump(this.#blocks[to] as OpenBlock, span, args);
      return;
    }
    if (to !== "error") {
      const variables = this.#argumentsOf(to);
      args.forEach((arg, k) => {
        this.#ssa.write(variables[k] as Variable, arg);
      });
    }
    this.#ssa.write(this.#flag(left, to), constant(true));
    this.#ssa.write(left.again, constant(false));
    builder.jump(left.latch, span);
  }

  #argumentsOf(b: number): readonly Variable[] {
    let variables = this.#arguments.get(b);
    if (variables === undefined) {
      const params = this.#func.blocks[b]?.params ?? [];
      variables = params.map((id) => ({ ...this.#infoOf(id) }));
      this.#arguments.set(b, variables);
    }
    return variables;
  }

  #flag(left: LeftLoop, to: JumpTarget): Variable {
    const known = left.leaving.find((other) => other.to === to);
    if (known !== undefined) return known.flag;
    const flag = temporary(to === "error" ? "throws" : "leaves", "bool");
    left.leaving.push({ to, flag });
    // Nothing has read the flag yet, so its value at the start of the loop can still be set.
    this.#ssa.write(flag, constant(false), left.header);
    if (to === "error" && this.#builder.current !== left.header) this.#ssa.write(this.#thrown, unset, left.header);
    return flag;
  }

  /** Ends the last block of a loop; writes the new latch, and what follows the loop. */
  #close(left: LeftLoop, loop: Loop, terminator: Terminator & { kind: "jump" | "branch" }): void {
    const builder = this.#builder;
    const { span } = terminator;
    const isHeader = (edge: Edge): boolean => edge.target === loop.header;
    const edges = edgesOf(terminator);
    const round = edges.find(isHeader) as Edge;
    const out = edges.find((edge) => !isHeader(edge));
    const goesRound = builder.isOpen();
    if (goesRound) {
      const args = round.args.map(this.#operand);
      const outArgs = out?.args.map(this.#operand) ?? [];
      let again: Operand = constant(true);
      if (terminator.kind === "branch") {
        again = this.#operand(terminator.condition);
        if (!isHeader(terminator.then)) again = builder.prim("not", [again], span);
      }
      args.forEach((arg, k) => {
        this.#ssa.write(left.next[k] as Variable, arg);
      });
      if (out !== undefined)
        outArgs.forEach((arg, k) => {
          this.#ssa.write(this.#argumentsOf(out.target)[k] as Variable, arg);
        });
      this.#ssa.write(left.again, again);
      builder.jump(left.latch, span);
    }
    this.#seal(left.latch);
    builder.switchTo(left.latch);
    const behind = builder.block();
    if (goesRound) {
      const args = left.next.map((variable) => this.#ssa.read(variable));
      builder.branch(this.#ssa.read(left.again), left.header, behind, span, args);
    } else {
      builder.jump(behind, span);
    }
    this.#seal(left.header);
    this.#seal(behind);
    builder.switchTo(behind);
    this.#loop = loop.parent;
    this.#dispatch(left, goesRound ? out : undefined, span);
  }

  /** After a loop: goes on where the jump that ended it leads. */
  #dispatch({ leaving }: LeftLoop, out: Edge | undefined, span: Span): void {
    const builder = this.#builder;
    leaving.forEach(({ to, flag }, k) => {
      const args = (): readonly Operand[] =>
        to === "error" ? [] : this.#argumentsOf(to).map((variable) => this.#ssa.read(variable));
      if (out === undefined && k === leaving.length - 1) {
        this.#goTo(to, args(), span);
        return;
      }
      const then = builder.block();
      const after = builder.block();
      builder.branch(this.#ssa.read(flag), then, after, span);
      this.#seal(then);
      builder.switchTo(then);
      this.#goTo(to, args(), span);
      this.#seal(after);
      builder.switchTo(after);
    });
    if (out === undefined) return;
    this.#goTo(
      out.target,
      this.#argumentsOf(out.target).map((variable) => this.#ssa.read(variable)),
      span,
    );
  }
}
