// The builder makes fresh ids, blocks and instructions, and finishes them into a `Func`, which is immutable by convention.
// It and the class of `ssa.ts` are the only mutable classes of the IR.
//
// Handles name blocks during building. `finish` drops unreachable blocks, orders the rest in reverse postorder, resolves
// values that SSA construction found to be redundant, and renumbers everything. The builder drops instructions that are
// appended where no code can run (after a `return`).

import type {
  BlockId,
  Block,
  CallEffect,
  Capture,
  Edge,
  Func,
  FuncName,
  Instr,
  Module,
  Operand,
  Refusal,
  Terminator,
  ValueId,
  ValueInfo,
  Word,
} from "./model.ts";
import { blockId, undef, value, valueId } from "./model.ts";
import { prims, type PrimName } from "./prims.ts";
import type { Span } from "./span.ts";
import { typeOfConstant, type Type } from "./types.ts";
import { mapOperands, mapTerminator } from "./walk.ts";
import { assertInvariant } from "./diagnostics.ts";

/** A block under construction. Identity matters; its final id is only known when the function is finished. */
export interface BlockHandle {
  readonly index: number;
}

interface OpenEdge {
  readonly from: OpenBlock;
  readonly to: OpenBlock;
  readonly args: Operand[];
}

export interface OpenBlock extends BlockHandle {
  readonly params: ValueId[];
  readonly instrs: Instr[];
  /** Edges into this block, in the order they were made. */
  readonly incoming: OpenEdge[];
  sealed: boolean;
  terminator: { readonly shape: Terminator; readonly edges: readonly OpenEdge[] } | null;
}

export interface FuncShape {
  readonly name: FuncName;
  readonly sourceName?: string;
  readonly parent?: FuncName | null;
  readonly base?: FuncName;
  readonly params: readonly { readonly hint: string; readonly type?: Type }[];
  readonly rest?: boolean;
  readonly captures?: readonly Capture[];
  readonly rules?: Func["rules"];
  readonly refusal?: Refusal | null;
  readonly span: Span;
}

export class FuncBuilder {
  readonly shape: FuncShape;
  readonly #values: ValueInfo[] = [];
  readonly #blocks: OpenBlock[] = [];
  readonly #replaced = new Map<ValueId, Operand>();
  /** The operands in the finished function, by id before. */
  readonly #final: (Operand | undefined)[] = [];
  readonly entry: OpenBlock;
  /** `self`, the closure itself. */
  readonly self: Operand;
  readonly receiver: Operand;
  readonly params: readonly Operand[];
  #current: OpenBlock;
  /** The final ids of blocks, by index. */
  readonly #positions: (BlockId | undefined)[] = [];

  constructor(shape: FuncShape) {
    this.shape = shape;
    this.entry = this.block();
    this.entry.sealed = true;
    this.self = value(this.param(this.entry, "self", "func"));
    this.receiver = value(this.param(this.entry, "this"));
    this.params = shape.params.map(({ hint, type }) => value(this.param(this.entry, hint, type)));
    this.#current = this.entry;
  }

  get current(): OpenBlock {
    return this.#current;
  }

  /** How many values have been made so far: later ones have larger ids. */
  get count(): number {
    return this.#values.length;
  }

  /** A new block. It is open: predecessors may be added until it is sealed. */
  block(): OpenBlock {
    const block: OpenBlock = {
      index: this.#blocks.length,
      params: [],
      instrs: [],
      incoming: [],
      sealed: false,
      terminator: null,
    };
    this.#blocks.push(block);
    return block;
  }

  /** Whether all instructions appended so far are such, in all blocks. */
  hasOnly(test: (instr: Instr) => boolean): boolean {
    return this.#blocks.every(({ instrs }) => instrs.every(test));
  }

  switchTo(block: OpenBlock): void {
    this.#current = block;
  }

