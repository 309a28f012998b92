// Properties: reading, writing, deleting, and optional chains.

import { constant, undef, type Operand } from "../ir/index.ts";
import { lowerSuperMember } from "./classes.ts";
import { call, enter, prim, span, temporary, impossible, unsupported, type Lowering } from "./lowering.ts";
import { readPrivate, writePrivate } from "./privates.ts";
import { strip, type ast, type Node } from "./read.ts";

export interface Member {
  readonly object: Operand;
  readonly key: Operand;
  readonly node: Node;
  /** A private name, in place of the key. */
  readonly privateName?: ast.PrivateIdentifier;
  /** What a getter is called for, if that is not the object: `super.x` reads from the parent, for `this`. */
  readonly receiver?: Operand;
}

/** Evaluates object and key once. */
export function lowerMember(l: Lowering, node: ast.MemberExpression): Member {
  if (node.object.type === "Super") return lowerSuperMember(l, node);
  const object = l.expression(node.object);
  if (node.optional) endChainIfNullish(l, object, node);
  if (node.property.type === "PrivateIdentifier")
    return { object, key: undef, node: memberPlace(node), privateName: node.property };
  const key = node.computed ? propertyKeyOf(l, node.property) : constant(node.property.name);
  return { object, key, node: memberPlace(node) };
}

function propertyKeyOf(l: Lowering, node: ast.Expression): Operand {
  return l.expression(node);
}

/** The place of the property's name, to which errors and stack traces point. */
function memberPlace(node: ast.MemberExpression): Node {
  return { ...node.property, end: node.end };
}

export function readMember(l: Lowering, { object, key, node, receiver, privateName }: Member, hint = ""): Operand {
  if (privateName !== undefined) return readPrivate(l, object, privateName, node, hint);
  if (receiver !== undefined) {
    const reader = prim(l, "accessor", [constant("get")], node);
    return call(l, reader, [object, key, receiver], node, { hint });
  }
  return isLength(key) ? prim(l, "length", [object], node, hint) : prim(l, "get", [object, key], node, hint);
}

export function writeMember(l: Lowering, { object, key, node, receiver, privateName }: Member, operand: Operand): void {
  if (privateName !== undefined) return writePrivate(l, object, privateName, operand, node);
  if (receiver !== undefined) {
    call(l, prim(l, "accessor", [constant("set")], node), [object, key, operand, receiver], node);
    return;
  }
  if (isLength(key)) prim(l, "set-length", [object, operand], node);
  else prim(l, "set", [object, key, operand], node);
}

const isLength = (key: Operand): boolean => key.kind === "const" && key.value === "length";

export function assignMember(l: Lowering, node: ast.MemberExpression, operand: Operand): void {
  writeMember(l, lowerMember(l, node), operand);
}

export function lowerDelete(l: Lowering, node: ast.UnaryExpression, hint: string): Operand {
  const target = strip(node.argument);
  if (target.type === "ChainExpression")
    return unsupported(
      l,
      node,
      "`delete` of an optional chain",
      "ask whether the object is there, and delete its property then",
    );
  if (target.type !== "MemberExpression") {
    if (target.type === "Identifier") return unsupported(l, node, "`delete` of a variable", "assign `undefined` to it");
    l.expression(target);
    return constant(true);
  }
  const { object, key } = lowerMember(l, target);
  return prim(l, "delete", [object, key], node, hint);
}

/** `a?.b.c`: if the value before a `?.` is null or undefined, the whole chain is undefined. */
export function lowerChain(l: Lowering, node: ast.ChainExpression, hint: string): Operand {
  const value = temporary(hint);
  const exit = l.builder.block();
  l.chains.push({ value, exit });
  const result = l.expression(node.expression, hint);
  l.chains.pop();
  l.ssa.write(value, result);
  l.builder.jump(exit, span(l, node));
  enter(l, exit);
  return l.ssa.read(value);
}

export function endChainIfNullish(l: Lowering, operand: Operand, node: Node): void {
  const chain = l.chains.at(-1);
  if (chain === undefined) return impossible(l, node, "`?.` outside of a chain");
  const next = l.builder.block();
  const isNullish = prim(l, "is-nullish", [operand], node);
  l.ssa.write(chain.value, undef);
  l.builder.branch(isNullish, chain.exit, next, span(l, node));
  enter(l, next);
}
