// The syntax tree of a source file, as far as mutations look at it: nodes with their place in the text.

import { parseSync } from "oxc-parser";

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export const isNode = (x: unknown): x is Node => typeof x === "object" && x !== null && "type" in x && "start" in x;

/** A child by name; null if there is none. */
export function child(node: Node, field: string): Node | null {
  const found = node[field];
  return isNode(found) ? found : null;
}

/** Children by name; holes of array literals are left out. */
export function children(node: Node, field: string): readonly Node[] {
  const found = node[field];
  return Array.isArray(found) ? found.filter(isNode) : [];
}

/** The name of an identifier, "" for other nodes. */
export const nameOf = (node: Node | null): string => (node?.type === "Identifier" ? (node["name"] as string) : "");

/** The name that a call is made by: `emit` of `s.emit(…)` and of `emit(…)`; "" for other nodes. */
export function calledName(call: Node): string {
  if (call.type !== "CallExpression") return "";
  const callee = child(call, "callee");
  return nameOf(callee?.type === "MemberExpression" ? child(callee, "property") : callee);
}

/** The text of a string literal, null for other nodes. */
export function stringOf(node: Node | undefined): string | null {
  return node?.type === "Literal" && typeof node["value"] === "string" ? node["value"] : null;
}

/** The program of a text; null if the text is none. */
export function parsed(text: string, file: string): Node | null {
  const { program, errors } = parseSync(file, text);
  return errors.length > 0 ? null : (program as unknown as Node);
}

/** All nodes with their ancestors, nearest first, as long as `enters` says so. */
export function eachNode(
  root: Node,
  visit: (node: Node, ancestors: readonly Node[]) => void,
  enters: (node: Node, ancestors: readonly Node[]) => boolean,
): void {
  const walk = (node: Node, ancestors: readonly Node[]): void => {
    if (!enters(node, ancestors)) return;
    visit(node, ancestors);
    const below = [node, ...ancestors];
    for (const field of Object.values(node)) {
      for (const item of Array.isArray(field) ? (field as readonly unknown[]) : [field]) {
        if (isNode(item)) walk(item, below);
      }
    }
  };
  walk(root, []);
}
