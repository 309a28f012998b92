// What the plugin needs to know of the text: the places of functions, and where boxes can be declared.

import type { FuncName } from "../ir/index.ts";
import { hasPrivates } from "./scope-functions.ts";
import { isSameKey, memberKey } from "./function-names.ts";
import type { ast, Node } from "./read.ts";
import {
  type MemberKey,
  isSelfReference,
  receiverOwner,
  type Analysis,
  type Binding,
  type FunctionForm,
  type FunctionInfo,
} from "./scope-model.ts";

/** A function in the text. Offsets are UTF-16. */
export interface FunctionSite {
  readonly func: FuncName;
  /** The enclosing function; `module` at the top level. */
  readonly parent: FuncName;
  readonly start: number;
  readonly end: number;
  /** Only `declaration`, `expression`, `arrow` and `method` can get a stamp at their place. */
  readonly form: FunctionForm;
  /** The name that JavaScript gives the function, "" if none. */
  readonly name: string;
  /** Whether the function itself contains that name, so that wrapping the function cannot lose it. */
  readonly isNamed: boolean;
  /** For a declaration: where a statement about it may be inserted, in the same scope. */
  readonly scopeStart: number;
  /** `export default function () {}`, which has no name. */
  readonly isExportDefaultAnonymous: boolean;
  /** Whether it is called or constructed immediately, and has no name that could keep it: then it needs no stamp. */
  readonly isCallee: boolean;
  /** Whether the module makes only one function of it: it is made neither in a function nor in a loop. */
  readonly isOnce: boolean;
  /** Whether it is an arrow that takes `this` from outside. */
  readonly usesThis: boolean;
  /** For a method: the object literal, and the key under which the literal holds it once made (`null`: unknown). */
  readonly literal: { readonly start: number; readonly end: number } | null;
  readonly key: MemberKey | null;
  /** The class in whose member it is, as the member may name it; "" if there is none. */
  readonly className: string;
  /** For a method that can be found when its class is made: where a static block may be inserted before all others. */
  readonly member: {
    readonly blockStart: number;
    readonly key: MemberKey;
    readonly isStatic: boolean;
    /** Whether instances of the class have private members. */
    readonly hasPrivates: boolean;
    /** The private fields of the class, static ones too. */
    readonly privateFields: readonly string[];
    /** Whether it matters that fields are defined, as JavaScript has them, rather than assigned, as old TypeScript had them. */
    readonly definesFields: boolean;
  } | null;
}

/** Where `const $zb_name = …;` can be inserted so that it has the scope of the variable. */
export type BoxPlace =
  /** Insert a statement. */
  | { readonly kind: "statement"; readonly offset: number }
  /** The body of a loop is one statement: put it in braces, with the declaration in front. */
  | { readonly kind: "wrap-statement"; readonly start: number; readonly end: number }
  /** The body of an arrow is an expression: `{ const …; return (expression); }`. */
  | { readonly kind: "wrap-expression"; readonly start: number; readonly end: number };

export interface BoxSite {
  readonly name: string;
  /** The function that declares the variable. */
  readonly func: FuncName;
  readonly place: BoxPlace;
  /** Whether the variable may be assigned (constants captured before their initialisation, and imports, may not). */
  readonly isWritable: boolean;
  /** Whether other modules may refer to it. */
  readonly isExported: boolean;
  /** Whether another module declares it. */
  readonly isImport: boolean;
  /** The outermost functions whose text mentions the variable from inside: their thunks name the box. */
  readonly users: readonly FuncName[];
}

export function functionSites({ functions }: Analysis): readonly FunctionSite[] {
  return functions.filter(({ form }) => form !== "module" && form !== "initialiser").map(functionSite);
}

function functionSite(info: FunctionInfo): FunctionSite {
  const {
    name,
    parent,
    node,
    form,
    sourceName,
    outerScope,
    isExportDefault,
    isCallee,
    literal,
    key,
    usesThis,
    isOnce,
  } = info;
  const isNamed = "id" in node && node.id !== null;
  return {
    func: name,
    parent: parent?.name ?? "module",
    start: node.start,
    end: node.end,
    form,
    name: sourceName,
    isNamed,
    scopeStart: outerScope === null ? 0 : statementOffset(outerScope, node.start),
    isExportDefaultAnonymous: isExportDefault && !isNamed,
    isCallee: isCallee && !isNamed,
    isOnce,
    usesThis: form === "arrow" && usesThis,
    literal: literal === null ? null : { start: literal.start, end: literal.end },
    key: literal !== null && mayBeReplaced(literal, node) ? null : key,
    className: receiverOwner(info).classNode?.id?.name ?? "",
    member: memberOf(info),
  };
}

/** Whether a later property of the literal may have the same key as a method's. */
function mayBeReplaced({ properties }: ast.ObjectExpression, method: Node): boolean {
  const at = properties.findIndex((property) => property.type === "Property" && property.value === method);
  const own = properties[at];
  if (own?.type !== "Property") return true;
  return properties
    .slice(at + 1)
    .some(
      (other) =>
        other.type === "SpreadElement" ||
        memberKey(other) === null ||
        (isSameKey(memberKey(other), memberKey(own)) && !arePair(own.kind, other.kind)),
    );
}

