// Decides which variables closures capture, and which of those are boxes. The one decision, by syntax alone, serves the IR
// (cells) and the text that the plugin inserts (boxes).
//
// A captured variable is a box if it is assigned other than by its initialiser, or if a closure that mentions it may be created
// before its initialisation is complete. A function expression is created where it stands. A function declaration is created at
// the statement of its block that first mentions it, directly or through other functions; so constants above and helper functions
// below are captured by value. Imports are captured by value if they are only called; otherwise they are live.

import type { Analysis, Binding, FunctionInfo, Reference } from "./scope-model.ts";
import { functionNamed, isSelfReference } from "./scope-model.ts";

export function decideCaptures(analysis: Analysis): void {
  for (const { bindings } of analysis.functions) for (const binding of bindings) decideHolds(binding);
  for (const [primal, ...derivatives] of analysis.rules) {
    if (primal === undefined) continue;
    derivatives.forEach((derivative, k) => {
      decideRule(functionNamed(analysis, primal), functionNamed(analysis, derivative), ruleLetters[k] ?? "");
    });
  }
  placeDeclarations(analysis);
  for (const { bindings } of analysis.functions) for (const binding of bindings) decideBox(binding);
}

/** The binding of a function declaration always holds that function, unless it is assigned. */
function decideHolds(binding: Binding): void {
  if (binding.kind === "function") {
    binding.holds = binding.scope.declarations.findLast((info) => info.binding === binding) ?? null;
  }
  if (binding.writes > 0 && binding.kind !== "self" && binding.kind !== "const") binding.holds = null;
}

/** The letters of the derivatives that `rule` takes, in this order. */
export const ruleLetters = ["J", "D", "V", "T"] as const;

/** Records a function's handwritten derivative. */
function decideRule(primal: FunctionInfo | null, derivative: FunctionInfo | null, letter: string): void {
  if (primal !== null && derivative !== null && primal.parent === derivative.parent)
    primal.rules[letter] = derivative.name;
}

/** Finds where function declarations are created: a least fixpoint, since they mention each other. */
function placeDeclarations({ functions }: Analysis): void {
  const byName = new Map(functions.map((info) => [info.name, info] as const));
  const declarations = functions.filter((info) => info.form === "declaration" && info.binding !== null);
  for (let changed = true; changed;) {
    changed = false;
    for (const info of declarations) {
      const at = placeOf(info);
      if (at < info.createdAt) {
        info.createdAt = at;
        changed = true;
      }
      // A function and its derivatives share an environment.
      for (const name of Object.values(info.rules)) {
        const derivative = byName.get(name);
        if (derivative === undefined || derivative.createdAt === info.createdAt) continue;
        derivative.createdAt = info.createdAt = Math.min(info.createdAt, derivative.createdAt);
        changed = true;
      }
    }
  }
}

function placeOf(info: FunctionInfo): number {
  const { binding, outerScope } = info;
  if (binding === null || outerScope === null) return Infinity;
  if (outerScope.kind === "switch" || binding.writes > 0) return outerScope.start;
  let first = Infinity;
  for (const reference of binding.references)
    if (!isSelfReference(reference)) first = Math.min(first, effectiveOffset(reference, outerScope.func));
  if (first === Infinity) return Infinity;
  return outerScope.statements.find(({ start, end }) => start <= first && first < end)?.start ?? outerScope.start;
}

/** The offset from which on the code of a reference may run: for a reference inside a closure, where that closure is created. */
export function effectiveOffset(reference: Reference, owner: FunctionInfo): number {
  let inner: FunctionInfo | null = null;
  for (let f: FunctionInfo | null = reference.func; f !== null && f !== owner; f = f.parent) inner = f;
  if (inner === null) return reference.node.start;
  return inner.form === "declaration" && inner.binding !== null ? inner.createdAt : inner.node.start;
}

function isInConstructor(reference: Reference, owner: FunctionInfo): boolean {
  let inner: FunctionInfo | null = reference.func;
  while (inner !== null && inner.parent !== owner) inner = inner.parent;
  return inner?.form === "constructor" && inner.classNode === reference.binding?.scope.node;
}

/** The references from nested functions. */
function capturing(binding: Binding): readonly Reference[] {
  return binding.references.filter((reference) => reference.func !== binding.scope.func && !isSelfReference(reference));
}

function decideBox(binding: Binding): void {
  if (binding.kind === "intrinsic") return;
  const references = capturing(binding);
  binding.captured = references.length > 0;
  const { func } = binding.scope;
  const isOwnClass = binding.scope.kind === "class" && func.form !== "module";
  // A class is made of its constructor, before all its other members.
  const isEarly = references.some((reference) =>
    isOwnClass ? isInConstructor(reference, func) : effectiveOffset(reference, func) < binding.initialised,
  );
  const isLexical = binding.kind === "let" || binding.kind === "const" || binding.kind === "class";
  const inSwitch = isLexical && binding.scope.kind === "switch";
  binding.mayBeUnset = isLexical && !isOwnClass && (isEarly || inSwitch);
  binding.boxed = binding.captured && isBox(binding, isEarly || inSwitch);
  if (binding.boxed)
    for (const reference of references) reference.inHead = isInHead(binding, effectiveOffset(reference, func));
}

function isBox(binding: Binding, isEarly: boolean): boolean {
  switch (binding.kind) {
    case "import":
      return binding.references.some((reference) => !reference.isCallee);
    case "namespace":
    case "self":
    case "intrinsic":
      return false;
    case "function":
      return binding.writes > 0;
    case "var":
      return binding.writes > 0 || binding.initialisers !== 1 || !binding.initialisedOnce || isEarly;
    case "const":
      return isEarly;
    case "class":
    case "let":
    case "param":
    case "catch":
      return binding.writes > 0 || isEarly;
  }
}

/** Whether a closure is created in the loop head, or in the parameter list, that declares the variable. */
function isInHead({ scope, kind }: Binding, offset: number): boolean {
  const { node, func } = scope;
  if (kind === "param") return func.bodyScope !== null && offset < func.bodyScope.node.start;
  if (scope.kind !== "for" || !("body" in node) || node.body === null || Array.isArray(node.body)) return false;
  return offset < (node.body as { readonly start: number }).start;
}
