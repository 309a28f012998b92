// The state of the lowering of one function: the builder, SSA variables, jump targets, and functions that lower any expression or
// statement, so that the files for single constructs need not import each other.

import {
  SsaVariables,
  ZerothError,
  constant,
  mayFail,
  undef,
  unset,
  type FuncBuilder,
  type OpenBlock,
  type Operand,
  type PrimName,
  type Span,
  type Type,
  type ValueId,
  type Word,
} from "../ir/index.ts";
import { spanOf, type ast, type FunctionNode, type Node } from "./read.ts";
import type { Analysis, Binding, FunctionInfo } from "./scope-model.ts";

/** A value that differs by path and has no name in the source: a flag, or the value of `a && b`. */
export interface Temporary {
  readonly hint: string;
}

export type Variable = Binding | Temporary;

/** A target of jumps. Loops are left through their latches only, so leaving one may take several steps (jumps.ts). */
export interface Frame {
  readonly kind: "loop" | "block" | "catch" | "finally";
  readonly labels: readonly string[];
  /** Loops: the target of `continue`; made when needed. */
  continueBlock: OpenBlock | null;
  /**
   * Loops: the latch, if something besides the normal path leads there. Blocks: the target of `break`. `try` statements: the
   * start of what handles errors, or of what runs in any case.
   */
  exit: OpenBlock | null;
  /** Loops, `finally`: the first block. */
  readonly header: OpenBlock | null;
  /** Loops: whether to run another iteration, read in the latch. */
  readonly again: Temporary;
  /** Loops: whether a `break` ends it. */
  breaks: boolean;
  /** Loops, `finally`: the outside targets of jumps, each with the flag that selects it. */
  readonly leaving: { readonly target: Target; readonly flag: Temporary }[];
}

/** `throw`: to the handler whose frame it is; null if none in this function handles the error. */
export type Target =
  | { readonly kind: "break" | "continue"; readonly frame: Frame }
  | { readonly kind: "throw"; readonly frame: Frame | null }
  | { readonly kind: "return" };

/** A `return` whose terminator has not been written yet. */
export interface PendingReturn {
  readonly block: OpenBlock;
  readonly value: Operand;
  readonly span: Span;
}

export interface Lowering {
  readonly analysis: Analysis;
  readonly info: FunctionInfo;
  readonly builder: FuncBuilder;
  readonly ssa: SsaVariables<Variable>;
  readonly frames: Frame[];
  readonly returns: PendingReturn[];
  /** The value of a `return`, on its way out of loops. */
  readonly result: Temporary;
  /** An error as a value, on its way to what handles it. */
  readonly thrown: Temporary;
  /** Constructors of derived classes: whether `super(…)` was called, if the text does not tell. */
  readonly superCalled: Temporary | null;
  /** Jumps to what handles an error, given as a value. */
  readonly raise: (thrown: Operand, at: Place) => void;
  /** The values that closures capture, by variable: for a boxed variable, the box. */
  readonly anchors: Map<Binding, Operand>;
  /** Values that may become the value of a variable: results of instructions and parameters, each for one variable only. */
  readonly claimable: Set<ValueId>;
  /** Loop variables that are plain here, in the head of their loop, though they are boxed in its body. */
  readonly plain: Set<Binding>;
  /** The enclosing optional chains, innermost last: `?.` jumps to `exit` on null. */
  readonly chains: { readonly value: Temporary; readonly exit: OpenBlock }[];
  /** Assignment patterns whose value is not used. */
  readonly discards: Set<Node>;
  /** The values captured from an enclosing function, once it is finished. */
  readonly outerValue: (binding: Binding) => Operand | undefined;
  readonly expression: (node: ast.Expression, hint?: string) => Operand;
  readonly statement: (node: Node) => void;
}

export function temporary(hint = ""): Temporary {
  return { hint };
}

export function ssaVariables(builder: FuncBuilder): SsaVariables<Variable> {
  return new SsaVariables<Variable>(
    builder,
    () => unset,
    (variable) => ("hint" in variable ? variable.hint : variable.name),
  );
}

export function span(l: Lowering, node: { readonly start: number; readonly end: number }): Span {
  return spanOf(l.analysis.source, node);
}

/** Refuses a construct: the function that contains it gets no body. */
export function unsupported(
  l: Lowering,
  node: Node,
  what: string,
  remedy = "rewrite this function without it, or compute the value outside of what is differentiated",
): never {
  throw new ZerothError({
    kind: "unsupported",
    message: what,
    span: span(l, node),
    remedy,
    source: l.analysis.source.text,
  });
}

