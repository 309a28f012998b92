// Nodes as template literals: node("num", "add", range)`${a} + ${b}`.

import { nothing, type Interval } from "./interval.ts";
import type { Binding, Block, Declared, Node, Part, Type } from "./program.ts";

type Template = (text: TemplateStringsArray, ...holes: readonly Part[]) => Node;
type Options = Partial<Pick<Node, "isScope" | "isFunction" | "isAtomic" | "isFixed" | "near" | "trait">>;

export function partsOf(text: TemplateStringsArray, ...holes: readonly Part[]): readonly Part[] {
  return text.flatMap((piece, i) => (i < holes.length ? [piece, holes[i] as Part] : [piece])).filter((p) => p !== "");
}

/** A node of a type and a construct. */
export const node =
  (type: Node["type"], form: string, range: Interval = nothing, options: Options = {}): Template =>
  (text, ...holes) => ({ ...plain, type, form, range, parts: partsOf(text, ...holes), ...options });

const plain: Omit<Node, "type" | "form" | "range" | "parts"> = {
  kind: "node",
  near: null,
  isScope: false,
  isFunction: false,
  isAtomic: false,
  isFixed: false,
  uses: null,
  trait: null,
};

export const statement = (form: string, options: Options = {}): Template => node("statement", form, nothing, options);

/** A statement that shrinking leaves where it is, such as the last `return`. */
export const kept = (form: string): Template => statement(form, { isFixed: true });

/** A call, a member, a literal: what needs no parentheses. */
export const atom = (type: Type, form: string, range: Interval = nothing, options: Options = {}): Template =>
  node(type, form, range, { isAtomic: true, ...options });

/** A function that no other of its type can stand for: it takes or gives something else than its type says. */
export const special = (form: string): Template =>
  node("real", form, nothing, { isScope: true, isFunction: true, isFixed: true });

/** A function with its parameters. */
export const arrow = (type: Type, form: string): Template =>
  node(type, form, nothing, { isScope: true, isFunction: true });

/** A variable that is read. */
export function read(binding: Binding): Node {
  const { type, range } = binding;
  return { ...plain, type, form: `read ${type}`, range, parts: [], isAtomic: true, uses: binding };
}

/** A variable, function or label where it is named for what it is: the target of an assignment or jump. */
export const name = (binding: Binding): Node => ({ ...read(binding), form: "name", isFixed: true });

/** A `break` or `continue` of a loop without label. */
export function jump(word: "break" | "continue", loop: Binding): Node {
  return { ...plain, type: "statement", form: word, range: nothing, parts: [`${word};`], uses: loop };
}

export const declared = (binding: Binding, hidden = false): Declared => ({ kind: "declared", binding, hidden });

export const block = (statements: readonly Node[]): Block => ({ kind: "block", statements, isBody: false });

export const bodyOf = (statements: readonly Node[]): Block => ({ kind: "block", statements, isBody: true });

/** A number in place, at most three digits behind the point. */
export function literal(value: number, type: "num" | "int" = "num"): Node {
  const rounded = Math.round(value * 1000) / 1000;
  const text = Object.is(rounded, -0) ? "0" : String(rounded);
  const range = { lo: rounded, hi: rounded };
  return { ...plain, type, form: "literal", range, parts: [text], isAtomic: rounded >= 0 };
}
