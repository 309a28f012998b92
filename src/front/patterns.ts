// Destructuring: the targets of declarations, parameters, assignments and `for-of` heads.

import { constant, type Operand } from "../ir/index.ts";
import { mayIterate, step } from "./iterated.ts";
import { choose, prim, temporary, throwError, impossible, when, type Lowering } from "./lowering.ts";
import { lowerUse } from "./handlers.ts";
import { lowerIndexLoop } from "./loop.ts";
import { assignMember } from "./members.ts";
import { strip, type ast, type Node } from "./read.ts";
import { assign, initialiseDeclared } from "./variables.ts";

/**
 * Assigns the parts of a value to the targets of a pattern; identifiers that the pattern declares are initialised. `name` is the
 * name of the value in errors (`nameOf`).
 */
export function bindPattern(l: Lowering, pattern: Node, operand: Operand, name: readonly Operand[] = []): void {
  switch (pattern.type) {
    case "Identifier":
      if (l.analysis.declared.has(pattern)) initialiseDeclared(l, pattern, operand);
      else assign(l, pattern as ast.IdentifierReference, operand);
      return;
    case "AssignmentPattern":
      bindPattern(l, pattern.left, withDefault(l, pattern, operand));
      return;
    case "ArrayPattern":
      bindArray(l, pattern, operand, name);
      return;
    case "ObjectPattern":
      bindObject(l, pattern, operand);
      return;
    case "TSParameterProperty":
      bindPattern(l, pattern.parameter, operand);
      return;
    default:
      bindTarget(l, pattern, operand);
  }
}

function bindTarget(l: Lowering, pattern: Node, operand: Operand): void {
  const target = strip(pattern as ast.Expression);
  if (target.type === "Identifier") assign(l, target, operand);
  else if (target.type === "MemberExpression") assignMember(l, target, operand);
  else impossible(l, pattern, `assignment to ${target.type}`);
}

/** The name that a pattern's identifier gives its value. */
export function patternHint(pattern: Node | null): string {
  if (pattern?.type === "Identifier") return pattern.name;
  return pattern?.type === "AssignmentPattern" ? patternHint(pattern.left) : "";
}

function withDefault(
  l: Lowering,
  pattern: ast.AssignmentPattern | ast.AssignmentTargetWithDefault,
  operand: Operand,
): Operand {
  const hint = patternHint(pattern.left);
  if (operand.kind === "const") return operand.value === undefined ? l.expression(pattern.right, hint) : operand;
  const isMissing = prim(l, "eq", [operand, constant(undefined)], pattern);
  return choose(
    l,
    isMissing,
    pattern,
    hint,
    () => l.expression(pattern.right, hint),
    () => operand,
  );
}

function bindArray(
  l: Lowering,
  pattern: ast.ArrayPattern | ast.ArrayAssignmentTarget,
  operand: Operand,
  name: readonly Operand[],
): void {
  if (mayIterate(l)) return bindItems(l, pattern, step(l, "iterate", [operand, ...name], pattern));
  const elements = prim(l, "iterable", [operand, ...name], pattern);
  pattern.elements.forEach((element, index) => {
    if (element === null) return;
    if (element.type === "RestElement") {
      bindPattern(l, element.argument, elementsFrom(l, elements, index, element));
    } else {
      bindPattern(l, element, prim(l, "get", [elements, constant(index)], element, patternHint(element)));
    }
  });
}

/** One by one: an iterator may see what the pattern assigns. */
function bindItems(l: Lowering, pattern: ast.ArrayPattern | ast.ArrayAssignmentTarget, walk: Operand): void {
  for (const element of pattern.elements) {
    if (element?.type === "RestElement") bindPattern(l, element.argument, step(l, "rest", [walk], element));
    else {
      const item = step(l, "next", [walk], element ?? pattern);
      if (element?.type === "Identifier") bindPattern(l, element, item);
      else if (element !== null)
        lowerUse(l, walk, element, () => {
          bindPattern(l, element, item);
        });
    }
  }
  step(l, "finish", [walk], pattern);
}

/** Lowers `[a, b] = [b, a]` without an array, if its value is not used. Returns whether that was possible. */
export function bindInParallel(
  l: Lowering,
  pattern: ast.ArrayPattern | ast.ArrayAssignmentTarget,
  right: ast.Expression,
): boolean {
  const array = strip(right);
  if (array.type !== "ArrayExpression" || array.elements.some((e) => e === null || e.type === "SpreadElement"))
    return false;
  if (pattern.elements.some((e) => e?.type === "RestElement")) return false;
  const values = array.elements.map((e, i) =>
    l.expression(e as ast.Expression, patternHint(pattern.elements[i] ?? null)),
  );
  pattern.elements.forEach((element, index) => {
    if (element !== null) bindPattern(l, element, values[index] ?? constant(undefined));
  });
  return true;
}

