// Tests of the types of options: those that an operator does not have, and surplus arguments, are errors of the type
// checker too. Nothing here runs.

import type {
  CheckpointOperator,
  FixedPointOperator,
  ImplicitOperator,
  OnCotangentOperator,
  RootOperator,
} from "./control-types.ts";
import type {
  DefineRuleOperator,
  DerivativeOperator,
  GradOperator,
  HessianOperator,
  HvpOperator,
  JacfwdOperator,
  JacobianOperator,
  StopGradientOperator,
  ValueAndGradOperator,
} from "./types.ts";

declare const grad: GradOperator;
declare const valueAndGrad: ValueAndGradOperator;
declare const jacobian: JacobianOperator;
declare const jacfwd: JacfwdOperator;
declare const hessian: HessianOperator;
declare const hvp: HvpOperator;
declare const derivative: DerivativeOperator;
declare const stopGradient: StopGradientOperator;
declare const defineRule: DefineRuleOperator;
declare const checkpoint: CheckpointOperator;
declare const onCotangent: OnCotangentOperator;
declare const fixedPoint: FixedPointOperator;
declare const root: RootOperator;
declare const implicit: ImplicitOperator;

const f = (x: number, y: number): number => x * y;
const withAux = (x: number, y: number): [number, string] => [x * y, "a"];

// @ts-expect-error another spelling
grad(f, { argNums: 1 });
// @ts-expect-error there is no such option beside one that there is
grad(f, { argnums: 1, width: 2 });
// @ts-expect-error nor with hasAux
grad(withAux, { hasAux: true, width: 2 });
// @ts-expect-error nor with both
grad(withAux, { argnums: 1, hasAux: true, width: 2 });
// @ts-expect-error no third argument
grad(f, {}, 1);
// @ts-expect-error another spelling
valueAndGrad(f, { argNums: 1 });
// @ts-expect-error nor with hasAux
valueAndGrad(withAux, { hasAux: true, width: 2 });
// @ts-expect-error of grad alone
jacobian((x: number) => [x], { hasAux: true });
// @ts-expect-error of jacfwd alone
jacobian(f, { width: 1 });
// @ts-expect-error nor beside argnums
jacobian(f, { argnums: 1, width: 1 });
// @ts-expect-error another spelling
jacfwd(f, { widths: 1 });
// @ts-expect-error argument 0 is meant
hessian(f, { argnums: 1 });
// @ts-expect-error argument 0 is meant
hvp(f, { argnums: 1 });
// @ts-expect-error an order, and no more
derivative(f, 2, {});
// @ts-expect-error one value
stopGradient(1, 2);
// @ts-expect-error another spelling
defineRule(f, { vpj: () => [1, () => [1, 1]] });
// @ts-expect-error there are no options
checkpoint(f, { every: 2 });
// @ts-expect-error there are no options
onCotangent(1, (g) => g, { once: true });
// @ts-expect-error another spelling
fixedPoint(f, { tol: 1 });
// @ts-expect-error another spelling
root(f, { iteration: 1 });
// @ts-expect-error of fixedPoint and root
implicit((a: number) => a, f, { iterations: 1 });
