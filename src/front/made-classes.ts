// Classes that functions make: the class is the closure of its constructor, which other steps make a class of
// (runtime/made-classes.ts). They run in the order in which JavaScript runs them: the parent, the keys and methods, then static
// fields and blocks.
//
// A constructor that names its class captures a cell for it, which is set when the constructor is made.
//
// **Example** `class A extends B { m() {} }` → `%A = closure @A.constructor [%super]; %f = accessor "class-make";
// call %f(%A, false, %B); cell-set %super, %A; %p = get %A, "prototype"; %m = closure @A.m [];
// %f = accessor "define-member"; call %f(%p, "m", "method", %m, false)`.

import { constant, undef, unset, type Operand } from "../ir/index.ts";
import { defineField, refuseNull } from "./classes.ts";
import { keyName } from "./function-names.ts";
import { call, closure, prim, throwError, unsupported, when, type Lowering } from "./lowering.ts";
import { declarePrivate, definePrivateOf } from "./privates.ts";
import type { ast, Node } from "./read.ts";
import { hasPrivates, homeName } from "./scope-functions.ts";
import type { Binding, FunctionInfo } from "./scope-model.ts";
import { initialise, initialiseDeclared, makeCell } from "./variables.ts";

export function lowerClassDeclaration(l: Lowering, node: ast.Class): void {
  const made = lowerClass(l, node, node.id?.name ?? "");
  if (node.id !== null) initialiseDeclared(l, node.id, made);
}

export function lowerClass(l: Lowering, node: ast.Class, hint: string): Operand {
  refuseParts(l, node);
  const parent = node.superClass === null ? null : l.expression(node.superClass);
  const home = l.info.scopes.get(node)?.bindings.get(homeName) as Binding;
  if (home.boxed) makeCell(l, home, unset, node);
  // Reading a property of it may run a static getter, which throws.
  const type = prim(l, "copy", [closure(l, constructorOf(l, node), "")], node, hint, "any");
  step(l, "class-make", [type, constant(hasPrivates(node)), ...(parent === null ? [] : [parent])], node);
  initialise(l, home, type, node);
  const prototype = prim(l, "get", [type, constant("prototype")], node, "prototype");
  const keys = new Map<ast.ClassElement, Operand>();
  node.body.body.forEach((member, place) => {
    if (member.type === "MethodDefinition") lowerMethod(l, member, type, prototype);
    else if (member.type === "PropertyDefinition" && !member.declare)
      keys.set(member, lowerFieldKey(l, member, place, type));
  });
  for (const member of node.body.body) lowerStatic(l, member, type, keys);
  return type;
}

/** Refuses at the class what would be refused when it is constructed. */
function refuseParts(l: Lowering, node: ast.Class): void {
  const decorated = [node, ...node.body.body].find((part) => "decorators" in part && part.decorators.length > 0);
  if (decorated !== undefined) unsupported(l, decorated, "decorators");
  const automatic = node.body.body.find(({ type }) => type === "AccessorProperty");
  if (automatic !== undefined) unsupported(l, automatic, "`accessor` fields", "write a plain field");
  refuseNull(l, node.superClass);
}

function constructorOf(l: Lowering, node: ast.Class): FunctionInfo {
  const own = node.body.body.find(
    (member) => member.type === "MethodDefinition" && member.kind === "constructor" && member.value.body !== null,
  );
  return l.analysis.functionOf.get(own?.type === "MethodDefinition" ? own.value : node) as FunctionInfo;
}

type Step = "class-make" | "define-member" | "define-field-key";

const step = (l: Lowering, name: Step, args: readonly Operand[], node: Node): Operand =>
  call(l, prim(l, "accessor", [constant(name)], node), args, node);

const kinds = { get: "getter", set: "setter", method: "method" } as const;

function lowerMethod(l: Lowering, member: ast.MethodDefinition, type: Operand, prototype: Operand): void {
  const { kind, value } = member;
  if (kind === "constructor" || value.body === null) return;
  const target = member.static ? type : prototype;
  const key = member.key.type === "PrivateIdentifier" ? undef : keyOf(l, member);
  const made = closure(l, l.analysis.functionOf.get(value) as FunctionInfo, "");
  if (member.key.type === "PrivateIdentifier") declarePrivate(l, type, member.key, kinds[kind], made, member);
  else lowerMember(l, target, key, kinds[kind], made, false, member);
}

/** Gives an object a method, a getter or a setter. */
export function lowerMember(
  l: Lowering,
  target: Operand,
  key: Operand,
  kind: "method" | "getter" | "setter",
  made: Operand,
  isEnumerable: boolean,
  member: ast.MethodDefinition | ast.ObjectProperty,
): void {
  step(l, "define-member", [target, key, constant(kind), made, constant(isEnumerable)], member);
}

function keyOf(l: Lowering, member: ast.MethodDefinition | ast.PropertyDefinition): Operand {
  const name = keyName(member);
  return name === null ? l.expression(member.key as ast.Expression) : constant(name);
}

/** The key of a field; declares private fields. */
function lowerFieldKey(l: Lowering, member: ast.PropertyDefinition, place: number, type: Operand): Operand {
  if (member.key.type !== "PrivateIdentifier") {
    const key = keyOf(l, member);
    if (!member.static && keyName(member) === null) step(l, "define-field-key", [type, constant(place), key], member);
    return key;
  }
  declarePrivate(l, type, member.key, "field", undef, member);
  return undef;
}

function lowerStatic(
  l: Lowering,
  member: ast.ClassElement,
  type: Operand,
  keys: ReadonlyMap<ast.ClassElement, Operand>,
): void {
  const run = (at: Node): Operand => {
    const info = l.analysis.functionOf.get(member);
    return info === undefined ? undef : call(l, closure(l, info, ""), [], at, { receiver: type });
  };
  if (member.type === "StaticBlock") {
    run(member);
  } else if (member.type === "PropertyDefinition" && member.static && !member.declare) {
    const value = run(member);
    if (member.key.type === "PrivateIdentifier") definePrivateOf(l, type, member.key, type, value, member);
    else defineField(l, type, keys.get(member) as Operand, value, member);
  }
}

/** Classes throw where they are called without `new`. A method's receiver may be anything, a constructor's is an object. */
export function requireNew(l: Lowering, node: ast.Class, at: Node): void {
  const message = `Class constructor ${node.id?.name ?? ""} cannot be invoked without 'new'`;
  when(l, prim(l, "is-nullish", [l.builder.receiver], at), at, () => throwError(l, "TypeError", message, at));
}
