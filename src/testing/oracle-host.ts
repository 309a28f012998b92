// What the oracles of src/interp need of the border: which IR a call runs, and which functions the operators are.

import { customVjp, grad, hvp, J, jacobian, stopGradient, valueAndGrad, vjp } from "../index.ts";
import { resolve } from "../host/resolve.ts";
import type { OracleHost } from "../interp/index.ts";
import { stampOf, ZerothError, type Resolve } from "../ir/index.ts";

/**
 * Ordinary calls. A function that has no IR yet is asked for its derivative: that compiles it from its text, or finds
 * what stands for it (a rule, the wrapper of a native function without a derivative); the derivative itself is not run.
 */
const resolveOrdinary: Resolve = (callee, word, span, source) => {
  const direct = resolve(callee, word, span, source);
  if (direct !== null || typeof callee !== "function") return direct;
  try {
    const self = resolve(callee, "J", span, source)?.self;
    const stamp = stampOf(self);
    return self === undefined || stamp === undefined ? null : { code: stamp.code, self };
  } catch (error) {
    if (error instanceof ZerothError) return null;
    throw error;
  }
};

export const oracleHost: OracleHost = {
  resolve: resolveOrdinary,
  operators: { customVjp, grad, hvp, J, jacobian, stopGradient, valueAndGrad, vjp },
};
