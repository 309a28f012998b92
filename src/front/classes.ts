// Classes: constructors and `super`.
//
// A constructor is a function whose receiver is the new object, so it runs like a method: `new C(x)` makes an object with the
// prototype of C and calls the constructor of C with it (prelude/classes.ts). It first gives the object its fields. That of a
// derived class gets the object already made, and calls the constructor of its parent with it: `super(x)`.

import { constant, undef, type Operand } from "../ir/index.ts";
import { call, closure, prim, throwError, impossible, unsupported, when, type Lowering } from "./lowering.ts";
import { keyName } from "./function-names.ts";
import { definePrivate, lowerBrand } from "./privates.ts";
import { eachChild, strip, type ast, type FunctionNode, type Node } from "./read.ts";
import { receiverOwner, type FunctionInfo } from "./scope-model.ts";
import { readHome, readParameter, readThis } from "./variables.ts";

/** The fields with their values: first in the constructor of a class without a parent, else after `super(…)`. */
export function lowerFields(l: Lowering, node: ast.Class): void {
  const { body } = node;
  lowerBrand(l, node);
  // Parameters that are fields are declared before the others, and set later.
  for (const member of body.body) {
    if (member.type !== "MethodDefinition" || member.kind !== "constructor") continue;
    for (const id of parameterFields(member.value.params)) defineField(l, readThis(l), constant(id.name), undef, id);
  }
  for (const member of body.body) {
    if (member.type === "AccessorProperty") unsupported(l, member, "`accessor` fields", "write a plain field");
    if (member.type !== "PropertyDefinition" || member.static || member.declare) continue;
    if (member.decorators.length > 0) unsupported(l, member, "decorators");
    if (member.key.type === "PrivateIdentifier") definePrivate(l, member.key, valueOf(l, member), member);
    else defineField(l, readThis(l), fieldKeyOf(l, node, member), valueOf(l, member), member);
  }
}

/** A computed name is found when the class is made. */
function fieldKeyOf(l: Lowering, { body }: ast.Class, member: ast.PropertyDefinition): Operand {
  const name = keyName(member);
  if (name !== null) return constant(name);
  if (l.info.parent?.form === "module")
    return unsupported(l, member.key, "fields with computed names", "write a name, or set it in the constructor");
  const place = constant(body.body.indexOf(member));
  return call(l, prim(l, "accessor", [constant("field-key")], member), [readHome(l, member), place], member);
}

function valueOf(l: Lowering, member: ast.PropertyDefinition): Operand {
  const info = l.analysis.functionOf.get(member);
  if (member.value === null || info === undefined) return undef;
  return call(l, closure(l, info, ""), [], member.value, { receiver: readThis(l) });
}

/** Parameters that are declared as fields: `constructor(readonly x: number)`. */
export function lowerParameterFields(l: Lowering, params: readonly ast.ParamPattern[]): void {
  for (const id of parameterFields(params)) {
    prim(l, "set", [readThis(l), constant(id.name), readParameter(l, id)], id);
  }
}

function parameterFields(params: readonly ast.ParamPattern[]): readonly ast.BindingIdentifier[] {
  return params.flatMap((param) => {
    if (param.type !== "TSParameterProperty") return [];
    const id = param.parameter.type === "AssignmentPattern" ? param.parameter.left : param.parameter;
    return id.type === "Identifier" ? [id] : [];
  });
}

/** A field is the object's own, whatever its prototype has. */
export function defineField(l: Lowering, object: Operand, key: Operand, value: Operand, at: Node): void {
  prim(l, "own-slot", [object, key], at);
  prim(l, "set", [object, key, value], at);
}

/**
 * Whether the text does not show that the constructor of a derived class calls `super` once, before it uses `this`: it does where
 * one call of `super` is a statement of the constructor itself, and nothing before it uses `this` or leaves the constructor.
 */
export function mayLackSuper({ form, classNode, node }: FunctionInfo): boolean {
  if (form !== "constructor" || classNode?.superClass == null || node === classNode) return false;
  const { body } = node as FunctionNode;
  if (body?.type !== "BlockStatement") return false;
  const calls = within(body, (inner) => inner.type === "CallExpression" && inner.callee.type === "Super");
  const [call] = calls;
  if (call === undefined || calls.length > 1) return true;
  const isCall = (inner: ast.Expression | null): boolean => inner !== null && strip(inner) === call;
  const isStatement = body.body.some(
    (statement) =>
      (statement.type === "ExpressionStatement" && isCall(statement.expression)) ||
      (statement.type === "VariableDeclaration" && statement.declarations.some(({ init }) => isCall(init))),
  );
  const isEarly = ({ type, start }: Node): boolean =>
    start < call.end && (type === "ThisExpression" || type === "ReturnStatement");
  return !isStatement || within(body, isEarly).length > 0;
}

