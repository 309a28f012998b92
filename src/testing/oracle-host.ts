// What the oracles of src/interp need from the border: the IR that a call runs, and the identities of the operators.

import * as zeroth from "../index.ts";
import { resolve } from "../host/resolve.ts";
import type { OracleHost } from "../interp/index.ts";
import { ZerothError } from "../ir/index.ts";
import { stampOf, type Resolve, type Target } from "../runtime/index.ts";
import { isCustom } from "./custom.ts";

/**
 * Resolves ordinary calls. For a function that has no IR yet its derivative is requested: this compiles it from its text, or
 * finds its stand-in (a rule, the wrapper of a native function without a derivative). The derivative itself does not run.
 */
const resolveOrdinary: Resolve = (callee, word, span, source) => {
  const direct = resolve(callee, word, span, source);
  if (direct !== null || typeof callee !== "function") return direct;
  try {
    const self = resolve(callee, "J", span, source)?.self;
    const stamp = stampOf(self);
    if (self === undefined || stamp === undefined) return null;
    const { code } = stamp;
    return { code: word === "" ? code : code.program.derivative(code, word), self };
  } catch (error) {
    if (error instanceof ZerothError) return null;
    throw error;
  }
};

/** The same, except that rules do not replace foreign functions. */
const resolveWithoutRules: Resolve = (callee, word, span, source): Target | null => {
  const target = resolveOrdinary(callee, word, span, source);
  return target !== null && target.self !== callee && isCustom(target.self) ? null : target;
};

const { customJvp: _, customVjp: __, ...operators } = zeroth;

/** Accepts handwritten derivatives as given. */
export const oracleHost: OracleHost = { resolve: resolveOrdinary, operators: zeroth };

/** Takes functions as what they compute, whatever derivatives they were given. */
export const valueHost: OracleHost = { resolve: resolveWithoutRules, operators };