/** Fails where the parser, the analysis of scopes or the prelude has let through what it should not have. */
export function impossible(l: Lowering, node: Node, what: string): never {
  throw new ZerothError({ kind: "bug", message: what, span: span(l, node), source: l.analysis.source.text });
}

export type Place = Node | Span;

export const placed = (l: Lowering, at: Place): Span => ("line" in at ? at : span(l, at));

export function prim(
  l: Lowering,
  name: PrimName,
  args: readonly Operand[],
  at: Place,
  hint = "",
  type?: Type,
): Operand {
  if (isHandled(l) && mayFail(name, args, (arg) => l.builder.typeOf(arg))) {
    const failure = l.builder.prim("failure", [constant(name), ...args], placed(l, at), "failure");
    raiseIf(l, failure, failure, at);
  }
  return claim(l, l.builder.prim(name, args, placed(l, at), hint, type));
}

/** Whether a `try` statement of this function handles errors here. */
const isHandled = (l: Lowering): boolean => l.frames.some(({ kind }) => kind === "catch" || kind === "finally");

/** Throws a value. The code after it is dead. */
export function throwValue(l: Lowering, error: Operand, at: Place): void {
  if (isHandled(l)) return l.raise(l.builder.prim("thrown", [error], placed(l, at), "thrown"), at);
  l.builder.throw(error, placed(l, at));
  l.builder.switchTo(deadBlock(l));
}

export function call(
  l: Lowering,
  callee: Operand,
  args: readonly Operand[],
  at: Place,
  options: {
    readonly receiver?: Operand;
    readonly word?: Word;
    readonly spread?: boolean;
    readonly hint?: string;
  } = {},
): Operand {
  if (!isHandled(l)) return claim(l, l.builder.call(callee, args, placed(l, at), options));
  const result = l.builder.call(callee, args, placed(l, at), { ...options, word: `${options.word ?? ""}E` });
  raiseIf(l, l.builder.prim("is-thrown", [result], placed(l, at), "failed"), result, at);
  return claim(l, l.builder.prim("returned", [result], placed(l, at), options.hint));
}

/** Jumps to what handles the error of a failed operation, if a condition holds. */
function raiseIf(l: Lowering, condition: Operand, failed: Operand, at: Place): void {
  when(l, condition, at, () => {
    throwValue(l, l.builder.prim("box-get", [failed], placed(l, at), "error"), at);
  });
}

export function closure(l: Lowering, info: FunctionInfo, hint: string): Operand {
  return claim(l, l.builder.closure(info.name, [], span(l, info.node), hint));
}

function claim(l: Lowering, operand: Operand): Operand {
  if (operand.kind === "value") l.claimable.add(operand.id);
  return operand;
}

/** The analysed function of `node`. */
export function functionAt(l: Lowering, node: FunctionNode): FunctionInfo {
  const info = l.analysis.functionOf.get(node);
  if (info === undefined) impossible(l, node, "a function that is not analysed");
  return info;
}

/** A new block that only the code so far can reach: code in it is dead until something jumps there. */
export function deadBlock(l: Lowering): OpenBlock {
  const block = l.builder.block();
  l.ssa.seal(block);
  return block;
}

/** Seals a block and continues in it. */
export function enter(l: Lowering, block: OpenBlock): void {
  l.ssa.seal(block);
  l.builder.switchTo(block);
}

/** Throws a built-in error at run time. The code after it is dead. */
export function throwError(l: Lowering, type: "TypeError" | "ReferenceError", message: string, at: Place): Operand {
  const global = prim(l, "global", [constant(type)], at);
  const construct = prim(l, "construct", [global], at);
  throwValue(l, call(l, construct, [constant(message)], at), at);
  return undef;
}

/** Lowers code that runs only if the condition holds. */
export function when(l: Lowering, condition: Operand, at: Place, body: () => void): void {
  const then = l.builder.block();
  const after = l.builder.block();
  l.builder.branch(condition, then, after, placed(l, at));
  enter(l, then);
  body();
  l.builder.jump(after, placed(l, at));
  enter(l, after);
}

/** Lowers a choice between two values. */
export function choose(
  l: Lowering,
  condition: Operand,
  at: Place,
  hint: string,
  then: () => Operand,
  otherwise: () => Operand,
): Operand {
  const result = temporary(hint);
  const yes = l.builder.block();
  const no = l.builder.block();
  const after = l.builder.block();
  l.builder.branch(condition, yes, no, placed(l, at));
  for (const [block, value] of [
    [yes, then],
    [no, otherwise],
  ] as const) {
    enter(l, block);
    l.ssa.write(result, value());
    l.builder.jump(after, placed(l, at));
  }
  enter(l, after);
  return l.ssa.read(result);
}