function elementsFrom(
  l: Lowering,
  elements: Operand,
  start: number,
  node: ast.BindingRestElement | ast.AssignmentTargetRest,
): Operand {
  const rest = prim(l, "array", [], node, patternHint(node.argument));
  lowerIndexLoop(l, {
    node,
    start: constant(start),
    count: () => prim(l, "length", [elements], node),
    body: (index) => {
      prim(l, "push", [rest, prim(l, "get", [elements, index], node)], node);
    },
  });
  return rest;
}

function bindObject(l: Lowering, pattern: ast.ObjectPattern | ast.ObjectAssignmentTarget, operand: Operand): void {
  const [first] = pattern.properties;
  // Reading a property of null throws by itself, but code before the first such read must not run.
  if (first === undefined || first.type !== "Property" || first.computed) requireObject(l, operand, pattern);
  const taken: Operand[] = [];
  for (const property of pattern.properties) {
    if (property.type === "RestElement") {
      bindPattern(l, property.argument, propertiesBut(l, operand, taken, property));
      continue;
    }
    const key = propertyKey(l, property);
    taken.push(key);
    bindPattern(l, property.value, readProperty(l, operand, key, property, patternHint(property.value)));
  }
}

function readProperty(l: Lowering, object: Operand, key: Operand, node: Node, hint: string): Operand {
  return key.kind === "const" && key.value === "length"
    ? prim(l, "length", [object], node, hint)
    : prim(l, "get", [object, key], node, hint);
}

function propertyKey(
  l: Lowering,
  { key, computed }: { readonly key: ast.PropertyKey; readonly computed: boolean },
): Operand {
  if (key.type === "PrivateIdentifier") return impossible(l, key, "a private name in a pattern");
  if (!computed && key.type === "Identifier") return constant(key.name);
  return l.expression(key);
}

function requireObject(l: Lowering, operand: Operand, node: Node): void {
  when(l, prim(l, "is-nullish", [operand], node), node, () => {
    throwError(l, "TypeError", "Cannot destructure null or undefined.", node);
  });
}

/** A record of the own properties whose keys are not among `taken`. */
function propertiesBut(
  l: Lowering,
  object: Operand,
  taken: readonly Operand[],
  node: ast.BindingRestElement | ast.AssignmentTargetRest,
): Operand {
  const names = taken.map((key) => keyName(l, key, node));
  const rest = prim(l, "object", [], node, patternHint(node.argument));
  copyProperties(l, object, rest, node, (key, copy) => {
    const wanted = temporary();
    l.ssa.write(wanted, constant(true));
    for (const name of names)
      when(l, prim(l, "eq", [key, name], node), node, () => {
        l.ssa.write(wanted, constant(false));
      });
    if (names.length === 0) copy();
    else when(l, l.ssa.read(wanted), node, copy);
  });
  return rest;
}

/** A property key in the form that the keys of an object have: text or a symbol. */
function keyName(l: Lowering, key: Operand, node: Node): Operand {
  if (key.kind === "const") return constant(String(key.value));
  const isSymbol = prim(l, "eq", [prim(l, "typeof", [key], node), constant("symbol")], node);
  return choose(
    l,
    isSymbol,
    node,
    "",
    () => key,
    () => prim(l, "to-string", [key], node),
  );
}

/** Defines an own property of a record, as a literal does. */
export function defineProperty(l: Lowering, target: Operand, key: Operand, value: Operand, node: Node): void {
  if (key.kind !== "const" || key.value === "__proto__") prim(l, "own-slot", [target, key], node);
  prim(l, "set", [target, key, value], node);
}

/** Copies all own properties of `source` to `target`, or those for which `filter` calls its second argument. */
export function copyProperties(
  l: Lowering,
  source: Operand,
  target: Operand,
  node: Node,
  filter: (key: Operand, copy: () => void) => void = (_key, copy) => {
    copy();
  },
): void {
  const keys = prim(l, "property-keys", [source], node);
  lowerIndexLoop(l, {
    node,
    count: () => prim(l, "length", [keys], node),
    body: (index) => {
      const key = prim(l, "get", [keys, index], node, "key");
      filter(key, () => {
        defineProperty(l, target, key, prim(l, "get", [source, key], node), node);
      });
    },
  });
}
