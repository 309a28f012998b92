// What the oracles of src/interp need of the border: which IR a call runs, and which functions the operators are.

import * as zeroth from "../index.ts";
import { resolve } from "../host/resolve.ts";
import type { OracleHost } from "../interp/index.ts";
import { ZerothError } from "../ir/index.ts";
import { stampOf, type Resolve, type Target } from "../runtime/index.ts";
import { isCustom } from "./custom.ts";

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

/** The same, but no rule stands for a foreign function. */
const resolveWithoutRules: Resolve = (callee, word, span, source): Target | null => {
  const target = resolveOrdinary(callee, word, span, source);
  return target !== null && target.self !== callee && isCustom(target.self) ? null : target;
};

const { customJvp: _, customVjp: __, ...operators } = zeroth;

/** Derivatives that are given by hand are as given. */
export const oracleHost: OracleHost = { resolve: resolveOrdinary, operators: zeroth };

/** Functions are what they compute, whatever derivatives they were given. */
export const valueHost: OracleHost = { resolve: resolveWithoutRules, operators };
