// Lowers functions one at a time, outer ones first: a nested function names the values that it captures by their ids in the
// finished enclosing function.
//
// A function that uses something unsupported has no body but a refusal, which is raised when the function is needed. Functions
// nested in it are lowered nevertheless: like those of the module, they find their captured variables among its entry parameters.

import {
  FuncBuilder,
  ZerothError,
  constant,
  isStackFull,
  undef,
  value,
  valueId,
  type Func,
  type Operand,
  type Refusal,
} from "../ir/index.ts";
import { bindArguments } from "./arguments.ts";
import { callParent, lowerFields, lowerParameterFields, mayLackSuper, requireSuperCalled } from "./classes.ts";
import { lowerExpression } from "./expressions.ts";
import { lowerReturn, raise } from "./jumps.ts";
import { requireNew } from "./made-classes.ts";
import { prim, span, ssaVariables, temporary, unsupported, type Lowering } from "./lowering.ts";
import { tooDeepAt } from "./nesting.ts";
import { bindPattern, patternHint } from "./patterns.ts";
import { spanOf, type ast, type FunctionNode, type Node } from "./read.ts";
import type { Analysis, Binding, FunctionInfo, Scope } from "./scope-model.ts";
import { lowerStatement, lowerStatements } from "./statements.ts";
import { requireObject } from "./variables.ts";
import { yieldOf } from "./yield.ts";

/** The values that nested functions may name: the final value of each captured variable. */
type Values = ReadonlyMap<Binding, Operand>;

/** Lowers a function and all functions nested in it. */
export function lowerFunctions(analysis: Analysis): readonly Func[] {
  const result: Func[] = [];
  const values = new Map<FunctionInfo, Values>();
  const outerValue = (binding: Binding): Operand | undefined => values.get(binding.scope.func)?.get(binding);
  for (const info of analysis.functions) {
    const { func, captured } = lowerOne(analysis, info, outerValue);
    result.push(func);
    values.set(info, captured);
  }
  // Rules name functions that are lowered later than the call of `rule`.
  return result.map((func, i) => ({ ...func, rules: analysis.functions[i]?.rules ?? {} }));
}

interface Lowered {
  readonly func: Func;
  readonly captured: Values;
}

function lowerOne(analysis: Analysis, info: FunctionInfo, outerValue: Lowering["outerValue"]): Lowered {
  if (info.form === "module") return withoutBody(analysis, info, null);
  try {
    return lowerBody(analysis, info, outerValue);
  } catch (error) {
    if (isStackFull(error)) return withoutBody(analysis, info, tooDeepAt(spanOf(analysis.source, info.node)));
    if (!(error instanceof ZerothError)) throw error;
    const refusal: Refusal = {
      message: error.kind === "bug" ? `bug in zeroth: ${error.reason}` : error.reason,
      remedy: error.remedy ?? "",
      span: error.span ?? spanOf(analysis.source, info.node),
    };
    return withoutBody(analysis, info, refusal);
  }
}

/**
 * Lowers the module or a refused function: variables that nested functions capture are its parameters, and it never runs.
 * Variables that the module makes in loops, more than once, are no parameters but defined in the body.
 */
function withoutBody(analysis: Analysis, info: FunctionInfo, refusal: Refusal | null): Lowered {
  const all = info.bindings.filter(({ captured, kind }) => captured && kind !== "intrinsic");
  const isParam = ({ scope }: Binding): boolean => info.form !== "module" || scope.isOnce;
  const [bindings, inLoops] = [all.filter(isParam), all.filter((binding) => !isParam(binding))];
  const builder = new FuncBuilder({
    ...shapeOf(analysis, info),
    refusal,
    params: bindings.map(({ name, boxed, kind }) => ({
      hint: name,
      type: boxed ? "box" : kind === "function" ? "func" : "any",
    })),
  });
  const span = spanOf(analysis.source, info.node);
  const made = inLoops.map(({ name, boxed }) => builder.prim(boxed ? "box-new" : "copy", [undef], span, name));
  builder.ret(undef, span);
  const func = builder.finish();
  const operands = [...builder.params, ...made];
  const captured = new Map(
    [...bindings, ...inLoops].map((binding, i) => [binding, builder.finished(operands[i] as Operand) as Operand]),
  );
  return { func, captured };
}

function shapeOf(analysis: Analysis, info: FunctionInfo): Pick<Func, "name" | "sourceName" | "parent" | "span"> {
  return {
    name: info.name,
    sourceName: info.sourceName,
    parent: info.parent?.name ?? null,
    span: spanOf(analysis.source, info.node),
  };
}

