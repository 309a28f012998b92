// Calls: functions, methods, constructors, `Math`, and the intrinsics of the prelude.

import { constant, isPrimName, mathPrimNames, prims, undef, type Operand, type PrimName } from "../ir/index.ts";
import { ruleLetters } from "./captures.ts";
import { lowerSuperCall } from "./classes.ts";
import { intrinsicCall } from "./intrinsics.ts";
import { lowerArrayFrom, lowerIterated } from "./iterated.ts";
import { lowerSpread } from "./literals.ts";
import { call, prim, span, impossible, unsupported, type Lowering } from "./lowering.ts";
import { endChainIfNullish, lowerMember, readMember } from "./members.ts";
import { isNumber } from "./numbers.ts";
import { strip, type ast, type Node } from "./read.ts";
import { functionNamed } from "./scope-model.ts";
import { isGlobal, readThis, referenceAt } from "./variables.ts";

interface Arguments {
  readonly args: readonly Operand[];
  readonly spread: boolean;
}

/** A callee and its receiver; `place` is where errors point to. */
interface Callee {
  readonly callee: Operand;
  readonly receiver: Operand;
  readonly place: Node;
}

export function lowerCall(l: Lowering, node: ast.CallExpression, hint: string): Operand {
  const target = strip(node.callee);
  if (target.type === "Identifier") {
    const binding = referenceAt(l, target)?.binding;
    if (binding?.kind === "intrinsic") return lowerIntrinsic(l, binding.imported, node, hint);
    if (isGlobal(l, target, "eval"))
      return unsupported(l, node, "`eval`", "write the code itself in place of its text");
  }
  if (target.type === "Super") {
    const { args, spread } = lowerArguments(l, node.arguments, node);
    return lowerSuperCall(l, node, args, spread);
  }
  const math = mathPrim(l, target, node.arguments);
  if (math !== null) return lowerMath(l, math, node, hint);
  const array = lowerArrayFrom(l, node, hint);
  if (array !== null) return array;
  const { callee, receiver, place } = lowerCallee(l, target, node);
  if (node.optional) endChainIfNullish(l, callee, node);
  const { args, spread } = isFrom(l, target)
    ? lowerItems(l, node.arguments, node)
    : lowerArguments(l, node.arguments, node);
  return call(l, callee, args, place, { receiver, spread, hint });
}

/** `Array.from`, and `from` of typed arrays, walk all of their first argument before they map it, or do not map. */
function isFrom(l: Lowering, target: ast.Expression): boolean {
  if (target.type !== "MemberExpression" || target.computed || target.property.name !== "from") return false;
  const { object } = target;
  return object.type === "Identifier" && object.name.endsWith("Array") && isGlobal(l, object, object.name);
}

function lowerItems(l: Lowering, [items, ...others]: readonly ast.Argument[], node: Node): Arguments {
  if (items === undefined || items.type === "SpreadElement")
    return lowerArguments(l, items === undefined ? [] : [items, ...others], node);
  const first = lowerIterated(l, items, items);
  const { args, spread } = lowerArguments(l, others, node);
  return { args: [first, ...args], spread };
}

/** tag`a${x}b`: the tag gets the strings, the same array each time, and the values. */
export function lowerTagged(l: Lowering, node: ast.TaggedTemplateExpression, hint: string): Operand {
  const { callee, receiver, place } = lowerCallee(l, strip(node.tag), node);
  const { line, column } = span(l, node.quasi);
  const { quasis, expressions } = node.quasi;
  const texts = [
    // A text with a bad escape sequence has no meaning, but it has a spelling.
    ...quasis.map(({ value }) => (value.cooked === null ? undef : constant(value.cooked))),
    ...quasis.map(({ value }) => constant(value.raw)),
  ];
  const at = constant(`${l.analysis.source.file}:${line}:${column}`);
  const strings = prim(l, "template", [at, ...texts], node.quasi, "strings");
  const values = expressions.map((expression) => l.expression(expression));
  return call(l, callee, [strings, ...values], place, { receiver, hint });
}