  fresh(hint: string, type: Type = "any"): ValueId {
    this.#values.push({ hint, type });
    return valueId(this.#values.length - 1);
  }

  param(block: OpenBlock, hint: string, type: Type = "any"): ValueId {
    const id = this.fresh(hint, type);
    block.params.push(id);
    return id;
  }

  typeOf(operand: Operand): Type {
    const resolved = this.resolve(operand);
    switch (resolved.kind) {
      case "value":
        return this.#values[resolved.id]?.type ?? "any";
      case "const":
        return typeOfConstant(resolved.value);
      case "zero":
        return "zero";
      case "unset":
        return "unset";
      case "outer":
      case "alpha":
        return "any";
    }
  }

  /** Declares another type for a value. */
  retype(operand: Operand, type: Type): void {
    const resolved = this.resolve(operand);
    const info = resolved.kind === "value" ? this.#values[resolved.id] : undefined;
    if (resolved.kind === "value" && info !== undefined) this.#values[resolved.id] = { ...info, type };
  }

  hintOf(operand: Operand): string {
    return operand.kind === "value" ? (this.#values[operand.id]?.hint ?? "") : "";
  }

  /** Gives a value a hint, if it has none. */
  suggest(operand: Operand, hint: string): void {
    const info = operand.kind === "value" ? this.#values[operand.id] : undefined;
    if (operand.kind === "value" && info?.hint === "") this.#values[operand.id] = { ...info, hint };
  }

  /** Appends any instruction; its result id must be fresh. */
  append(instr: Instr): Operand {
    if (this.#current.terminator === null) this.#current.instrs.push(instr);
    return value(instr.result);
  }

  prim(prim: PrimName, args: readonly Operand[], span: Span, hint = "", type?: Type): Operand {
    const result = this.fresh(hint, type ?? this.#resultType(prim, args));
    return this.append({ kind: "prim", result, prim, args, span });
  }

  #resultType(prim: PrimName, args: readonly Operand[]): Type {
    const isFixed = typeof prims[prim].result !== "function";
    return resultType(prim, isFixed ? [] : args.map((arg) => this.typeOf(arg)));
  }

  closure(func: FuncName, captures: readonly Operand[], span: Span, hint = ""): Operand {
    return this.append({ kind: "closure", result: this.fresh(hint, "func"), func, captures, span });
  }

  call(
    callee: Operand,
    args: readonly Operand[],
    span: Span,
    {
      receiver = undef,
      word = "",
      spread = false,
      effect = "any",
      hint = "",
      type = "any",
    }: {
      receiver?: Operand;
      word?: Word;
      spread?: boolean;
      effect?: CallEffect;
      hint?: string;
      type?: Type;
    } = {},
  ): Operand {
    const result = this.fresh(hint, type);
    return this.append({ kind: "call", result, word, callee, receiver, args, spread, effect, span });
  }

  jump(to: OpenBlock, span: Span, args: readonly Operand[] = []): void {
    if (!this.isOpen()) return;
    const edge = this.#edge(this.#current, to, args);
    this.#current.terminator = { shape: { kind: "jump", edge: placeholder, span }, edges: [edge] };
  }

  branch(
    condition: Operand,
    then: OpenBlock,
    otherwise: OpenBlock,
    span: Span,
    thenArgs: readonly Operand[] = [],
    elseArgs: readonly Operand[] = [],
  ): void {
    if (!this.isOpen()) return;
    assertInvariant(then !== otherwise, "a branch has two different targets", span);
    const edges = [this.#edge(this.#current, then, thenArgs), this.#edge(this.#current, otherwise, elseArgs)];
    this.#current.terminator = {
      shape: { kind: "branch", condition, then: placeholder, else: placeholder, span },
      edges,
    };
  }

  ret(operand: Operand, span: Span): void {
    if (this.isOpen()) this.#current.terminator = { shape: { kind: "return", value: operand, span }, edges: [] };
  }

  throw(operand: Operand, span: Span): void {
    if (this.isOpen()) this.#current.terminator = { shape: { kind: "throw", value: operand, span }, edges: [] };
  }

  /** Whether code appended now can run: the block is not finished, and something can reach it. */
  isOpen(): boolean {
    return this.#current.terminator === null && this.isReachable(this.#current);
  }

  isReachable(block: OpenBlock): boolean {
    return block === this.entry || !block.sealed || block.incoming.length > 0;
  }

  /** Appends an argument for a new parameter of the edge's target (SSA construction). */
  addArgument(edge: OpenEdge, operand: Operand): void {
    edge.args.push(operand);
  }

  /** Replaces every use of `id` by `by`, and removes `id`, which must be a block parameter (SSA construction). */
  replaceParam(id: ValueId, by: Operand): void {
    this.#replaced.set(id, by);
  }

  /** An operand after the replacements so far. */
  resolve(operand: Operand): Operand {
    if (operand.kind !== "value") return operand;
    let result = this.#replaced.get(operand.id);
    if (result === undefined) return operand;
    let isShort = true;
    while (result.kind === "value") {
      const next = this.#replaced.get(result.id);
      if (next === undefined) break;
      result = next;
      isShort = false;
    }
    // So chains of replacements stay short.
    if (!isShort) this.#replaced.set(operand.id, result);
    return result;
  }

  #edge(from: OpenBlock, to: OpenBlock, args: readonly Operand[]): OpenEdge {
    assertInvariant(!to.sealed, "an edge into a sealed block");
    const edge: OpenEdge = { from, to, args: [...args] };
    to.incoming.push(edge);
    return edge;
  }

  finish(): Func {
    const order = this.#reversePostorder();
    order.forEach((block, i) => {
      this.#positions[block.index] = blockId(i);
    });
    const values: ValueInfo[] = [];
    const define = (id: ValueId): ValueId => {
      const next = valueId(values.length);
      values.push(this.#values[id] ?? { hint: "", type: "any" });
      this.#final[id] = value(next);
      return next;
    };
    const isKept = (id: ValueId): boolean => !this.#replaced.has(id);
    const params = order.map((block) => block.params.filter(isKept).map(define));
    const results = order.map((block) => block.instrs.map((instr) => define(instr.result)));
    const rename = (operand: Operand): Operand => {
      const resolved = this.resolve(operand);
      if (resolved.kind !== "value") return resolved;
      const final = this.#final[resolved.id];
      assertInvariant(
        final !== undefined,
        `use of a value that is not defined: ${this.hintOf(resolved)} in ${this.shape.name}`,
      );
      return final;
    };
    const finishEdge = ({ to, args }: OpenEdge): Edge => ({
      target: this.#positions[to.index] as BlockId,
      args: args.filter((_, k) => isKept(to.params[k] as ValueId)).map(rename),
    });
    const blocks = order.map((block, i): Block => {
      const { terminator } = block;
      assertInvariant(terminator !== null, `block ${block.index} of ${this.shape.name} has no terminator`);
      let edge = 0;
      return {
        params: params[i] ?? [],
        instrs: block.instrs.map((instr, k) => mapOperands(instr, rename, results[i]?.[k] as ValueId)),
        terminator: mapTerminator(terminator.shape, rename, () => finishEdge(terminator.edges[edge++] as OpenEdge)),
      };
    });
    const {
      name,
      sourceName = "",
      parent = null,
      base = name,
      rest = false,
      captures = [],
      rules = {},
      refusal = null,
      span,
    } = this.shape;
    return { name, sourceName, parent, base, rest, captures, values, blocks, rules, refusal, span };
  }

  /** The final id of a block; undefined if it was unreachable. Only after `finish`. */
  positionOf(block: OpenBlock): BlockId | undefined {
    return this.#positions[block.index];
  }

  /** An operand as it is in the finished function; undefined if it is defined in code that cannot run. */
  finished(operand: Operand): Operand | undefined {
    const resolved = this.resolve(operand);
    if (resolved.kind !== "value") return resolved;
    return this.#final[resolved.id];
  }

  /** Depth first, later successors first, so that `then` sides come before `else` sides. Iterative: functions may be long. */
  #reversePostorder(): OpenBlock[] {
    const post: OpenBlock[] = [];
    const seen = new Set<OpenBlock>([this.entry]);
    const stack: { block: OpenBlock; next: number }[] = [{ block: this.entry, next: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const edges = top.block.terminator?.edges ?? [];
      const edge = edges[edges.length - 1 - top.next++];
      if (edge === undefined) {
        post.push(top.block);
        stack.pop();
      } else if (!seen.has(edge.to)) {
        seen.add(edge.to);
        stack.push({ block: edge.to, next: 0 });
      }
    }
    return post.reverse();
  }
}

export type { OpenEdge };

const placeholder: Edge = { target: blockId(0), args: [] };

/** The type of a primitive's result for operand types. */
export function resultType(prim: PrimName, args: readonly Type[]): Type {
  const { result } = prims[prim];
  return typeof result === "function" ? result(args) : result === "none" ? "undef" : result;
}

/** A module with these functions added or replaced. */
export function withFunctions(module: Module, functions: readonly Func[]): Module {
  return { ...module, functions: { ...module.functions, ...Object.fromEntries(functions.map((f) => [f.name, f])) } };
}
