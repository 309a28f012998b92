// Finds the exported functions of a text that have a `@check` tag in the JSDoc comment in front of them.

import { readModule, spanOf, type ast, type Source } from "../front/index.ts";
import { ZerothError } from "../ir/index.ts";
import { declaredTypes, NotDerivable, parameterOf, type Declared, type Parameter } from "./parameter-types.ts";
import { readTag, type TagOptions } from "./tag-text.ts";

/** A tagged function, and how to make its inputs or why that is impossible. */
export interface TaggedFunction {
  /** The name under which it is exported. */
  readonly name: string;
  readonly inputs: { readonly parameters: readonly Parameter[]; readonly options: TagOptions } | ZerothError;
}

/** Throws a `ZerothError` if the text is invalid. */
export function taggedFunctions(code: string, file: string): readonly TaggedFunction[] {
  const source = readModule(code, file);
  const declared = declaredTypes(source.program);
  return source.program.body.flatMap((statement) => {
    const tag = tagBefore(statement, source);
    return tag === null
      ? []
      : exportsOf(statement, source).map((found) => taggedFunction(found, tag, source, declared));
  });
}

interface Tag {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The tag in the comment that ends where the statement starts. */
function tagBefore({ start }: ast.Node, { comments, text }: Source): Tag | null {
  const comment = comments.findLast((candidate) => candidate.end <= start);
  if (comment === undefined || comment.type !== "Block" || !comment.value.startsWith("*")) return null;
  if (text.slice(comment.end, start).trim() !== "") return null;
  const lines = comment.value.split("\n").map((line) => line.replace(/^\s*\*? ?/, ""));
  const parts: string[] = [];
  let inside = false;
  for (const line of lines) {
    const tag = /^\s*@(\w+)(.*)$/.exec(line);
    if (tag !== null) inside = tag[1] === "check";
    if (inside) parts.push(tag === null ? line : (tag[2] ?? ""));
  }
  if (!comment.value.includes("@check") || parts.length === 0) return null;
  const at = comment.start + 2 + comment.value.indexOf("@check");
  return { text: parts.join("\n"), start: at, end: at + "@check".length };
}

interface Found {
  readonly name: string;
  readonly params: readonly ast.ParamPattern[] | null;
}

/** The functions that a statement declares, by the names under which they are exported. */
function exportsOf(statement: ast.Program["body"][number], { program }: Source): readonly Found[] {
  if (statement.type === "ExportDefaultDeclaration") {
    const { declaration } = statement;
    return [
      { name: "default", params: declaration.type.startsWith("TS") ? null : paramsOf(declaration as ast.Expression) },
    ];
  }
  const isExport = statement.type === "ExportNamedDeclaration";
  const declaration = isExport ? statement.declaration : statement;
  const named = (local: string): readonly string[] => (isExport ? [local] : exportedNames(local, program));
  if (declaration?.type === "FunctionDeclaration" && declaration.id !== null) {
    return named(declaration.id.name).map((name) => ({ name, params: declaration.params }));
  }
  if (declaration?.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ id, init }) => {
    if (id.type !== "Identifier") return [];
    const type = id.typeAnnotation?.typeAnnotation;
    const params = type?.type === "TSFunctionType" ? type.params : init === null ? null : paramsOf(init);
    return named(id.name).map((name) => ({ name, params }));
  });
}

/** `export { local as name }`. */
function exportedNames(local: string, { body }: ast.Program): readonly string[] {
  return body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) return [];
    return statement.specifiers.flatMap(({ local: own, exported }) => {
      const isOwn = "name" in own && own.name === local;
      return isOwn ? ["name" in exported ? exported.name : exported.value] : [];
    });
  });
}

/** The parameters of a function expression, or of the function passed to `customVjp`. */
function paramsOf(expression: ast.Expression | ast.Function): readonly ast.ParamPattern[] | null {
  switch (expression.type) {
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "FunctionDeclaration":
      return expression.params;
    case "CallExpression": {
      const [first] = expression.arguments;
      const isRule = expression.callee.type === "Identifier" && expression.callee.name === "customVjp";
      return isRule && first !== undefined && first.type !== "SpreadElement" ? paramsOf(first) : null;
    }
    default:
      return null;
  }
}

const remedy = "say how to make its inputs in a companion file (name.check.ts)";

function taggedFunction({ name, params }: Found, tag: Tag, source: Source, declared: Declared): TaggedFunction {
  const refuse = (message: string, place: { readonly start: number; readonly end: number } = tag): TaggedFunction => ({
    name,
    inputs: new ZerothError({ kind: "invalid", message, remedy, span: spanOf(source, place), source: source.text }),
  });
  const options = readTag(tag.text);
  if (typeof options === "string") {
    const span = spanOf(source, tag);
    const message = `@check of \`${name}\`: ${options}`;
    const grammar = "write @check, or for example: @check x in [0.1, 5], length 2..4, order 2";
    return { name, inputs: new ZerothError({ kind: "invalid", message, remedy: grammar, span, source: source.text }) };
  }
  if (params === null) return refuse(`the parameters of \`${name}\` cannot be seen here`);
  const parameters: Parameter[] = [];
  for (const [i, param] of params.entries()) {
    try {
      parameters.push(parameterOf(param, i, source.text, declared));
    } catch (error) {
      if (!(error instanceof NotDerivable)) throw error;
      return refuse(`no inputs for \`${name}\` can be derived from ${error.message}`, param);
    }
  }
  const unknown = Object.keys(options.ranges).find((path) => !isPathIn(parameters, path));
  if (unknown !== undefined) return refuse(`@check of \`${name}\`: there is no number at \`${unknown}\``);
  return { name, inputs: { parameters, options } };
}

function isPathIn(parameters: readonly Parameter[], path: string): boolean {
  const [first, ...rest] = path.split(".");
  let shape = parameters.find(({ name }) => name === first)?.shape;
  for (const key of rest) {
    while (shape?.kind === "list") shape = shape.of;
    shape = shape?.kind === "record" ? shape.fields.find(([name]) => name === key)?.[1] : undefined;
  }
  return shape !== undefined;
}
