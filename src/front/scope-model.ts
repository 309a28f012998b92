// Scopes, bindings, references and functions of a source text; scope.ts finds them and captures.ts completes them.
//
// These records are filled in during the walk over the tree; afterwards nothing changes them.

import type { FuncName } from "../ir/index.ts";
import type { ast, FunctionNode, Node, Source } from "./read.ts";

export type BindingKind =
  "var" | "let" | "const" | "function" | "class" | "param" | "catch" | "import" | "namespace" | "intrinsic" | "self";

export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  readonly scope: Scope;
  /** Offset of the declaring identifier. */
  readonly at: number;
  /** Offset from which on the binding is initialised, in straight-line code. */
  initialised: number;
  /** End of the pattern that declares it: defaults of later parts of the pattern see it initialised. */
  patternEnd: number;
  readonly references: Reference[];
  /** Assignments other than by the initialiser. */
  writes: number;
  /** `var` declarators with an initialiser. */
  initialisers: number;
  /** Whether the (only) initialiser is in a statement of the function body itself, so that it runs once. */
  initialisedOnce: boolean;
  /** The function that this binding always holds: inside that function, the name is `self`. */
  holds: FunctionInfo | null;
  /** The exported name that an import refers to. */
  imported: string;
  /** The namespace that exports the variable, if others may assign it there; "" if none. */
  exportedBy: string;

  // Decided by captures.ts.
  /** Whether a nested function mentions it. */
  captured: boolean;
  /** Whether it is a cell: a box shared by the closures that mention it. */
  boxed: boolean;
  /** Whether it may be read before it is initialised, and only run time can tell. */
  mayBeUnset: boolean;
  /** Whether it always holds a number. */
  isNumber: boolean;
  /** Every expression that is assigned to it; null for other kinds of assignment. */
  readonly values: (ast.Expression | "number" | null)[];
}

export type ScopeKind = "module" | "self" | "params" | "body" | "block" | "for" | "switch" | "catch" | "class";

export interface Scope {
  readonly kind: ScopeKind;
  readonly parent: Scope | null;
  readonly func: FunctionInfo;
  /** Whether it is entered once for each module: the module's own scope, and blocks of it outside of loops. */
  readonly isOnce: boolean;
  readonly bindings: Map<string, Binding>;
  readonly node: Node;
  /** Where statements of this scope start, after directives. */
  readonly start: number;
  /** The statements of the scope, for blocks, bodies and modules. */
  readonly statements: readonly { readonly start: number; readonly end: number }[];
  /** Function declarations of this scope, in order. */
  readonly declarations: FunctionInfo[];
}

export interface Reference {
  readonly node: ast.IdentifierReference;
  readonly name: string;
  readonly binding: Binding | null;
  readonly scope: Scope;
  readonly func: FunctionInfo;
  /** Whether it is the callee of a call. */
  readonly isCallee: boolean;
  /** Whether it is only the operand of `typeof`: then the name need not exist. */
  readonly isTypeof: boolean;
  /** Captured in the head of the loop, or the parameter list, that declares the boxed variable (captures.ts). */
  inHead: boolean;
}

export type FunctionForm =
  | "module"
  | "declaration"
  | "expression"
  | "arrow"
  | "method"
  | "getter"
  | "setter"
  | "class-method"
  | "constructor"
  | "initialiser";