/** Throws as JavaScript does where a constructor uses `this`, or returns, without having called `super`. */
export function requireSuperCalled(l: Lowering, at: Node): void {
  const { superCalled } = l;
  if (superCalled === null) return;
  const message =
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";
  when(l, prim(l, "not", [l.ssa.read(superCalled)], at), at, () => throwError(l, "ReferenceError", message, at));
}

/** `return x` in the constructor of a derived class: an object counts whether `super` was called or not, other values throw. */
export function requireReturnable(l: Lowering, operand: Operand, at: Node): void {
  if (l.info.form !== "constructor" || l.info.classNode?.superClass == null) return;
  const refuse = (): Operand =>
    throwError(l, "TypeError", "Derived constructors may only return object or undefined", at);
  if (operand !== undef)
    when(l, prim(l, "ne", [operand, undef], at), at, () => {
      when(l, prim(l, "is-nullish", [operand], at), at, refuse);
      when(l, prim(l, "ne", [prim(l, "typeof", [operand], at), constant("object")], at), at, () => {
        when(l, prim(l, "ne", [prim(l, "typeof", [operand], at), constant("function")], at), at, refuse);
      });
    });
  if (l.superCalled === null) return;
  when(l, prim(l, "is-nullish", [operand], at), at, () => {
    requireSuperCalled(l, at);
  });
}

/** The nodes of a kind in a function's own code. */
function within(root: Node, isOne: (node: Node) => boolean): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isOne(node)) found.push(node);
    if (!/Function|Class/.test(node.type)) eachChild(node, visit);
  };
  eachChild(root, visit);
  return found;
}

/** `super(…)`: the parent's constructor, then the fields of this class. */
export function lowerSuperCall(
  l: Lowering,
  node: ast.CallExpression,
  args: readonly Operand[],
  spread: boolean,
): Operand {
  const { classNode } = l.info;
  if (l.info.form !== "constructor" || classNode === null)
    return unsupported(l, node, "`super(…)` in a function within the constructor", "call it in the constructor itself");
  callParent(l, classNode, args, spread, node);
  if (l.superCalled !== null) {
    const throwTwice = (): Operand =>
      throwError(l, "ReferenceError", "Super constructor may only be called once", node);
    when(l, l.ssa.read(l.superCalled), node, throwTwice);
    l.ssa.write(l.superCalled, constant(true));
  }
  lowerFields(l, classNode);
  if ("params" in l.info.node) lowerParameterFields(l, l.info.node.params as readonly ast.ParamPattern[]);
  return readThis(l);
}

export function refuseNull(l: Lowering, superClass: ast.Class["superClass"]): void {
  if (superClass !== null && strip(superClass).type === "Literal")
    unsupported(l, superClass, "a class that extends null", "leave out `extends null`");
}

export function callParent(
  l: Lowering,
  { superClass }: ast.Class,
  args: readonly Operand[],
  spread: boolean,
  at: Node,
): void {
  refuseNull(l, superClass);
  const home = readHome(l, at);
  // Only classes that functions make have parents that may have captured numbers.
  const parent =
    receiverOwner(l.info).parent?.form === "module"
      ? prim(l, "prototype-of", [home], at)
      : call(l, prim(l, "accessor", [constant("class-parent")], at), [home], at);
  const given = call(l, prim(l, "initialiser", [parent], at), args, at, { receiver: readThis(l), spread });
  when(l, prim(l, "not", [prim(l, "is-nullish", [given], at)], at), at, () => {
    call(l, prim(l, "accessor", [constant("class-returned")], at), [given], at);
  });
}

/** `super.m`: read from the parent's prototype, or, in static methods, from the parent. */
export function lowerSuperMember(
  l: Lowering,
  node: ast.MemberExpression,
): { readonly object: Operand; readonly key: Operand; readonly node: Node; readonly receiver: Operand } {
  if (node.property.type === "PrivateIdentifier") return impossible(l, node.property, "a private name of `super`");
  const home = readHome(l, node);
  const holder = isStatic(l) ? home : prim(l, "get", [home, constant("prototype")], node);
  const object = prim(l, "prototype-of", [holder], node);
  const key = node.computed ? l.expression(node.property) : constant(node.property.name);
  return { object, key, node: { ...node.property, end: node.end }, receiver: readThis(l) };
}

function isStatic({ info }: Lowering): boolean {
  const { classNode, node } = receiverOwner(info);
  return (classNode?.body.body ?? []).some(
    (member) =>
      member === node ||
      ((member.type === "MethodDefinition" || member.type === "PropertyDefinition") &&
        member.value === node &&
        member.static),
  );
}
