// Programs as data: what the generator makes, the renderer writes and the shrinker rewrites.
//
// A node is a piece of text with holes. What a construct means is known only to the generator that writes its text;
// rendering, scoping and shrinking need no more than what every node says of itself: its type, an interval that holds
// its value, and the names that it declares and uses.
//
// What must hold: the value of a number is always inside its node's interval, and the values of a variable inside its
// binding's. A node may be replaced by any other of its type whose interval is inside its own, so all programs that
// shrinking makes keep to the domains of their functions.

import type { Interval } from "./interval.ts";

/** The type of a value; `label` is that of loops and their labels. */
export type Type =
  | "num"
  | "int"
  | "bool"
  | "nums"
  | "floats"
  | "singles"
  | "ints"
  | "rec"
  | "recs"
  | "rows"
  | "maybe"
  | "maybeRec"
  | "part"
  | "dict"
  | "str"
  | "key"
  | "real"
  | "real2"
  | "thunk"
  | "reals"
  | "table"
  | "curried"
  | "label";

/** How TypeScript spells the types. `int` is a number that carries no derivative: a counter, a length. */
export const spelling: { readonly [type in Type]: string } = {
  num: "number",
  int: "number",
  bool: "boolean",
  nums: "number[]",
  floats: "Float64Array",
  singles: "Float32Array",
  ints: "Int32Array | Uint8Array",
  rec: "Rec",
  recs: "Rec[]",
  rows: "number[][]",
  maybe: "number | undefined",
  maybeRec: "Rec | null",
  part: "Part",
  dict: "Dict",
  str: "string",
  key: "Key",
  real: "(a: number) => number",
  real2: "(a: number, b: number) => number",
  thunk: "() => number",
  reals: "((a: number) => number)[]",
  table: "{ f: (a: number) => number; g: (a: number) => number }",
  curried: "(a: number) => (b: number) => number",
  label: "",
};

/**
 * What laws must know of a construct: derivatives are stopped, numbers rounded to 32 bits, exceptions really thrown, or
 * something without influence has an infinite derivative.
 */
export type Trait = "stops" | "rounds" | "throws" | "edges";

/** A variable, a parameter, a function, or a loop as a target of jumps. */
export interface Binding {
  readonly name: string;
  readonly type: Type;
  readonly range: Interval;
  readonly assignable: boolean;
  /** What a call costs, for functions. */
  readonly cost: number;
  /** Visible before its declaration, in the whole block. */
  readonly hoisted: boolean;
}

/** Statements in braces: a scope, unless they are the body of a function, which shares that of the parameters. */
export interface Block {
  readonly kind: "block";
  readonly statements: readonly Node[];
  readonly isBody: boolean;
}

/** A name where it is declared; not written if hidden (a loop without a label). */
export interface Declared {
  readonly kind: "declared";
  readonly binding: Binding;
  readonly hidden: boolean;
}

/** A line break with indentation one deeper than the statement. */
export type Part = string | Node | Block | Declared;

export interface Node {
  readonly kind: "node";
  /** The construct, for counting what was covered. */
  readonly form: string;
  readonly type: Type | "statement";
  readonly range: Interval;
  readonly parts: readonly Part[];
  /** The text that reports how near a comparison is to the other outcome, where it differs. */
  readonly near: readonly Part[] | null;
  /** What is declared directly in the node is visible in the node only. */
  readonly isScope: boolean;
  readonly isFunction: boolean;
  /** Never needs parentheses. */
  readonly isAtomic: boolean;
  /** Neither replaced nor removed when shrinking. */
  readonly isFixed: boolean;
  /** What a name means; its text is the binding's name, unless the node is only a jump that needs its loop. */
  readonly uses: Binding | null;
  readonly trait: Trait | null;
}

/** A value for a parameter of the entry function. */
export type Argument = number | readonly number[] | Float64Array | ArgumentRecord;

export interface ArgumentRecord {
  readonly a: number;
  readonly b: number;
  readonly c: readonly number[];
}

export interface Parameter {
  readonly binding: Binding;
  readonly argument: Argument;
}

/** A variable of the module, read and written by all functions; `f` sets it to its first value before all else. */
export interface ModuleVariable {
  readonly binding: Binding;
  readonly word: "let" | "const";
  /** Closed: a literal, a record, a function that uses nothing from outside. */
  readonly value: Node;
}

/** A module that exports `f`, and arguments to call it with. */
export interface Program {
  readonly state: readonly ModuleVariable[];
  readonly helpers: readonly Node[];
  readonly params: readonly Parameter[];
  readonly body: Block;
  /** Whether no branch depends on what carries a derivative, and every function is smooth where it is used. */
  readonly isSmooth: boolean;
}
