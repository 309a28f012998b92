// Reads, initialises and assigns variables.
//
// A variable that no closure captures is an SSA variable. A variable captured by value has one definition; its value has the same
// name as the variable, since conversion names captures after values. A boxed variable is a cell. Variables of enclosing
// functions are outer operands.

import { constant, undef, unset, valueId, type Operand } from "../ir/index.ts";
import { homeName } from "./scope-functions.ts";
import { closure, prim, span, throwError, impossible, unsupported, when, type Lowering } from "./lowering.ts";
import type { ast, Node } from "./read.ts";
import {
  isSelfReference,
  levels,
  receiverOwner,
  type Binding,
  type FunctionInfo,
  type Reference,
  type Scope,
} from "./scope-model.ts";

const selfId = valueId(0);
const thisId = valueId(1);

export function referenceAt(l: Lowering, node: Node): Reference | undefined {
  return l.analysis.references.get(node);
}

/** Whether an identifier means the global of that name. */
export function isGlobal(l: Lowering, node: Node, name: string): boolean {
  return node.type === "Identifier" && node.name === name && l.analysis.references.get(node)?.binding === null;
}

export function readIdentifier(l: Lowering, node: ast.IdentifierReference, hint: string): Operand {
  const reference = referenceAt(l, node);
  const binding = reference?.binding ?? null;
  if (reference === undefined || binding === null) return readGlobal(l, node);
  if (binding.kind === "intrinsic") return impossible(l, node, `the intrinsic \`${binding.name}\` as a value`);
  refuseShared(l, binding, node);
  if (isSelfReference(reference)) return readSelf(l, binding.holds as FunctionInfo);
  if (binding.scope.func !== l.info) return readOuter(l, reference, binding, hint);
  if (isBeforeInitialisation(binding, node)) return throwUninitialised(l, binding, node);
  if (!binding.boxed || l.plain.has(binding)) {
    const operand = l.ssa.read(binding);
    if (operand.kind === "unset" && node.start < binding.initialised) return throwUninitialised(l, binding, node);
    return mayBeJumpedOver(binding, node) ? checked(l, binding, operand, node) : operand;
  }
  const cell = l.anchors.get(binding);
  if (cell === undefined) return throwUninitialised(l, binding, node);
  return checked(l, binding, prim(l, "cell-get", [cell], node, hint || binding.name), node);
}

/** A variable that a namespace exports may be a property of its object. */
function refuseShared(l: Lowering, { name, exportedBy }: Binding, node: Node): void {
  if (exportedBy !== "")
    unsupported(
      l,
      node,
      `\`${name}\`, a variable that a namespace exports, by its plain name`,
      `write \`${exportedBy}.${name}\``,
    );
}

function readGlobal(l: Lowering, node: ast.IdentifierReference): Operand {
  switch (node.name) {
    case "undefined":
      return undef;
    case "NaN":
      return constant(NaN);
    case "Infinity":
      return constant(Infinity);
    default:
      return prim(l, "global", [constant(node.name)], node, node.name);
  }
}

/** The closure of a function that is the present one or encloses it. */
function readSelf(l: Lowering, holds: FunctionInfo): Operand {
  const depth = levels(l.info, holds);
  return depth === 0 ? l.builder.self : { kind: "outer", depth, id: selfId };
}

/** `at` is where the code says `this`, if it does. */
export function readThis(l: Lowering, at: Node = l.info.node): Operand {
  const owner = receiverOwner(l.info);
  if (owner.form === "module") {
    if (l.analysis.source.format === "module") return undef;
    return unsupported(l, at, "`this` of a CommonJS module", "write `module.exports`");
  }
  const depth = levels(l.info, owner);
  return depth === 0 ? l.builder.receiver : { kind: "outer", depth, id: thisId };
}

/**
 * Sloppy code sees the global object where there is no `this`, and objects where it is a number, a string or a boolean. No
 * derivative passes there, so a function that needs `this` then throws.
 */
export function requireObject(l: Lowering): void {
  const { node, usesThis, isStrict, form } = l.info;
  if (isStrict || !usesThis || form === "arrow") return;
  const { file, line } = span(l, node);
  const { receiver } = l.builder;
  const refuse = (): Operand =>
    throwError(
      l,
      "TypeError",
      `zeroth: \`this\` is not an object in a function that is not strict (${file}:${line}), where JavaScript makes it one; call it as a method, or begin it with "use strict"`,
      node,
    );
  when(l, prim(l, "is-nullish", [receiver], node), node, refuse);
  const type = prim(l, "typeof", [receiver], node);
  when(l, prim(l, "ne", [type, constant("object")], node), node, () => {
    when(l, prim(l, "ne", [type, constant("function")], node), node, refuse);
  });
}

