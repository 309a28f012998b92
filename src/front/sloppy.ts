// What code that is not strict means otherwise: functions of CommonJS modules are sloppy unless they say "use strict".
//
// Most sloppy code means what it would mean if it were strict. Where it does not, the function is refused: it contains `with`,
// calls `eval`, names a parameter twice, redeclares `arguments`, or mentions a function that is declared in a block from outside
// of that block (there JavaScript makes a second variable, ECMA-262 B.3.2). `this` is what JavaScript makes of it (variables.ts).
// Octal literals have their value from the parser.

import { makeBinding } from "./declare.ts";
import type { ast, Node } from "./read.ts";
import {
  isWithin,
  type Analysis,
  type Binding,
  type FunctionInfo,
  type Scope,
  type SloppyNames,
} from "./scope-model.ts";
import type { Walk } from "./scope-walk.ts";

export const noSloppyNames = (): SloppyNames => ({ inBlocks: [], evals: [], withs: [] });

const strictRemedy = 'begin the file or the function with "use strict", and mend what then fails';

/** What Node passes to the function that it makes of a CommonJS module. */
const given = ["exports", "require", "module", "__filename", "__dirname"] as const;

/** Declares what CommonJS modules have without a declaration; they may declare it, too. */
export function declareGiven(walk: Walk, scope: Scope): void {
  if (walk.source.format !== "commonjs") return;
  for (const name of given) {
    const id = { type: "Identifier", name, start: scope.start, end: scope.start } as unknown as ast.BindingIdentifier;
    makeBinding(walk, scope, id, "param").initialised = -1;
  }
}

/** Whether statements begin with the directive that makes them strict. */
export function saysStrict(statements: readonly Node[]): boolean {
  for (const statement of statements) {
    if (!("directive" in statement) || typeof statement.directive !== "string") return false;
    if (statement.directive === "use strict") return true;
  }
  return false;
}

/** Records that a function cannot be translated, unless that is known. */
function note({ func }: { readonly func: FunctionInfo }, node: Node, what: string, remedy = strictRemedy): void {
  func.sloppiness ??= { node, what, remedy };
}

/** Visits the body of a `with` statement, whose names may be properties of its object. */
export function visitWith(walk: Walk, node: ast.WithStatement, scope: Scope): void {
  note(scope, node, "`with` statements", "name the object, and its properties as such");
  walk.visit(node.object, scope);
  walk.sloppy.withs.push(node.body);
  walk.visit(node.body, scope);
}

/** Notes what the head of a function says. */
export function noteParameters(info: FunctionInfo, node: ast.Function | ast.ArrowFunctionExpression): void {
  if (info.isStrict) return;
  const names = node.params.map((param) => (param.type === "Identifier" ? param.name : ""));
  const second = names.findIndex((name, i) => name !== "" && names.indexOf(name) < i);
  const param = node.params[second];
  if (param !== undefined)
    note({ func: info }, param, `two parameters called \`${names[second]}\``, "give them different names");
}

/** Notes a function declaration outside of the statements of a function or of the module. */
export function noteDeclaration(walk: Walk, info: FunctionInfo, scope: Scope, binding: Binding | null): void {
  if (scope.func.isStrict || info.sourceName === "") return;
  const isOwn = scope.kind === "module" || scope.kind === "body";
  if (isOwn && binding !== null) return;
  walk.sloppy.inBlocks.push({ name: info.sourceName, binding, func: scope.func });
}

/** Notes a call of `eval` by its name. */
export function noteEval(walk: Walk, callee: Node, scope: Scope): void {
  if (callee.type === "Identifier" && callee.name === "eval" && !scope.func.isStrict)
    walk.sloppy.evals.push(scope.func);
}

/** Refuses functions whose names may mean something else than they say. */
export function refuseSloppy(walk: Walk, { functions, references }: Pick<Analysis, "functions" | "references">): void {
  const { inBlocks, evals, withs } = walk.sloppy;
  for (const info of functions) {
    const { node, isStrict } = info;
    if (withs.some(({ start, end }) => start <= node.start && node.end <= end))
      note({ func: info }, node, "a function within a `with` statement", "write it outside of the statement");
    if (evals.some((caller) => info !== caller && isWithin(info, caller)))
      note({ func: info }, node, "a function within one that calls `eval`, which may declare variables");
    if (isStrict) continue;
    const own = info.bindings.find(({ name, kind }) => name === "arguments" && kind === "var");
    if (own !== undefined) note({ func: info }, node, "a variable called `arguments`", "give it another name");
  }
  if (inBlocks.length === 0) return;
  for (const { name, binding, func, node } of references.values()) {
    const [hidden] = inBlocks.filter(
      (declared) =>
        declared.name === name &&
        isWithin(func, declared.func) &&
        (declared.binding === null || binding !== declared.binding) &&
        (binding === null || !isInner(binding, declared.func)),
    );
    if (hidden === undefined) continue;
    const what = `\`${name}\`, a function that is declared in a block or branch, outside of that`;
    note({ func }, node, what, `declare \`${name}\` outside of the block, or as a constant`);
  }
}

/** Whether a variable is declared within a function, more closely than what the function itself declares for all of its body. */
function isInner({ scope }: Binding, func: FunctionInfo): boolean {
  if (scope.func !== func) return isWithin(scope.func, func);
  return scope.kind !== "module" && scope.kind !== "body" && scope.kind !== "params" && scope.kind !== "self";
}
