// Writes calls as JavaScript.
//
//     call %f(x)                     f(x)
//     call (get %o, "m")(this %o; x) o.m(x)
//     call %f(this %o; x, ...%t)     f.call(o, x, ...t)
//     call (construct %C)(x)         new C(x)
//     call.J %f(x)                   $.derivative(f, "J", sites[0])(x)
//     call (closure @g)(x)           (g ??= $.linked(g_code))(x)
//
// If the closures of a function are closures of `@b`, then a call of its own `self` with the word that leads from `@b` to the
// function calls the generated function itself.

import type { CallInstr, Func } from "../ir/index.ts";
import { sameOperand } from "../ir/index.ts";
import { type Expr, quote, strength, textOf } from "./expression.ts";
import { isSelf } from "./capture.ts";
import type { Scope } from "./scope.ts";
import type { Spelling } from "./spelling.ts";

export function callSpelling(instr: CallInstr, exprs: readonly Expr[], func: Func, scope: Scope): Spelling {
  const listed = (given: readonly Expr[]): readonly string[] =>
    given.map((arg, k) => `${instr.spread && k === given.length - 1 ? "..." : ""}${textOf(arg, strength.assignment)}`);
  const direct = scope.directCallee(instr);
  if (direct !== null)
    return { text: `${scope.direct(direct)}(${listed(exprs).join(", ")})`, strength: strength.member };
  const [callee, receiver, ...rest] = exprs as [Expr, Expr, ...Expr[]];
  const args = listed(rest);
  const hasReceiver = !(instr.receiver.kind === "const" && instr.receiver.value === undefined);

  const { object } = callee;
  const method =
    instr.word === "" && hasReceiver && object !== undefined && object !== null && sameOperand(object, instr.receiver);
  if (callee.constructs !== undefined && instr.word === "" && !hasReceiver) {
    return { text: `new ${callee.constructs}(${args.join(", ")})`, strength: strength.member };
  }
  // The call and the property read share one place in the source.
  if (method) return { text: `${callee.text}(${args.join(", ")})`, strength: strength.member };

  let target: string;
  if (isSelf(func, instr.callee) && scope.isItself(instr.word)) {
    target = scope.functionName;
  } else if (instr.word === "") {
    target = textOf(callee, strength.member);
    // A bare `o.m(x)` would pass `o` as `this`.
    if (!hasReceiver && object !== undefined) target = `(0, ${target})`;
  } else {
    target = `${scope.helper("derivative", "$.derivative")}(${textOf(callee, strength.assignment)}, ${quote(instr.word)}, ${scope.site(instr.span)})`;
  }
  const text = hasReceiver
    ? `${target}.call(${[textOf(receiver, strength.assignment), ...args].join(", ")})`
    : `${target}(${args.join(", ")})`;
  return { text, strength: strength.member };
}
