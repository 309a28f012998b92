// The intermediate representation, as types.
//
// A module is a table of functions. A function has basic blocks with block parameters (there are no phi
// instructions); every instruction defines one value, which its uses name by id; a block ends in one terminator. The
// style is direct: there are no continuations. All of it is plain immutable data: no Map, no Set, no class.
//
// What must hold (checked by verify.ts):
//   * `blocks` is in reverse postorder, `blocks[0]` is the entry, and a `BlockId` is the index into `blocks`.
//   * the entry's parameters are the function's: `self` (the closure itself, the hidden zeroth argument), `this`,
//     then the user's parameters; if `rest` is set, the last of them is a tuple of all further arguments.
//   * a `ValueId` is an index into `values`; each value is defined once and dominates its uses.
//   * `outer` operands exist only before closure conversion, `alpha` operands only inside the reverse transform.

import type { PrimName } from "./prims/names.ts";
import type { Span } from "./span.ts";
import type { Type } from "./types.ts";

export type ValueId = number & { readonly __brand: "ValueId" };
export type BlockId = number & { readonly __brand: "BlockId" };
export type FuncName = string;

/** Constants that may stand as operands. */
export type Constant = number | string | boolean | bigint | null | undefined;

export type Operand =
  | { readonly kind: "value"; readonly id: ValueId }
  | { readonly kind: "const"; readonly value: Constant }
  /** The structural zero of cotangents; the number 0 at run time. */
  | { readonly kind: "zero" }
  /** A value that does not exist on this edge. */
  | { readonly kind: "unset" }
  /** `^%x`: a value of an enclosing function, `depth` levels up (1 = the immediately enclosing one). */
  | { readonly kind: "outer"; readonly depth: number; readonly id: ValueId }
  /** `@%x`: a value of the primal code that the reverse code reads back. */
  | { readonly kind: "alpha"; readonly id: ValueId };

/**
 * Which derivative of the callee a call asks for, as letters: `J`, `D`, `V4` (forward in four directions), `T9` (forward
 * with nine Taylor coefficients). "" is an ordinary call.
 */
export type Word = string;

/** `%r = mul %x, %y`. */
export interface PrimInstr {
  readonly kind: "prim";
  readonly result: ValueId;
  readonly prim: PrimName;
  readonly args: readonly Operand[];
  readonly span: Span;
}

/** `%f = closure @f [%a, %b]`. Before closure conversion the list is empty and `@f` uses `outer` operands. */
export interface ClosureInstr {
  readonly kind: "closure";
  readonly result: ValueId;
  readonly func: FuncName;
  readonly captures: readonly Operand[];
  readonly span: Span;
}

/** An argument to which a call may write: to all memory that it leads to, or only to the argument itself. */
export interface WrittenArg {
  readonly arg: number;
  readonly isOnlyItself: boolean;
}

/**
 * The effects of a call that others than the caller could see: `any`: anything; `pure`: none, so the call may be dropped if
 * its result is not used; else the arguments to which it may write.
 */
export type CallEffect = "any" | "pure" | readonly WrittenArg[];

/** `%r = call.w %f(this %o; %x, ...%xs)`. If `spread` is set, the last argument is a tuple of arguments. */
export interface CallInstr {
  readonly kind: "call";
  readonly result: ValueId;
  readonly word: Word;
  readonly callee: Operand;
  readonly receiver: Operand;
  readonly args: readonly Operand[];
  readonly spread: boolean;
  readonly effect: CallEffect;
  readonly span: Span;
}

export type Instr = PrimInstr | ClosureInstr | CallInstr;

/** A jump to a block with values for its parameters. */
export interface Edge {
  readonly target: BlockId;
  readonly args: readonly Operand[];
}

