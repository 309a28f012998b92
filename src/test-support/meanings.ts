// The meanings of a function besides JavaScript's own: by the reference interpreter, and by generated code.

import { engine } from "../host/enter.ts";
import { resolve } from "../host/resolve.ts";
import { checkShapes, interpretedClosure } from "../interp/index.ts";
import { noSpan } from "../ir/index.ts";
import { stampOf, type Stamp } from "../runtime/index.ts";

type Callable = (...args: never[]) => unknown;

/** The function as the interpreter runs it, and everything it calls that has IR. */
export function interpreted(f: Callable, steps?: { count: number }): Callable {
  const { code, env } = stamped(f);
  const host = { resolve, onReturn: checkShapes };
  return interpretedClosure(code, env, steps === undefined ? host : { ...host, steps });
}

/** The function as generated code runs it. */
export function generated(f: Callable): Callable {
  const { code, env } = stamped(f);
  return engine.closureOf(code, env);
}

function stamped(f: Callable): Stamp {
  // A closed function that no plugin met is compiled from its text here.
  if (stampOf(f) === undefined) resolve(f, "J", noSpan, undefined);
  const stamp = stampOf(f);
  if (stamp === undefined) throw new Error(`${f.name} has no IR`);
  return stamp;
}
