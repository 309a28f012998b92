// Reverse mode: `@f` → `@f.J`, which returns (y, pullback), and the pullback `@f.J*`.
// `@f.S` and `@f.S*` are the sweeps of `@f`: the same, but they store on lists that they are given (lists.ts).
// Forward mode: `@f` → `@f.D`, which also takes the tangents and returns (y, ẏ); `@f.V4`, `@f.T9` take and return several.
//
// `differentiate` handles one letter; words compose (`@f.J.D`). Its output is closed canonical IR, so it can be differentiated
// again.

import type { Func, FuncName, Module, Steps } from "../ir/index.ts";
import { ZerothError, inferTypes, returnBlock } from "../ir/index.ts";
import { adjoint } from "./adjoint.ts";
import { refuseArrays } from "./array-operands.ts";
import { augment } from "./augment.ts";
import { bundleOf } from "./bundle.ts";
import { withoutIdleBranches } from "./idle-branches.ts";
import { pushforward } from "./pushforward.ts";
import { storeAlphas } from "./tape.ts";

/** The functions that the derivative of `name` by a letter needs, the derivative itself first. */
export function* differentiate(module: Module, name: FuncName, letter: string): Steps<readonly Func[]> {
  const func = module.functions[name];
  if (func === undefined) throw new ZerothError({ kind: "bug", message: `no function @${name} to differentiate` });
  const renamed: Func = { ...func, name: `${name}.${letter}`, rules: {} };
  if (letter !== "J" && letter !== "S") {
    const bundle = bundleOf(letter, func.span);
    return [func.refusal === null ? pushforward(inferTypes(renamed), bundle) : renamed];
  }
  if (func.refusal !== null || returnBlock(func) < 0) return [renamed];
  const primal = inferTypes(augment(inferTypes(renamed), module));
  const { converted, ...reverse } = yield* adjoint(primal, module);
  return yield* storeAlphas(refuseArrays(primal, converted), withoutIdleBranches(reverse), letter === "S");
}