/** The class of a member, as the member knows it. */
export function readHome(l: Lowering, node: Node): Operand {
  const owner = receiverOwner(l.info);
  const binding = owner.classNode === null ? undefined : owner.outerScope?.bindings.get(homeName);
  const operand = binding === undefined ? undefined : l.outerValue(binding);
  // The stamp of a function within a member names the class.
  if (owner !== l.info && owner.classNode?.id === null)
    return unsupported(l, node, "`super` in a function within a member of a class without a name", "name the class");
  if (binding === undefined || operand?.kind !== "value")
    return unsupported(
      l,
      node,
      "`super` outside of a class's own members",
      "use it in the method itself, and pass its value on",
    );
  const home: Operand = { kind: "outer", depth: levels(l.info, binding.scope.func), id: operand.id };
  return binding.boxed ? prim(l, "cell-get", [home], node) : home;
}

/** The present value of a parameter of this function. */
export function readParameter(l: Lowering, id: ast.BindingIdentifier): Operand {
  const binding = l.analysis.declared.get(id) as Binding;
  const cell = l.anchors.get(binding);
  return binding.boxed && cell !== undefined ? prim(l, "cell-get", [cell], id, id.name) : l.ssa.read(binding);
}

function outerOperand(l: Lowering, reference: Reference, binding: Binding): Operand {
  if (reference.inHead) {
    unsupported(
      l,
      reference.node,
      `a function that captures \`${binding.name}\` in the head of the loop, or the parameter list, that declares it, and is assigned`,
      "capture another variable, which is not assigned again",
    );
  }
  const operand = l.outerValue(binding);
  if (operand?.kind !== "value")
    return unsupported(
      l,
      reference.node,
      `\`${binding.name}\`, which is only set in code that cannot run`,
      "leave out what cannot run",
    );
  return { kind: "outer", depth: levels(l.info, binding.scope.func), id: operand.id };
}

function readOuter(l: Lowering, reference: Reference, binding: Binding, hint: string): Operand {
  const operand = outerOperand(l, reference, binding);
  if (!binding.boxed) return operand;
  return checked(l, binding, prim(l, "cell-get", [operand], reference.node, hint || binding.name), reference.node);
}

/** If it is not known earlier, checks at run time that the variable is initialised; throws if not. */
function checked(l: Lowering, binding: Binding, operand: Operand, node: Node): Operand {
  if (!binding.mayBeUnset) return operand;
  when(l, prim(l, "is-unset", [operand], node), node, () => throwUninitialised(l, binding, node));
  return operand;
}

function throwUninitialised(l: Lowering, { name }: Binding, node: Node): Operand {
  return throwError(l, "ReferenceError", `Cannot access '${name}' before initialization`, node);
}

/** Whether straight-line code precedes the declaration. A switch may also jump over it: that is checked at run time. */
function isBeforeInitialisation(binding: Binding, node: Node): boolean {
  if (binding.kind !== "let" && binding.kind !== "const" && binding.kind !== "class") return false;
  const laterInPattern = binding.at < node.start && node.start < binding.patternEnd;
  return node.start < binding.initialised && !laterInPattern;
}

/** Whether a switch may reach this place without passing the declaration. */
function mayBeJumpedOver({ scope, at }: Binding, node: Node): boolean {
  if (scope.kind !== "switch" || scope.node.type !== "SwitchStatement") return false;
  return scope.node.cases.find(({ end }) => at < end) !== scope.node.cases.find(({ end }) => node.start < end);
}

/** Gives a variable of this function its first value. */
export function initialise(l: Lowering, binding: Binding, operand: Operand, node: Node): void {
  if (binding.boxed && !l.plain.has(binding)) {
    const cell = l.anchors.get(binding);
    if (cell === undefined) makeCell(l, binding, operand, node);
    else prim(l, "cell-set", [cell, operand], node);
  } else if (binding.captured && !binding.boxed) {
    const own = ownValue(l, binding, operand, node);
    l.anchors.set(binding, own);
    l.ssa.write(binding, own);
  } else {
    l.ssa.write(binding, operand);
  }
}

export function makeCell(l: Lowering, binding: Binding, operand: Operand, node: Node): void {
  l.anchors.set(binding, prim(l, "cell", [operand], node, binding.name));
}