function lowerCallee(
  l: Lowering,
  target: ast.Expression,
  node: ast.CallExpression | ast.TaggedTemplateExpression,
): Callee {
  if (target.type === "MemberExpression") {
    const member = lowerMember(l, target);
    const place = { ...node, start: member.node.start };
    const receiver = target.object.type === "Super" ? readThis(l) : member.object;
    return { callee: readMember(l, { ...member, node: place }), receiver, place };
  }
  if (target.type === "ChainExpression")
    return unsupported(l, node, "a call of a parenthesised optional chain", "remove the parentheses");
  return { callee: l.expression(target), receiver: undef, place: node };
}

export function lowerArguments(l: Lowering, items: readonly ast.Argument[], node: Node): Arguments {
  const first = items.findIndex((item) => item.type === "SpreadElement");
  if (first < 0) return { args: items.map((item) => l.expression(item as ast.Expression)), spread: false };
  const plain = items.slice(0, first).map((item) => l.expression(item as ast.Expression));
  return { args: [...plain, lowerSpread(l, items.slice(first), node)], spread: true };
}

/** `new F(x)`: calls the constructor as an ordinary function. */
export function lowerNew(l: Lowering, node: ast.NewExpression, hint: string): Operand {
  const construct = prim(l, "construct", [l.expression(node.callee)], node);
  const { args, spread } = lowerArguments(l, node.arguments, node);
  return call(l, construct, args, node, { spread, hint });
}

/** The primitive for `Math.f` of the global `Math`; null if there is none. */
function mathPrim(l: Lowering, callee: ast.Expression, items: readonly ast.Argument[]): PrimName | null {
  if (callee.type !== "MemberExpression" || callee.computed || callee.optional || !isGlobal(l, callee.object, "Math"))
    return null;
  const { name } = callee.property;
  if (!mathFunctions.has(name) || !isPrimName(name) || items.some((item) => item.type === "SpreadElement")) return null;
  return name;
}

const mathFunctions: ReadonlySet<string> = new Set([...mathPrimNames, "pow"]);

/** As in JavaScript, missing arguments are undefined, and surplus ones are evaluated and dropped. */
function lowerMath(l: Lowering, name: PrimName, node: ast.CallExpression, hint: string): Operand {
  const items = node.arguments as readonly ast.Expression[];
  let args = items.map((item) => l.expression(item));
  const { arity } = prims[name];
  if (typeof arity === "number") args = Array.from({ length: arity }, (_, i) => args[i] ?? undef);
  // `**` takes bigints, Math.pow does not.
  if (name === "pow") {
    args = args.map((arg, i) => {
      const item = items[i];
      return item !== undefined && isNumber(item, l.analysis.references) ? arg : prim(l, "plus", [arg], node);
    });
  }
  return prim(l, name, args, node, hint);
}

/** The value of `Math.PI` or the like, of the global `Math`; null for other members. */
export function mathConstant(l: Lowering, node: ast.MemberExpression): Operand | null {
  if (node.computed || node.property.type !== "Identifier" || !isGlobal(l, node.object, "Math")) return null;
  const value: unknown = Object.hasOwn(Math, node.property.name)
    ? Math[node.property.name as keyof typeof Math]
    : undefined;
  return typeof value === "number" ? constant(value) : null;
}

function lowerIntrinsic(l: Lowering, name: string, node: ast.CallExpression, hint: string): Operand {
  if (name === "rule") return lowerRule(l, node, hint);
  const { args, spread } = lowerArguments(l, node.arguments, node);
  return intrinsicCall(l, name, args, spread, node, hint);
}

/** `rule(primal, j, d)`: `j` (and `d`) are derivatives of `primal`, all functions of one scope; the value is `primal`. */
function lowerRule(l: Lowering, node: ast.CallExpression, hint: string): Operand {
  const [primal, ...derivatives] = node.arguments.map((item) =>
    functionNamed(l.analysis, strip(item as ast.Expression)),
  );
  const isKnown = derivatives.every(
    (derivative, k) => derivative !== null && primal?.rules[ruleLetters[k] ?? ""] === derivative.name,
  );
  if (!isKnown) return impossible(l, node, "`rule` of anything but the names of functions of one scope");
  return l.expression(node.arguments[0] as ast.Expression, hint);
}
