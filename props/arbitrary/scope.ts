// Whether every name of a program means what its node says, by JavaScript's rules; shrinking moves code about.

import type { Binding, Block, Node, Part, Program } from "./program.ts";

/** The names of one scope, and the scope around it. */
interface Scope {
  readonly names: Map<string, Binding>;
  readonly outer: Scope | null;
}

/** Whether all names are declared once in a scope, before their use, and mean the binding that their node uses. */
export function isWellScoped({ state, helpers, params, body }: Program): boolean {
  const top = inner(null);
  if (!state.every(({ binding, value }) => checkNode(value, top) && declare(binding, top))) return false;
  if (!hoist(helpers, top) || !helpers.every((helper) => checkNode(helper, top))) return false;
  const scope = inner(top);
  return params.every(({ binding }) => declare(binding, scope)) && checkBlock({ ...body, isBody: true }, scope);
}

const inner = (outer: Scope | null): Scope => ({ names: new Map(), outer });

// Labels have names of their own; a loop without a label may share its name with anything.
const keyOf = ({ type, name }: Binding): string => (type === "label" ? `${name}:` : name);

function declare(binding: Binding, { names }: Scope): boolean {
  const known = names.get(keyOf(binding));
  if (known !== undefined) return known === binding && binding.hoisted;
  names.set(keyOf(binding), binding);
  return true;
}

function meaning(binding: Binding, scope: Scope): Binding | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    const found = at.names.get(keyOf(binding));
    if (found !== undefined) return found;
  }
  return undefined;
}

function hoist(statements: readonly Node[], scope: Scope): boolean {
  const declarations = statements.flatMap(({ parts, isScope }) => (isScope ? [] : parts)).filter(isHoisted);
  return declarations.every(({ binding }) => declare(binding, scope));
}

const isHoisted = (part: Part): part is Extract<Part, { kind: "declared" }> =>
  typeof part !== "string" && part.kind === "declared" && part.binding.hoisted;

function checkNode(node: Node, outer: Scope): boolean {
  if (node.uses !== null && meaning(node.uses, outer) !== node.uses) return false;
  const scope = node.isScope ? inner(outer) : outer;
  return node.parts.every((part) => checkPart(part, scope));
}

function checkPart(part: Part, scope: Scope): boolean {
  if (typeof part === "string") return true;
  switch (part.kind) {
    case "node":
      return checkNode(part, scope);
    case "block":
      return checkBlock(part, scope);
    case "declared":
      return declare(part.binding, scope);
  }
}

function checkBlock({ statements, isBody }: Block, outer: Scope): boolean {
  const scope = isBody ? outer : inner(outer);
  return hoist(statements, scope) && statements.every((statement) => checkNode(statement, scope));
}