/** Assigned fields may meet those of a parent, and come after parameters that are fields. */
function mayTellDefinition({ superClass, body }: ast.Class): boolean {
  const fields = body.body.filter(
    (member) => member.type === "PropertyDefinition" && !member.static && !member.declare,
  );
  const hasParameters = body.body.some(
    (member) =>
      member.type === "MethodDefinition" &&
      member.kind === "constructor" &&
      member.value.params.some((param) => param.type === "TSParameterProperty"),
  );
  return fields.length > 0 && (superClass !== null || hasParameters);
}

/** Whether two definitions of a property are its getter and its setter. */
const arePair = (a: string, b: string): boolean => (a === "get" && b === "set") || (a === "set" && b === "get");

function memberOf({ classNode, node, form }: FunctionInfo): FunctionSite["member"] {
  if (classNode === null) return null;
  const { body } = classNode;
  const definesFields = mayTellDefinition(classNode);
  const privateFields = body.body.flatMap((member) =>
    member.type === "PropertyDefinition" && member.key.type === "PrivateIdentifier" ? [`#${member.key.name}`] : [],
  );
  const shared = { blockStart: body.start + 1, hasPrivates: hasPrivates(classNode), privateFields, definesFields };
  // Decorators may replace the class.
  if (form === "constructor") {
    if (classNode.decorators.length > 0) return null;
    return { ...shared, key: { name: "constructor" }, isStatic: true };
  }
  const members = body.body.filter((member): member is ast.MethodDefinition => member.type === "MethodDefinition");
  const at = members.findIndex(({ value }) => value === node);
  const own = members[at];
  // A decorator may replace the function.
  if (own === undefined || own.decorators.length > 0) return null;
  const key = memberKey(own);
  const mayReplace = (other: ast.MethodDefinition): boolean =>
    other.static === own.static &&
    ((memberKey(other) === null && !(key !== null && "private" in key)) ||
      (isSameKey(memberKey(other), key) && !arePair(own.kind, other.kind)));
  if (key === null || members.slice(at + 1).some(mayReplace)) return null;
  return { ...shared, key, isStatic: own.static };
}

/** An offset for a statement that must run before the code at `offset`: at the start of its block, or case. */
function statementOffset({ node, start }: NonNullable<FunctionInfo["outerScope"]>, offset: number): number {
  if (node.type !== "SwitchStatement") return start;
  const clause = node.cases.find((c) => c.start <= offset && offset < c.end);
  return clause?.consequent[0]?.start ?? start;
}

export function boxSites({ functions, exports }: Analysis): readonly BoxSite[] {
  const exported = new Set(exports.map(({ local }) => local));
  return functions.flatMap(({ bindings }) => bindings.filter(hasBox).flatMap((binding) => boxSite(binding, exported)));
}

/** Imports that are only called are captured by value, but the exporting module may assign them. */
function hasBox({ boxed, captured, kind }: Binding): boolean {
  return boxed || (captured && kind === "import");
}

function boxSite(binding: Binding, exported: ReadonlySet<string | null>): readonly BoxSite[] {
  const { name, kind, scope } = binding;
  const place = boxPlace(binding);
  if (place === null) return [];
  const users = new Set<FuncName>();
  for (const reference of binding.references) {
    if (isSelfReference(reference) || reference.inHead) continue;
    let f: FunctionInfo | null = reference.func;
    for (; f !== null && f !== scope.func && f.parent !== scope.func; f = f.parent);
    if (f !== null && f !== scope.func) users.add(f.name);
  }
  const isWritable = kind === "let" || kind === "var" || kind === "param" || kind === "catch" || kind === "function";
  const isExported = isWritable && scope.kind === "module" && exported.has(name);
  return [
    { name, func: scope.func.name, place, isWritable, isExported, isImport: kind === "import", users: [...users] },
  ];
}

function boxPlace({ scope, at }: Binding): BoxPlace | null {
  const { node, func } = scope;
  switch (scope.kind) {
    case "module":
    case "body":
    case "block":
      return { kind: "statement", offset: scope.start };
    case "params": {
      const body = func.bodyScope;
      if (body === null) return null;
      return body.node.type === "BlockStatement"
        ? { kind: "statement", offset: body.start }
        : { kind: "wrap-expression", start: body.node.start, end: body.node.end };
    }
    case "switch":
      return { kind: "statement", offset: statementOffset(scope, at) };
    case "catch":
      return node.type === "CatchClause" ? { kind: "statement", offset: node.body.start + 1 } : null;
    case "for":
      if (node.type !== "ForStatement" && node.type !== "ForInStatement" && node.type !== "ForOfStatement") return null;
      return node.body.type === "BlockStatement"
        ? { kind: "statement", offset: node.body.start + 1 }
        : { kind: "wrap-statement", start: node.body.start, end: node.body.end };
    case "self":
    case "class":
      return null;
  }
}
