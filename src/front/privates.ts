// Private members of classes: calls that find out what a name stands for in an object (runtime/privates.ts).

import { constant, type Operand } from "../ir/index.ts";
import { call, prim, unsupported, type Lowering } from "./lowering.ts";
import type { ast, Node } from "./read.ts";
import { receiverOwner } from "./scope-model.ts";
import { readHome, readThis } from "./variables.ts";

type Step = "private-get" | "private-set" | "private-define" | "private-has" | "private-brand" | "define-private";

function step(l: Lowering, name: Step, args: readonly Operand[], node: Node, hint = ""): Operand {
  return call(l, prim(l, "accessor", [constant(name)], node), args, node, { hint });
}

const isPrivate = (member: ast.ClassElement): boolean => "key" in member && member.key.type === "PrivateIdentifier";

/** The class that declares a private name, and the name: those that `step` takes. */
function nameIn(l: Lowering, { name }: ast.PrivateIdentifier, node: Node): readonly [Operand, Operand] {
  const members = receiverOwner(l.info).classNode?.body.body ?? [];
  const isDeclared = members.some(
    (member) => "key" in member && member.key.type === "PrivateIdentifier" && member.key.name === name,
  );
  if (!isDeclared)
    return unsupported(
      l,
      node,
      "a private name outside of the methods of its class",
      "use it in a method, or in an arrow function within one",
    );
  return [readHome(l, node), constant(`#${name}`)];
}

export const readPrivate = (
  l: Lowering,
  object: Operand,
  name: ast.PrivateIdentifier,
  node: Node,
  hint: string,
): Operand => step(l, "private-get", [...nameIn(l, name, node), object], node, hint);

export function writePrivate(
  l: Lowering,
  object: Operand,
  name: ast.PrivateIdentifier,
  value: Operand,
  node: Node,
): void {
  step(l, "private-set", [...nameIn(l, name, node), object, value], node);
}

/** `#x in object`. */
export function lowerPrivateIn(l: Lowering, node: ast.PrivateInExpression, hint: string): Operand {
  return step(l, "private-has", [...nameIn(l, node.left, node), l.expression(node.right)], node, hint);
}

/** Gives `this` the private methods of its class. */
export function lowerBrand(l: Lowering, { body }: ast.Class): void {
  const method = body.body.find((member) => member.type === "MethodDefinition" && !member.static && isPrivate(member));
  if (method !== undefined) step(l, "private-brand", [readHome(l, method), readThis(l)], method);
}

/** Gives `this` a private field. */
export function definePrivate(l: Lowering, name: ast.PrivateIdentifier, value: Operand, node: Node): void {
  step(l, "private-define", [...nameIn(l, name, node), readThis(l), value], node);
}

/** Gives an object a private field of a class. */
export function definePrivateOf(
  l: Lowering,
  home: Operand,
  { name }: ast.PrivateIdentifier,
  object: Operand,
  value: Operand,
  node: Node,
): void {
  step(l, "private-define", [home, constant(`#${name}`), object, value], node);
}

/** Declares a private member of a class that a function makes: a field, or what the function `made` does. */
export function declarePrivate(
  l: Lowering,
  home: Operand,
  { name }: ast.PrivateIdentifier,
  kind: "field" | "method" | "getter" | "setter",
  made: Operand,
  node: ast.MethodDefinition | ast.PropertyDefinition,
): void {
  step(l, "define-private", [home, constant(`#${name}`), constant(kind), made, constant(node.static)], node);
}
