// zeroth/testing: checks of derivatives against independent means, and arbitraries for their inputs.
//
// Everything here throws errors whose messages are reports, and needs no particular test runner.

export * from "./arbitraries/index.ts";
export { checkGradients, type CheckOptions, type CheckSummary, type RandomInputs } from "./check-gradients.ts";
export { checkRule, type RuleInputs, type RuleOptions } from "./check-rule.ts";
export type { CompanionCheck } from "./companion-check.ts";
export type { Mode } from "./modes.ts";
export { checkSpecialised } from "./specialised-calls.ts";
export { CheckError, type Failure, type FunctionPlace, type Mismatch, type RandomRun, type Verdict } from "./report.ts";
