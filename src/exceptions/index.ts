// Errors as values: functions that give what they throw.
//
// `@f` → `@f.E`, by the letter `E` of a word. Derivatives given by hand stay: that of `@f.E` is the one of `@f`, with errors as
// values.

import { FuncBuilder, type Func, type FuncName, type Module, type Operand, type Span } from "../ir/index.ts";
import { errorsAsValues, type WhenThrown } from "./errors-as-values.ts";

/** The functions that `@f.E` needs, itself first. */
export function withErrorsAsValues(module: Module, name: FuncName): readonly Func[] {
  const func = module.functions[name] as Func;
  const own = `${name}.E`;
  if (func.refusal !== null) return [{ ...func, name: own, rules: {} }];
  const rules: Record<string, FuncName> = {};
  const given = Object.entries(func.rules).flatMap(([letter, rule]) => {
    if (!(letter in derivativesOfErrors)) return [];
    const derivative = (rules[letter] = `${own}.${letter}`);
    return derivativeByHand(module.functions[rule] as Func, derivative, letter as keyof typeof derivativesOfErrors);
  });
  return [errorsAsValues(func, { name: own, rules }), ...given];
}

function derivativeByHand(rule: Func, name: FuncName, letter: keyof typeof derivativesOfErrors): readonly Func[] {
  const func = errorsAsValues(rule, { name }, derivativesOfErrors[letter](rule.span, `${name}0`));
  return letter === "J" ? [func, zeroPullback(`${name}0`, rule.span)] : [func];
}

/**
 * What a derivative by hand gives where it throws: the error as a value. It says nothing of the derivative of an error, so one that
 * might carry any is refused.
 */
const derivativesOfErrors = {
  J:
    (span: Span, pullback: FuncName): WhenThrown =>
    (builder, thrown) =>
      builder.prim("tuple", [inert(builder, thrown, span), builder.closure(pullback, [], span)], span),
  D:
    (span: Span): WhenThrown =>
    (builder, thrown) =>
      builder.prim("tuple", [inert(builder, thrown, span), { kind: "zero" }], span),
  V: withTangents,
  T: withTangents,
};

const inert = (builder: FuncBuilder, thrown: Operand, span: Span): Operand =>
  builder.prim("inert-error", [thrown], span, "thrown");

function withTangents(span: Span): WhenThrown {
  return (builder, thrown) => {
    // As many as there are contexts.
    const count = builder.prim("tuple-length", [builder.params[0] as Operand], span);
    const zeros = builder.prim("gather", [builder.prim("array-zeros", [count], span), count], span);
    return builder.prim("tuple-concat", [builder.prim("tuple", [inert(builder, thrown, span)], span), zeros], span);
  };
}

/** The pullback of an error: nothing gets a cotangent. */
function zeroPullback(name: FuncName, span: Span): Func {
  const builder = new FuncBuilder({ name, params: [{ hint: "context" }, { hint: "cotangent" }], span });
  builder.ret({ kind: "zero" }, span);
  return builder.finish();
}