function lowerBody(analysis: Analysis, info: FunctionInfo, outerValue: Lowering["outerValue"]): Lowered {
  const { node } = info;
  const params = "params" in node ? (node as FunctionNode).params.filter((param) => !isThis(param)) : [];
  // A derived class without a constructor in the text passes on what it is given.
  const isImplicit = info.form === "constructor" && isClass(node);
  const passesOn = isImplicit && node.superClass !== null;
  const takesAll = passesOn || info.arguments !== null;
  const builder = new FuncBuilder({
    ...shapeOf(analysis, info),
    rest: takesAll || params.at(-1)?.type === "RestElement",
    params: takesAll
      ? [{ hint: "args", type: "tuple" }]
      : params.map((param) => ({ hint: hintOf(param), type: param.type === "RestElement" ? "tuple" : "any" })),
  });
  const l: Lowering = {
    analysis,
    info,
    builder,
    ssa: ssaVariables(builder),
    frames: [],
    returns: [],
    result: temporary("result"),
    thrown: temporary("thrown"),
    superCalled: mayLackSuper(info) ? temporary("super-called") : null,
    raise: (thrown, at) => {
      raise(l, thrown, at);
    },
    anchors: new Map(),
    claimable: new Set([...Array(builder.params.length + 2).keys()].map((id) => valueId(id))),
    plain: new Set(),
    chains: [],
    discards: new Set(),
    outerValue,
    expression: (expression, hint = "") => lowerExpression(l, expression, hint),
    statement: (statement) => {
      lowerStatement(l, statement);
    },
  };
  if (info.sloppiness !== null) unsupported(l, info.sloppiness.node, info.sloppiness.what, info.sloppiness.remedy);
  requireObject(l);
  const { classNode, bodyScope } = info;
  const isConstructor = info.form === "constructor" && classNode !== null;
  if (isConstructor && info.parent?.form !== "module") requireNew(l, classNode, node);
  if (isConstructor && classNode.superClass === null) lowerFields(l, classNode);
  if (l.superCalled !== null) l.ssa.write(l.superCalled, constant(false));
  if (info.arguments !== null) bindArguments(l, params, info.arguments, builder.params[0] as Operand);
  else
    params.forEach((param, i) => {
      bindParam(l, param, builder.params[i] as Operand);
    });
  if (isConstructor && classNode.superClass === null) lowerParameterFields(l, params);
  if (isImplicit) {
    if (passesOn) {
      callParent(l, node, builder.params, true, node.superClass ?? node.body);
      lowerFields(l, node);
    }
    lowerReturn(l, undef, endOf(node));
  } else if (node.type === "StaticBlock") {
    if (bodyScope !== null) lowerStatements(l, bodyScope, node.body);
    lowerReturn(l, undef, endOf(node));
  } else if (info.form === "initialiser") {
    lowerReturn(l, l.expression(node as ast.Expression), node);
  } else {
    lowerFunctionBody(l, node as FunctionNode, bodyScope);
  }
  finishReturns(l);
  const func = builder.finish();
  const captured = new Map<Binding, Operand>();
  for (const [binding, operand] of l.anchors) {
    const final = builder.finished(operand);
    if (final !== undefined) captured.set(binding, final);
  }
  return { func, captured };
}

function lowerFunctionBody(l: Lowering, node: FunctionNode, scope: Scope | null): void {
  refuseKind(l, node);
  // A generator binds its parameters when it is called, and begins when it is first resumed.
  if (node.generator) yieldOf(l, undef, node);
  if (node.body?.type === "BlockStatement") {
    if (scope !== null) lowerStatements(l, scope, node.body.body);
    requireSuperCalled(l, endOf(node));
    lowerReturn(l, undef, endOf(node));
  } else if (node.body !== null) {
    lowerReturn(l, l.expression(node.body), node.body);
  }
}

const isClass = (node: Node): node is ast.Class => node.type === "ClassDeclaration" || node.type === "ClassExpression";

/** The closing brace. */
const endOf = (node: Node): Node => ({ ...node, start: node.end - 1 });

const isThis = (param: Node): boolean => param.type === "Identifier" && param.name === "this";

const hintOf = (param: ast.ParamPattern): string =>
  param.type === "RestElement"
    ? patternHint(param.argument)
    : patternHint(param.type === "TSParameterProperty" ? param.parameter : param);

function refuseKind(l: Lowering, node: FunctionNode): void {
  if (node.async) unsupported(l, node, "`async` functions", "differentiate the part that does not wait");
}

function bindParam(l: Lowering, param: ast.ParamPattern, operand: Operand): void {
  if (param.type !== "RestElement") {
    bindPattern(l, param, operand);
    return;
  }
  bindPattern(l, param.argument, prim(l, "array-from", [operand], param, patternHint(param.argument)));
}

/** Merges all returns into one. */
function finishReturns(l: Lowering): void {
  const [first, ...others] = l.returns;
  if (first === undefined) return;
  const { builder } = l;
  if (others.length === 0) {
    builder.switchTo(first.block);
    builder.ret(first.value, first.span);
    return;
  }
  const exit = builder.block();
  const result = builder.param(exit, "result");
  for (const { block, value: operand, span: at } of l.returns) {
    builder.switchTo(block);
    builder.jump(exit, at, [operand]);
  }
  l.ssa.seal(exit);
  builder.switchTo(exit);
  builder.ret(value(result), span(l, endOf(l.info.node)));
}
