// A gradient takes at most twelve steps of the interpreter for each step of its function, beside one for each value that its
// pullback has captured: it reads them all, where the function returned early, too.

import { resolve } from "../src/host/resolve.ts";
import { interpretedClosure } from "../src/interp/index.ts";
import { Context, stampOf, type Stamp } from "../src/runtime/index.ts";
import { renderExample } from "./arbitrary/index.ts";
import { law } from "./law.ts";
import { demand, type Callable } from "./subject.ts";

const most = 12;

law(`at most ${most} steps for each step of the function`, { share: 0.6 }, ({ f, args, program }, counter) => {
  const { code, env } = stampOf(f) as Stamp;
  const steps = { count: 0 };
  const host = { resolve, steps };
  (interpretedClosure(code, env, host) as Callable)(...args());
  const primal = steps.count;
  steps.count = 0;
  const derivative = interpretedClosure(code.program.derivative(code, "J"), env, host) as Callable;
  const [, pullback] = derivative(...args()) as [unknown, Callable];
  pullback(new Context(), 1);
  const ratio = (steps.count - (stampOf(pullback) as Stamp).env.length) / primal;
  counter.worst("steps of a gradient for each step of its function", ratio, () => renderExample(program));
  demand(ratio <= most, () => `${ratio * primal} steps for ${primal}`);
});
