// Lowers `xs.entries()`, `xs.keys()` and `xs.values()` that are iterated over at once: their items, as an array.

import { constant, isInPrelude, undef, type Operand } from "../ir/index.ts";
import { lowerIndexLoop } from "./loop.ts";
import { call, choose, prim, type Lowering } from "./lowering.ts";
import { lowerMember, readMember, type Member } from "./members.ts";
import { strip, type ast, type Node } from "./read.ts";
import { isGlobal } from "./variables.ts";

/**
 * Whether the module may iterate over something else than arrays and strings: then loops and spreads follow the protocol of the
 * language.
 */
export function mayIterate({ analysis: { source } }: Lowering): boolean {
  return (
    !isInPrelude(source) &&
    /\b(?:Map|Set|\w*Iterator|\w*Iterable|iterator|matchAll|Generator|yield)\b|\bfunction\s*\*/.test(source.code)
  );
}

/** Whether the module may have iterators that do something when they are ended early: generators, and those with a method for it. */
export const mayEndIterators = ({ analysis: { source } }: Lowering): boolean =>
  /\byield\b|\breturn\s*(?:\([^()]*\)\s*(?::[^{;]*)?\{|:)/.test(source.code);

type Step = "iterate" | "more" | "item" | "finish" | "next" | "rest" | "list" | "pass" | "ended";

/** A step of an iteration (runtime/walks.ts). */
export function step(l: Lowering, name: Step, args: readonly Operand[], node: Node): Operand {
  return call(l, stepFunction(l, name, node), args, node);
}

export const stepFunction = (l: Lowering, name: Step, node: Node): Operand =>
  prim(l, "accessor", [constant(name)], node);

/** The items of an iterable, as an array. */
export function lowerItemsOf(l: Lowering, iterable: Operand, name: readonly Operand[], node: Node): Operand {
  return mayIterate(l) ? step(l, "list", [iterable, ...name], node) : prim(l, "iterable", [iterable, ...name], node);
}

/** The callee of a call that makes an iterator if its object is an array; null for other expressions. */
export function iteratorCall(expression: ast.Expression): ast.StaticMemberExpression | null {
  const node = strip(expression);
  if (node.type !== "CallExpression" || node.arguments.length > 0 || node.optional) return null;
  const callee = strip(node.callee);
  if (callee.type !== "MemberExpression" || callee.computed || callee.optional) return null;
  if (callee.property.type !== "Identifier") return null;
  return ["entries", "keys", "values"].includes(callee.property.name) ? (callee as ast.StaticMemberExpression) : null;
}

/** The name of an expression in JavaScript's errors, if it is a variable or a property of one. */
export function nameOf(l: Lowering, expression: ast.Expression): readonly Operand[] {
  const { start, end } = strip(expression);
  const { text, shift } = l.analysis.source;
  const name = text.slice(start - shift, end - shift);
  const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u.test(name);
  return isName ? [constant(name)] : [];
}

/** Lowers an expression over which everything is iterated at once. */
export function lowerIterated(l: Lowering, expression: ast.Expression, node: Node, hint = ""): Operand {
  const callee = iteratorCall(expression);
  if (callee === null) return l.expression(expression, hint);
  const iterated = lowerMember(l, callee);
  const part = callee.property.name;
  return choose(
    l,
    prim(l, "is-walked", [iterated.object, iterated.key], node),
    node,
    hint,
    () => (part === "values" ? iterated.object : collect(l, iterated.object, part, node, (item) => item)),
    () => callMethod(l, iterated, node),
  );
}

/** `Array.from(xs.entries(), f)`, where `f` may write to `xs` between two entries; null for other calls. */
export function lowerArrayFrom(l: Lowering, node: ast.CallExpression, hint: string): Operand | null {
  const target = strip(node.callee);
  const [items, ...others] = node.arguments;
  if (target.type !== "MemberExpression" || target.computed || !isGlobal(l, target.object, "Array")) return null;
  if (target.property.name !== "from" || items === undefined || others.length === 0) return null;
  if (node.arguments.some((argument) => argument.type === "SpreadElement")) return null;
  const callee = iteratorCall(items as ast.Expression);
  const part = callee?.property.name ?? "values";
  if (callee === null || part === "values") return null;
  const from = lowerMember(l, target);
  const native = readMember(l, from);
  const iterated = lowerMember(l, callee);
  const rest = others.map((argument) => l.expression(argument as ast.Expression));
  const [mapper, receiver] = [rest[0] as Operand, rest[1] ?? undef];
  const isFunction = prim(l, "eq", [prim(l, "typeof", [mapper], node), constant("function")], node);
  const isWalked = prim(l, "is-walked", [iterated.object, iterated.key], node);
  return choose(
    l,
    prim(l, "bitand", [isFunction, isWalked], node),
    node,
    hint,
    () => {
      const options = { receiver, spread: false, hint: "" };
      return collect(l, iterated.object, part, node, (item, index) => call(l, mapper, [item, index], node, options));
    },
    () =>
      call(l, native, [callMethod(l, iterated, node), ...rest], node, { receiver: from.object, spread: false, hint }),
  );
}

function callMethod(l: Lowering, member: Member, node: Node): Operand {
  const place = { ...node, start: member.node.start };
  return call(l, readMember(l, { ...member, node: place }), [], place, {
    receiver: member.object,
    spread: false,
    hint: "",
  });
}

function collect(
  l: Lowering,
  elements: Operand,
  part: string,
  node: Node,
  map: (item: Operand, index: Operand) => Operand,
): Operand {
  const all = prim(l, "array", [], node);
  lowerIndexLoop(l, {
    node,
    count: () => prim(l, "length", [elements], node),
    body: (index) => {
      const item = part === "keys" ? index : prim(l, "array", [index, prim(l, "get", [elements, index], node)], node);
      prim(l, "push", [all, map(item, index)], node);
    },
  });
  return all;
}