export interface FunctionInfo {
  /** Unique in the module. */
  name: FuncName;
  /** The name that JavaScript gives the function, "" if none. */
  readonly sourceName: string;
  readonly form: FunctionForm;
  /** The function, or the code that counts as one: the module, the initialiser of a class field, a static block. */
  readonly node: FunctionNode | Node;
  readonly parent: FunctionInfo | null;
  readonly children: FunctionInfo[];
  /** The scope in which a declaration is declared, or which contains an expression. */
  readonly outerScope: Scope | null;
  /** The binding of a function declaration. */
  binding: Binding | null;
  /** Offset where a declaration is created: at the statement of its block that first needs it; or Infinity. */
  createdAt: number;
  /** Whether it or an arrow inside of it mentions `this`. */
  usesThis: boolean;
  /** Whether its code is strict: all of it is, except in CommonJS modules. */
  isStrict: boolean;
  /** What sloppy code does that cannot be translated; the first such thing. */
  sloppiness: Sloppiness | null;
  /** Bindings of this function's own scopes, in order. */
  readonly bindings: Binding[];
  readonly scopes: Map<Node, Scope>;
  paramScope: Scope | null;
  /** The variable `arguments`, if the function uses it. */
  arguments: ast.BindingIdentifier | null;
  bodyScope: Scope | null;
  /** The functions that are its handwritten derivatives, by word. */
  readonly rules: { [word: string]: FuncName };
  readonly isCallee: boolean;
  /** Whether the module makes only one function of it. */
  readonly isOnce: boolean;
  readonly isExportDefault: boolean;
  /** The object literal of a method. */
  readonly literal: ast.ObjectExpression | null;
  /** The class of a method or a constructor. */
  readonly classNode: ast.Class | null;
  readonly key: MemberKey | null;
}

/** Something that sloppy code may do, at a place of it. */
export interface Sloppiness {
  readonly node: Node;
  readonly what: string;
  readonly remedy: string;
}

/** What sloppy code declares in ways of its own (sloppy.ts). */
export interface SloppyNames {
  /** The functions declared in blocks, and in place of a statement, which have no binding. */
  readonly inBlocks: { readonly name: string; readonly binding: Binding | null; readonly func: FunctionInfo }[];
  /** Functions that call `eval`, which may declare variables in them. */
  readonly evals: FunctionInfo[];
  /** The bodies of `with` statements. */
  readonly withs: Node[];
}

/** The key of a property or class member: a name, or a symbol that the language has, as `[Symbol.iterator]`. */
export type MemberKey = { readonly name: string } | { readonly symbol: string } | { readonly private: string };

/** A name that the module exports, and the local name it stands for (`null`: none). */
export interface ExportedName {
  readonly exported: string;
  readonly local: string | null;
}

export interface Analysis {
  readonly source: Source;
  readonly module: FunctionInfo;
  /** All functions, outer ones first, in the order of the text. */
  readonly functions: readonly FunctionInfo[];
  readonly references: ReadonlyMap<Node, Reference>;
  /** The binding that an identifier of a declaration declares. */
  readonly declared: ReadonlyMap<Node, Binding>;
  readonly functionOf: ReadonlyMap<Node, FunctionInfo>;
  /** Calls of the intrinsic `rule`: the names of a function and its derivatives. */
  readonly rules: readonly (readonly Node[])[];
  readonly exports: readonly ExportedName[];
}

/** Whether `inner` is `outer` or nested in it. */
export function isWithin(inner: FunctionInfo, outer: FunctionInfo): boolean {
  for (let f: FunctionInfo | null = inner; f !== null; f = f.parent) if (f === outer) return true;
  return false;
}

/** How many functions lie between them: 0 for the function itself. */
export function levels(inner: FunctionInfo, outer: FunctionInfo): number {
  let depth = 0;
  for (let f: FunctionInfo | null = inner; f !== null && f !== outer; f = f.parent) depth++;
  return depth;
}

/** Whether a reference means a function that contains it: that function's `self`. */
export function isSelfReference(reference: Reference): boolean {
  const holds = reference.binding?.holds ?? null;
  return holds !== null && isWithin(reference.func, holds);
}

/** The function that an identifier always means. */
export function functionNamed({ references }: Pick<Analysis, "references">, node: Node): FunctionInfo | null {
  return references.get(node)?.binding?.holds ?? null;
}

/** The function to which `this` in a function's code belongs: arrows take `this` from outside. */
export function receiverOwner(info: FunctionInfo): FunctionInfo {
  let f = info;
  while (f.form === "arrow" && f.parent !== null) f = f.parent;
  return f;
}
