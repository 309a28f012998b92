// Joins of types, and types that mention themselves.
//
// Types are joined as graphs, whose nodes are records. A record inside a record like it is an instance of the same type: the two
// become one node, and the type mentions itself. So types have no more levels than there are different kinds of records, and a list
// that a loop makes has a type.

import {
  arrayOf,
  classesOfType,
  classOfArrays,
  elementOf,
  hasFields,
  isArray,
  isNumber,
  isNumeric,
  isObject,
  isTyped,
  propertiesOfType,
  recordText,
  type Property,
  type Type,
} from "./types.ts";

/** The least type that covers both. */
export function join(a: Type, b: Type): Type {
  if (a === b || b === "unset") return a;
  if (a === "unset") return b;
  if (a === "zero") return isNumeric(b) || b === "tuple" || b === "tape" ? (b === "int" ? "num" : b) : "any";
  if (b === "zero") return join(b, a);
  if (isNumber(a) && isNumber(b)) return "num";
  if (isNumeric(a) && isNumeric(b)) return "numeric";
  if ((hasFields(a) && hasFields(b)) || (isArray(a) && isArray(b)))
    return typeOfNode(joinedNodes([nodeOf(a), nodeOf(b)]));
  if (isTyped(a) && isTyped(b)) return "typed";
  return isObject(a) && isObject(b) ? "object" : "any";
}

/** A type in which records that lead to others like them are of types that mention themselves. */
export const folded = (type: Type): Type => typeOfNode(nodeOf(type));

/** A type as a graph; records in it may still be joined. */
export type TypeNode = Type | ArrayNode | RecordNode;

export class ArrayNode {
  element: TypeNode;
  constructor(element: TypeNode) {
    this.element = element;
  }
}

/** Of instances of more classes than this, the classes are not known. */
const mostClasses = 8;

export class RecordNode {
  /** The classes that it may be an instance of; none for plain records. */
  readonly classes: Set<number>;
  /** The record that this one has become one with. */
  #joined: RecordNode | null = null;
  readonly properties: Map<string, { node: TypeNode; isOptional: boolean }> = new Map();

  constructor(classes: readonly number[] = []) {
    this.classes = new Set(classes);
  }

  get itself(): RecordNode {
    return this.#joined === null ? this : this.#joined.itself;
  }

  add(key: string, node: TypeNode, isOptional = false): void {
    this.properties.set(key, { node, isOptional });
  }

  /** Makes two records one, which has the properties of both. */
  static join(a: RecordNode, b: RecordNode): void {
    const pairs: [RecordNode, RecordNode][] = [[a, b]];
    // The loop adds pairs to the list that it walks.
    for (const [one, other] of pairs) {
      const [into, from] = [one.itself, other.itself];
      if (into === from) continue;
      from.#joined = into;
      for (const one of from.classes) into.classes.add(one);
      for (const [key, own] of into.properties) if (!from.properties.has(key)) own.isOptional = true;
      for (const [key, { node, isOptional }] of from.properties) {
        const own = into.properties.get(key);
        if (own === undefined) into.add(key, node, true);
        else {
          own.isOptional ||= isOptional;
          own.node = joinNodes(own.node, node, pairs);
        }
      }
    }
  }
}

/** Joins two nodes; records in them are added to `pairs`, which are to become one. */
function joinNodes(a: TypeNode, b: TypeNode, pairs: [RecordNode, RecordNode][]): TypeNode {
  if (a === "unset" || a === b) return b;
  if (b === "unset") return a;
  if (a instanceof RecordNode && b instanceof RecordNode && areJoined(a, b)) {
    pairs.push([a, b]);
    return a;
  }
  if (a instanceof ArrayNode && b instanceof ArrayNode) return new ArrayNode(joinNodes(a.element, b.element, pairs));
  return join(kindOf(a), kindOf(b));
}

/** Whether two records have a type in common that tells of their properties: not a plain record, an instance or an array and another. */
function areJoined(a: RecordNode, b: RecordNode): boolean {
  const [own, other] = [a.itself.classes, b.itself.classes];
  if (own.size > 0 !== other.size > 0 || own.has(classOfArrays) !== other.has(classOfArrays)) return false;
  return new Set([...own, ...other]).size <= mostClasses;
}

/** The least node that covers all. */
export function joinedNodes(nodes: readonly TypeNode[]): TypeNode {
  const pairs: [RecordNode, RecordNode][] = [];
  const joined = nodes.reduce((a, b) => joinNodes(a, b, pairs), "unset");
  for (const [a, b] of pairs) RecordNode.join(a, b);
  return joined;
}

const kindOf = (node: TypeNode): Type =>
  node instanceof ArrayNode ? "array" : node instanceof RecordNode ? "object" : node;

/** The node of a type; `around` has those of the records that it is inside of. */
function nodeOf(type: Type, around: ReadonlyMap<Type, RecordNode> = new Map()): TypeNode {
  const open = around.get(type);
  if (open !== undefined) return open;
  const element = isArray(type) ? elementOf(type) : undefined;
  if (element !== undefined) return new ArrayNode(nodeOf(element, around));
  if (!hasFields(type)) return type;
  const node = new RecordNode(classesOfType(type));
  const within = new Map([...around, [type, node]]);
  for (const { key, type: of, isOptional } of propertiesOfType(type)) node.add(key, nodeOf(of, within), isOptional);
  return node;
}

/** The type that a node stands for; of arrays in which nothing has been seen, `ofNothing` is the type of the elements. */
export function typeOfNode(node: TypeNode, ofNothing: Type = "unset"): Type {
  while (fold(node, []));
  return textOf(node, ofNothing, []);
}

/** Makes records one that are inside of each other and alike; tells whether there were any. */
function fold(node: TypeNode, around: readonly RecordNode[]): boolean {
  if (node instanceof ArrayNode) return fold(node.element, around);
  if (!(node instanceof RecordNode)) return false;
  const own = node.itself;
  if (around.includes(own)) return false;
  const related = around.filter(
    (other) => areJoined(own, other) && [...own.properties.keys()].some((key) => other.properties.has(key)),
  );
  // Three levels of records that have properties in common are of a type that mentions itself.
  const same =
    related.length > 1 ? related : related.filter((other) => isInstance(own, other) || isInstance(other, own));
  const [first] = same;
  if (first !== undefined) {
    for (const other of [...same, own]) RecordNode.join(first, other);
    return true;
  }
  return [...own.properties.values()].some(({ node: part }) => fold(part, [...around, own]));
}

/** Whether a record has no other properties than those that the records of a type have, and lacks none that all have. */
const isInstance = (record: RecordNode, of: RecordNode): boolean =>
  record.properties.size > 0 &&
  [...record.properties.keys()].every((key) => of.properties.has(key)) &&
  [...of.properties].every(([key, { isOptional }]) => isOptional || record.properties.has(key));

/** The text of a node inside of others. Only records are mentioned. */
function textOf(node: TypeNode, ofNothing: Type, around: readonly TypeNode[]): Type {
  if (node instanceof ArrayNode)
    return arrayOf(node.element === "unset" ? ofNothing : textOf(node.element, ofNothing, [...around, node]));
  if (!(node instanceof RecordNode)) return node;
  const own = node.itself;
  const depth = around.indexOf(own);
  if (depth >= 0) return `^${around.length - depth}` as Type;
  const properties = [...own.properties].map(([key, { node: part, isOptional }]): Property => {
    return { key, type: textOf(part, ofNothing, [...around, own]), isOptional };
  });
  return recordText(
    properties,
    [...own.classes].toSorted((a, b) => a - b),
  );
}