/** A value that belongs to this variable alone and has its name. */
function ownValue(l: Lowering, { name }: Binding, operand: Operand, node: Node): Operand {
  if (operand.kind === "value" && l.claimable.has(operand.id) && l.builder.hintOf(operand) === name) {
    l.claimable.delete(operand.id);
    return operand;
  }
  return l.builder.prim("copy", [operand], span(l, node), name);
}

/** Assigns a variable of this function or of an enclosing one. */
export function assign(l: Lowering, node: ast.IdentifierReference, operand: Operand): void {
  const reference = referenceAt(l, node);
  const binding = reference?.binding ?? null;
  if (reference === undefined || binding === null)
    return unsupported(
      l,
      node,
      `assignment to the global \`${node.name}\``,
      `declare it, or write \`globalThis.${node.name}\``,
    );
  refuseShared(l, binding, node);
  if (binding.scope.func === l.info && isBeforeInitialisation(binding, node)) {
    throwUninitialised(l, binding, node);
  } else if (binding.kind === "self" && !l.info.isStrict) {
    unsupported(
      l,
      node,
      `assignment to \`${node.name}\`, the function itself, which does nothing in sloppy code`,
      "leave it out, or declare a variable of another name",
    );
  } else if (isConstant(binding)) {
    if (binding.mayBeUnset) readIdentifier(l, node, "");
    throwError(l, "TypeError", "Assignment to constant variable.", node);
  } else if (binding.scope.func !== l.info) {
    const cell = outerOperand(l, reference, binding);
    if (binding.mayBeUnset) checked(l, binding, prim(l, "cell-get", [cell], node), node);
    prim(l, "cell-set", [cell, operand], node);
  } else if (binding.boxed && !l.plain.has(binding)) {
    const cell = l.anchors.get(binding);
    if (cell === undefined) throwUninitialised(l, binding, node);
    else {
      if (binding.mayBeUnset) checked(l, binding, prim(l, "cell-get", [cell], node), node);
      prim(l, "cell-set", [cell, operand], node);
    }
  } else {
    if (binding.mayBeUnset) checked(l, binding, l.ssa.read(binding), node);
    l.ssa.write(binding, operand);
  }
}

const isConstant = ({ kind }: Binding): boolean =>
  kind === "const" ||
  kind === "self" ||
  kind === "import" ||
  kind === "namespace" ||
  kind === "intrinsic" ||
  kind === "class";

/** Assigns a declared identifier of a pattern: `let` and parameters are initialised; a `var` may be declared many times. */
export function initialiseDeclared(l: Lowering, node: ast.BindingIdentifier, operand: Operand): void {
  const binding = l.analysis.declared.get(node);
  if (binding === undefined) return impossible(l, node, `the declaration of \`${node.name}\``);
  initialise(l, binding, operand, node);
}

/** Makes the variables of a scope that exist before their declaration: cells that closures may see unset, and `var`s. */
export function enterScope(l: Lowering, scope: Scope): void {
  for (const binding of scope.bindings.values()) {
    if (binding.kind === "var") {
      const first = sameParameter(l, scope, binding);
      if (binding.boxed) makeCell(l, binding, first, scope.node);
      else l.ssa.write(binding, first);
    } else if (binding.boxed && (binding.mayBeUnset || binding.kind === "function") && scope.kind !== "for") {
      makeCell(l, binding, unset, scope.node);
    } else if (scope.kind === "switch" && !binding.boxed) {
      l.ssa.write(binding, unset);
    }
  }
  createFunctions(l, scope, scope.start);
}

/** If parameters have expressions, a `var` with a parameter's name is a separate variable that starts with its value. */
function sameParameter(l: Lowering, { kind, node }: Scope, { name }: Binding): Operand {
  const param = kind === "body" ? l.info.paramScope?.bindings.get(name) : undefined;
  if (param === undefined) return undef;
  const cell = l.anchors.get(param);
  return param.boxed && cell !== undefined ? prim(l, "cell-get", [cell], node, name) : l.ssa.read(param);
}

/** Creates the function declarations of a scope that belong at this place, next to each other. */
export function createFunctions(l: Lowering, scope: Scope, at: number): void {
  const created: { readonly info: FunctionInfo; readonly binding: Binding; readonly operand: Operand }[] = [];
  for (const info of scope.declarations) {
    const { binding } = info;
    if (binding === null || info.createdAt !== at) continue;
    // Of several declarations of one name, the last one counts.
    if (scope.declarations.findLast((other) => other.binding === binding) !== info) continue;
    created.push({ info, binding, operand: closure(l, info, binding.name) });
  }
  for (const { info, binding, operand } of created) initialise(l, binding, operand, info.node);
}
