// The constructs of the language that the front end accepts: kinds of syntax nodes, with their operators and variants,
// and which of them a text has. A test holds the kinds together with what src/front names.

import { readModule, type ast } from "../../src/front/index.ts";
import { eachChild } from "../../src/front/read.ts";

type Syntax = ast.Node;

const arithmetic: readonly string[] = ["+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"];

export const binaryOperators: readonly string[] = [
  ...arithmetic,
  "<",
  "<=",
  ">",
  ">=",
  "===",
  "!==",
  "==",
  "!=",
  "instanceof",
  "in",
];

const logical: readonly string[] = ["&&", "||", "??"];

/** The kinds of nodes that are accepted, with the variants that are told apart. */
export const kinds: { readonly [kind: string]: readonly string[] } = {
  ArrayExpression: ["", "spread", "hole"],
  ArrayPattern: ["", "hole"],
  ArrowFunctionExpression: ["expression", "block"],
  AssignmentExpression: ["=", "= pattern", ...[...arithmetic, ...logical].map((operator) => `${operator}=`)],
  AssignmentPattern: [""],
  BinaryExpression: binaryOperators,
  BlockStatement: [""],
  BreakStatement: ["", "label"],
  CallExpression: ["", "method", "optional", "spread"],
  CatchClause: [""],
  ChainExpression: [""],
  ClassDeclaration: [""],
  ClassExpression: [""],
  ConditionalExpression: [""],
  ContinueStatement: ["", "label"],
  DebuggerStatement: [""],
  DoWhileStatement: [""],
  EmptyStatement: [""],
  ExportNamedDeclaration: [""],
  ExpressionStatement: [""],
  ForInStatement: [""],
  ForOfStatement: ["const", "let", "var", "pattern", "target"],
  ForStatement: ["", "no start", "no test", "no update"],
  FunctionDeclaration: [""],
  FunctionExpression: ["", "named", "method"],
  Identifier: [""],
  IfStatement: ["", "else"],
  ImportDeclaration: [""],
  ImportSpecifier: [""],
  LabeledStatement: [""],
  Literal: ["number", "string", "boolean", "null", "bigint", "regular expression"],
  LogicalExpression: logical,
  MemberExpression: ["", "computed", "optional", "optional computed"],
  MethodDefinition: [""],
  NewExpression: [""],
  ObjectExpression: ["", "spread"],
  ObjectPattern: [""],
  ParenthesizedExpression: [""],
  Property: ["", "computed", "shorthand", "method", "of a pattern"],
  RestElement: [""],
  PropertyDefinition: [""],
  ReturnStatement: ["", "no value"],
  SequenceExpression: [""],
  SpreadElement: [""],
  Super: [""],
  SwitchStatement: ["", "default"],
  TSAsExpression: [""],
  TSInstantiationExpression: [""],
  TSNonNullExpression: [""],
  TSSatisfiesExpression: [""],
  TSTypeAssertion: [""],
  TaggedTemplateExpression: [""],
  TemplateLiteral: [""],
  ThisExpression: [""],
  ThrowStatement: [""],
  TryStatement: ["", "finally"],
  UnaryExpression: ["-", "+", "~", "!", "typeof", "void", "delete"],
  UpdateExpression: ["++ prefix", "++ postfix", "-- prefix", "-- postfix"],
  VariableDeclaration: ["const", "let", "var"],
  WhileStatement: [""],
};

/** Kinds that src/front names because it refuses them, to find its way around what it does not compile, or that other generators write. */
export const notCompiled: ReadonlySet<string> = new Set(
  (
    "AccessorProperty AwaitExpression ExportAllDeclaration ExportDefaultDeclaration ImportExpression " +
    "ImportNamespaceSpecifier JSXElement JSXFragment MetaProperty PrivateIdentifier StaticBlock " +
    "TSAbstractMethodDefinition TSEnumDeclaration TSExportAssignment TSImportEqualsDeclaration TSIndexSignature " +
    "TSModuleBlock TSModuleDeclaration TSParameterProperty TSQualifiedName WithStatement YieldExpression"
  ).split(" "),
);

const named = (kind: string, variant: string): string => (variant === "" ? kind : `${kind} ${variant}`);

/** All constructs, by name. */
export const constructs: readonly string[] = Object.entries(kinds).flatMap(([kind, variants]) =>
  variants.map((variant) => named(kind, variant)),
);

/** The constructs that a module's text has. */
export function constructsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: Syntax, parent: Syntax | null): void => {
    if (node.type in kinds) for (const variant of variantsOf(node, parent)) found.add(named(node.type, variant));
    eachChild(node, (child) => {
      visit(child, node);
    });
  };
  visit(readModule(text, "program.ts").program, null);
  return found;
}

const isPattern = ({ type }: Syntax): boolean => type === "ArrayPattern" || type === "ObjectPattern";
const hasSpread = (items: readonly (Syntax | null)[]): boolean => items.some((item) => item?.type === "SpreadElement");

function variantsOf(node: Syntax, parent: Syntax | null): readonly string[] {
  const also = (...variants: readonly (string | false)[]): readonly string[] => [
    "",
    ...variants.filter((variant) => variant !== false),
  ];
  switch (node.type) {
    case "ArrayExpression":
      return also(hasSpread(node.elements) && "spread", node.elements.includes(null) && "hole");
    case "ArrayPattern":
      return also(node.elements.includes(null) && "hole");
    case "TryStatement":
      return also(node.finalizer !== null && "finally");
    case "ArrowFunctionExpression":
      return [node.body.type === "BlockStatement" ? "block" : "expression"];
    case "AssignmentExpression":
      return [isPattern(node.left) ? "= pattern" : node.operator];
    case "BinaryExpression":
    case "LogicalExpression":
    case "UnaryExpression":
      return [node.operator];
    case "UpdateExpression":
      return [`${node.operator} ${node.prefix ? "prefix" : "postfix"}`];
    case "BreakStatement":
    case "ContinueStatement":
      return [node.label === null ? "" : "label"];
    case "CallExpression":
      return also(
        node.callee.type === "MemberExpression" && "method",
        node.optional && "optional",
        hasSpread(node.arguments) && "spread",
      );
    case "ForOfStatement":
      return node.left.type === "VariableDeclaration"
        ? [node.left.kind, ...(node.left.declarations.some(({ id }) => isPattern(id)) ? ["pattern"] : [])]
        : ["target"];
    case "ForStatement":
      return also(
        node.init === null && "no start",
        node.test === null && "no test",
        node.update === null && "no update",
      );
    case "FunctionExpression":
      return also(node.id !== null && "named", parent?.type === "Property" && parent.method && "method");
    case "IfStatement":
      return also(node.alternate !== null && "else");
    case "Literal":
      if ("regex" in node) return ["regular expression"];
      return ["bigint" in node ? "bigint" : node.value === null ? "null" : typeof node.value];
    case "MemberExpression":
      return [[node.optional ? "optional" : "", node.computed ? "computed" : ""].filter((s) => s !== "").join(" ")];
    case "ObjectExpression":
      return also(hasSpread(node.properties) && "spread");
    case "Property":
      return also(
        node.computed && "computed",
        node.shorthand && "shorthand",
        node.method && "method",
        parent?.type === "ObjectPattern" && "of a pattern",
      );
    case "ReturnStatement":
      return also(node.argument === null && "no value");
    case "SwitchStatement":
      return also(node.cases.some(({ test }) => test === null) && "default");
    case "VariableDeclaration":
      return [node.kind];
    default:
      return [""];
  }
}
