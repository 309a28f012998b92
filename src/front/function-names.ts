// The functions of a text and their names: the name that JavaScript gives a function by its context, and the unique dotted path
// that names it in the IR.

import { isWord } from "../ir/index.ts";
import { strip, type ast, type FunctionNode, type Node } from "./read.ts";
import type { FunctionForm, FunctionInfo, MemberKey, Scope } from "./scope-model.ts";

/** What the context of an expression says about it, mostly for functions. */
export interface FunctionContext {
  readonly name?: string;
  /** The path below the enclosing function, if it differs from the name. */
  readonly path?: string;
  readonly form?: FunctionForm;
  readonly isCallee?: boolean;
  readonly isTypeof?: boolean;
  readonly isExportDefault?: boolean;
  readonly literal?: ast.ObjectExpression;
  readonly classNode?: ast.Class;
  readonly key?: MemberKey | null;
}

interface Shape extends FunctionContext {
  readonly node: FunctionNode | Node;
  readonly form: FunctionForm;
  readonly parent: FunctionInfo | null;
  readonly isOnce?: boolean;
  readonly outerScope: Scope | null;
  readonly sourceName: string;
  readonly name: string;
}

interface Tables {
  readonly functions: FunctionInfo[];
  readonly functionOf: Map<Node, FunctionInfo>;
  readonly names: Set<string>;
}

export function createFunction(tables: Tables, shape: Shape): FunctionInfo {
  const { node, parent, form, outerScope, sourceName } = shape;
  const info: FunctionInfo = {
    name: parent === null ? shape.name : uniqueName(tables.names, parent, shape.name),
    sourceName,
    form,
    node,
    parent,
    children: [],
    outerScope,
    binding: null,
    createdAt: Infinity,
    usesThis: false,
    isStrict: parent?.isStrict !== false || shape.classNode !== undefined,
    sloppiness: null,
    bindings: [],
    scopes: new Map(),
    paramScope: null,
    arguments: null,
    bodyScope: null,
    rules: {},
    isCallee: shape.isCallee ?? false,
    isOnce: shape.isOnce ?? false,
    isExportDefault: shape.isExportDefault ?? false,
    literal: shape.literal ?? null,
    classNode: shape.classNode ?? null,
    key: shape.key ?? null,
  };
  parent?.children.push(info);
  tables.functions.push(info);
  tables.functionOf.set(node, info);
  return info;
}

/** `outer.inner`, `outer.fn`, `outer.fn.1`; never the name of a derivative (`f.J`). */
function uniqueName(taken: Set<string>, parent: FunctionInfo, name: string): string {
  const plain = name.replace(/[^\p{ID_Continue}$.]+/gu, "_");
  const own = plain === "" ? "fn" : isWord(plain) ? `${plain}_` : plain;
  const path = parent.parent === null ? own : `${parent.name}.${own}`;
  let unique = path;
  for (let n = 1; taken.has(unique); n++) unique = `${path}.${n}`;
  taken.add(unique);
  return unique;
}

/** The name that an anonymous function gets from the variable to which it is assigned. */
export function contextualName(target: Node): FunctionContext {
  const node = strip(target as ast.Expression) as Node;
  return node.type === "Identifier" ? { name: node.name } : {};
}

/** The key of a property or class member, if it is known; null for other computed keys. */
export function memberKey(member: { readonly key: Node; readonly computed: boolean }): MemberKey | null {
  const { key, computed } = member;
  if (key.type === "PrivateIdentifier") return { private: `#${key.name}` };
  const name = keyName(member);
  if (name !== null) return { name };
  const isSymbol =
    computed &&
    key.type === "MemberExpression" &&
    !key.computed &&
    key.object.type === "Identifier" &&
    key.object.name === "Symbol" &&
    key.property.type === "Identifier";
  return isSymbol ? { symbol: key.property.name } : null;
}

export const isSameKey = (a: MemberKey | null, b: MemberKey | null): boolean =>
  a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b);

/** The name of a property or class member, if it is known; null for computed keys. */
export function keyName({ key, computed }: { readonly key: Node; readonly computed: boolean }): string | null {
  if (key.type === "PrivateIdentifier") return `#${key.name}`;
  if (key.type === "Literal" && (typeof key.value === "string" || typeof key.value === "number"))
    return String(key.value);
  return !computed && key.type === "Identifier" ? key.name : null;
}
