// All mutations of a source file: every edit that some operator makes at some place that can carry a fault.
//
// Left out are places whose text says nothing about derivatives: types, imports, hints (the names of values), spans,
// messages of errors, and what only says what may be done in a cheaper way, where an entry less makes code slower, not wrong.

import { calledName, child, eachNode, nameOf, parsed, stringOf, type Node } from "./syntax.ts";
import { operators, type Edit } from "./operators.ts";

export interface Mutation extends Edit {
  readonly operator: string;
}

/** Names of functions and properties that are about names and places of values. */
const isTelling = (name: string): boolean => /hint|span|message|infoOf|captureOf/i.test(name);

const onlyForSpeed: ReadonlySet<string> = new Set(["cheap", "exact", "silentReads", "longestString", "isFree"]);

function isLeftOut(node: Node, [parent]: readonly Node[]): boolean {
  if (node.type.startsWith("TS") && node.type !== "TSAsExpression" && node.type !== "TSSatisfiesExpression")
    return true;
  switch (node.type) {
    case "ImportDeclaration":
    case "ThrowStatement":
      return true;
    case "FunctionDeclaration":
    case "VariableDeclarator": {
      const name = nameOf(child(node, "id"));
      return isTelling(name) || onlyForSpeed.has(name);
    }
    case "MethodDefinition":
      return onlyForSpeed.has((child(node, "key")?.["name"] as string | undefined) ?? "");
    case "Property":
      return isTelling(nameOf(child(node, "key")));
    case "NewExpression":
      return nameOf(child(node, "callee")).endsWith("Error") || nameOf(child(node, "callee")) === "SsaVariables";
    default:
      return isAfterOperands(node, parent);
  }
}

/** The span, hint and type of `builder.prim(name, operands, span, hint, type)`. */
function isAfterOperands(node: Node, parent: Node | undefined): boolean {
  if (parent?.type !== "CallExpression" || calledName(parent) !== "prim") return false;
  const given = parent["arguments"] as readonly Node[];
  return stringOf(given[0]) !== null && given.indexOf(node) >= 2;
}

/** Some do not parse, or are ill typed. */
export function mutationsOf(text: string, file: string): readonly Mutation[] {
  const root = parsed(text, file);
  if (root === null) throw new Error(`${file} does not parse`);
  const found: Mutation[] = [];
  const textOf = ({ start, end }: Node): string => text.slice(start, end);
  eachNode(
    root,
    (node, ancestors) => {
      for (const { name, edits } of operators) {
        for (const edit of edits({ node, ancestors, textOf })) found.push({ operator: name, ...edit });
      }
    },
    (node, ancestors) => !isLeftOut(node, ancestors),
  );
  return found;
}

export const applied = (text: string, { start, end, text: replacement }: Edit): string =>
  text.slice(0, start) + replacement + text.slice(end);
