// Literals: constants, templates, arrays, records.

import { constant, type Operand } from "../ir/index.ts";
import { lowerItemsOf, lowerIterated, nameOf } from "./iterated.ts";
import { call, closure, functionAt, prim, impossible, unsupported, when, type Lowering } from "./lowering.ts";
import { lowerMember } from "./made-classes.ts";
import { copyProperties, defineProperty } from "./patterns.ts";
import type { ast, FunctionNode, Node } from "./read.ts";

type Literal = Extract<ast.Expression, { type: "Literal" }>;

export function lowerLiteral(l: Lowering, node: Literal): Operand {
  if ("bigint" in node) return constant(BigInt(node.bigint));
  if ("regex" in node) {
    // A new expression each time, as in JavaScript: it has a place in the text that it searches.
    const construct = prim(l, "construct", [prim(l, "global", [constant("RegExp")], node)], node);
    return call(l, construct, [constant(node.regex.pattern), constant(node.regex.flags)], node);
  }
  return constant(node.value);
}

export function lowerTemplate(l: Lowering, node: ast.TemplateLiteral, hint: string): Operand {
  let result: Operand = constant(node.quasis[0]?.value.cooked ?? "");
  let isEmpty = result.kind === "const" && result.value === "";
  node.expressions.forEach((expression, i) => {
    const text = prim(l, "to-string", [l.expression(expression)], expression);
    result = isEmpty ? text : prim(l, "add", [result, text], node, hint);
    isEmpty = false;
    const after = node.quasis[i + 1]?.value.cooked ?? "";
    if (after !== "") result = prim(l, "add", [result, constant(after)], node, hint);
  });
  return result;
}

export function lowerArray(l: Lowering, node: ast.ArrayExpression, hint: string): Operand {
  if (node.elements.some((element) => element === null)) return lowerSparse(l, node, hint);
  if (node.elements.every((element) => element !== null && element.type !== "SpreadElement")) {
    return prim(
      l,
      "array",
      node.elements.map((element) => l.expression(element)),
      node,
      hint,
    );
  }
  return prim(l, "array-from", [lowerSpread(l, node.elements as ast.Argument[], node)], node, hint);
}

/** `[1, , 3]` has a hole. */
function lowerSparse(l: Lowering, node: ast.ArrayExpression, hint: string): Operand {
  const array = prim(l, "array-new", [constant(node.elements.length)], node, hint);
  node.elements.forEach((element, index) => {
    if (element?.type === "SpreadElement")
      return unsupported(l, element, "spread in an array literal with holes", "write `undefined` in place of the hole");
    if (element !== null) prim(l, "set", [array, constant(index), l.expression(element)], node);
  });
  return array;
}

/** The tuple of all elements or arguments, with spread ones expanded. */
export function lowerSpread(l: Lowering, items: readonly ast.Argument[], node: Node): Operand {
  let tuple: Operand | null = null;
  let run: Operand[] = [];
  const add = (part: Operand): void => {
    tuple = tuple === null ? part : prim(l, "tuple-concat", [tuple, part], node);
  };
  const flush = (): void => {
    if (run.length > 0) add(prim(l, "tuple", run, node));
    run = [];
  };
  for (const item of items) {
    if (item.type === "SpreadElement") {
      const iterated = lowerIterated(l, item.argument, item);
      const elements = lowerItemsOf(l, iterated, nameOf(l, item.argument), item);
      flush();
      add(prim(l, "gather", [elements, prim(l, "length", [elements], item)], item));
    } else {
      run.push(l.expression(item));
    }
  }
  flush();
  return tuple ?? prim(l, "tuple", [], node);
}

export function lowerObject(l: Lowering, node: ast.ObjectExpression, hint: string): Operand {
  let entries: Operand[] = [];
  let object: Operand | null = null;
  const hasAccessors = node.properties.some((property) => property.type === "Property" && property.kind !== "init");
  if (hasAccessors) object = lowerBare(l, node, hint);
  const flush = (): Operand => {
    const target: Operand = (object ??= prim(l, "object", entries.splice(0), node, hint));
    for (let i = 0; i < entries.length; i += 2)
      defineProperty(l, target, entries[i] as Operand, entries[i + 1] as Operand, node);
    entries = [];
    return target;
  };
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const source = l.expression(property.argument);
      const target = flush();
      const exists = prim(l, "not", [prim(l, "is-nullish", [source], property)], property);
      when(l, exists, property, () => {
        copyProperties(l, source, target, property);
      });
    } else if (property.kind !== "init") {
      const kind = property.kind === "get" ? "getter" : "setter";
      const made = closure(l, functionAt(l, property.value as FunctionNode), "");
      lowerMember(l, flush(), propertyKey(l, property), kind, made, true, property);
    } else {
      entries.push(propertyKey(l, property), propertyValue(l, property));
    }
  }
  return flush();
}

/** An object that may have getters and setters, so that nothing takes it for a record. */
function lowerBare(l: Lowering, node: Node, hint: string): Operand {
  const prototype = prim(l, "get", [prim(l, "global", [constant("Object")], node), constant("prototype")], node);
  return prim(l, "object-of", [prototype], node, hint, "any");
}

function propertyKey(l: Lowering, { key, computed }: ast.ObjectProperty): Operand {
  if (computed) return l.expression(key as ast.Expression);
  const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : null;
  if (name === null) return impossible(l, key, "a private name in an object literal");
  if (name === "__proto__")
    return unsupported(
      l,
      key,
      "`__proto__` in an object literal",
      'make the object with `Object.create(…)`, or write `["__proto__"]` for a property of that name',
    );
  return constant(name);
}

function propertyValue(l: Lowering, property: ast.ObjectProperty): Operand {
  return l.expression(
    property.value,
    property.key.type === "Identifier" && !property.computed ? property.key.name : "",
  );
}