export type Terminator =
  | { readonly kind: "jump"; readonly edge: Edge; readonly span: Span }
  /** Takes `then` if the condition is truthy, as JavaScript decides it. The two targets differ. */
  | {
      readonly kind: "branch";
      readonly condition: Operand;
      readonly then: Edge;
      readonly else: Edge;
      readonly span: Span;
    }
  | { readonly kind: "return"; readonly value: Operand; readonly span: Span }
  | { readonly kind: "throw"; readonly value: Operand; readonly span: Span };

export interface Block {
  readonly params: readonly ValueId[];
  readonly instrs: readonly Instr[];
  readonly terminator: Terminator;
}

/** What is known about a value: a name for readers (made unique only by printing) and a type. */
export interface ValueInfo {
  readonly hint: string;
  readonly type: Type;
}

/** A captured variable of the source. */
export interface Capture {
  readonly name: string;
  /** `scope`: a variable of an enclosing function. `module`: a variable of the module, but not of a loop in it, so that there
   * is one for each module; gradients of closures leave it out. */
  readonly from: "scope" | "module";
  /** Whether the captured value is the variable's box (it is assigned after initialisation). */
  readonly boxed: boolean;
}

/** Why a function has no body: it uses something that cannot be compiled. Raised when the function is needed. */
export interface Refusal {
  readonly message: string;
  readonly remedy: string;
  readonly span: Span;
}

export interface Func {
  readonly name: FuncName;
  /** The name in the source, "" if anonymous: what `f.name` and stack traces say. */
  readonly sourceName: string;
  /** Before closure conversion: the enclosing function. */
  readonly parent: FuncName | null;
  /** The function whose closures are passed as `self`: `@f` for `@f.J`, the function itself unless it is a derivative. */
  readonly base: FuncName;
  readonly rest: boolean;
  readonly captures: readonly Capture[];
  readonly values: readonly ValueInfo[];
  readonly blocks: readonly Block[];
  /**
   * Derivatives given by hand: word → function with the same captures (`customVjp` is one). `F` and `R` are sweeps
   * (ad/sweeps.ts).
   */
  readonly rules: { readonly [word: string]: FuncName };
  readonly refusal: Refusal | null;
  readonly span: Span;
}

export interface Module {
  readonly functions: { readonly [name: FuncName]: Func };
  /** Source texts by file name, for code frames. */
  readonly sources: { readonly [file: string]: string };
}

export const valueId = (n: number): ValueId => n as ValueId;
export const blockId = (n: number): BlockId => n as BlockId;

const operands: Operand[] = [];
/** The operand that stands for a value: one object for all uses, since code consists of operands more than of anything else. */
export const value = (id: ValueId): Operand => {
  // Placeholders have negative ids.
  if (id < 0) return { kind: "value", id };
  for (let next = operands.length; next <= id; next++) operands.push({ kind: "value", id: valueId(next) });
  return operands[id] as Operand;
};
export const constant = (c: Constant): Operand => ({ kind: "const", value: c });
/** Whether an operand is this constant; 0 and -0 differ. */
export const isConstant = (operand: Operand | undefined, c: Constant): boolean =>
  operand?.kind === "const" && Object.is(operand.value, c);
/** Whether an operand is this value. */
export const isValue = (operand: Operand | undefined, id: ValueId): boolean =>
  operand?.kind === "value" && operand.id === id;
export const alpha = (id: ValueId): Operand => ({ kind: "alpha", id });
export const zero: Operand = { kind: "zero" };
export const unset: Operand = { kind: "unset" };
export const undef: Operand = constant(undefined);

export const emptyModule: Module = { functions: {}, sources: {} };

/** The first user parameter's index among the entry block's parameters (after `self` and `this`). */
export const firstParam = 2;

export function sameOperand(a: Operand, b: Operand): boolean {
  switch (a.kind) {
    case "value":
    case "alpha":
      return b.kind === a.kind && b.id === a.id;
    case "outer":
      return b.kind === "outer" && b.id === a.id && b.depth === a.depth;
    case "const":
      return b.kind === "const" && Object.is(a.value, b.value);
    case "zero":
    case "unset":
      return b.kind === a.kind;
  }
}
