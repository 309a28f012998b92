// A gradient takes at most twelve steps of the interpreter for each step of its function.

import { expect, test } from "vitest";
import { resolve } from "../src/host/resolve.ts";
import { interpretedClosure } from "../src/interp/index.ts";
import { Context, stampOf, type Stamp } from "../src/ir/index.ts";
import { holdsFor, seed, type Callable } from "./arbitrary/law.ts";
import { renderExample } from "./arbitrary/index.ts";

const timeout = 600_000;
const most = 12;

test(`at most ${most} steps for each step of the function`, { timeout }, async () => {
  let worst = { ratio: 0, text: "" };
  await holdsFor({ size: 80 }, 0.6, ({ f, args, program }) => {
    const { code, env } = stampOf(f) as Stamp;
    const steps = { count: 0 };
    const host = { resolve, steps };
    (interpretedClosure(code, env, host) as Callable)(...args());
    const primal = steps.count;
    steps.count = 0;
    const derivative = interpretedClosure(code.program.derivative(code, "J"), env, host) as Callable;
    const [, pullback] = derivative(...args()) as [unknown, Callable];
    pullback(new Context(), 1);
    const ratio = steps.count / primal;
    if (ratio > worst.ratio) worst = { ratio, text: renderExample(program) };
    expect(ratio, `${steps.count} steps for ${primal}`).toBeLessThanOrEqual(most);
  });
  console.log(`cost: the worst of seed ${seed} takes ${worst.ratio.toFixed(2)} steps for each step\n${worst.text}`);
});
