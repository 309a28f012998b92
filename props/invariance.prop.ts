// What does not change a program's meaning changes neither its value nor its gradient: other names, code whose result
// is not used, the order of statements that do not concern each other, a call or the body of what is called.

import { render, renamed, withDeadCode, withIndependentSwapped, type Program } from "./arbitrary/index.ts";
import { inlined } from "./inlined.ts";
import { law } from "./law.ts";
import { demand, demandClose, gradientOf, subjectOf, type Callable, type Subject } from "./subject.ts";

const options = { size: 70 };

async function demandSame(subject: Subject, what: string, source: string): Promise<void> {
  const other = await subjectOf(subject.program, source);
  const [value, expected] = [other.f(...other.args()), subject.f(...subject.args())];
  demand(
    Object.is(value, expected),
    () => `${what}: the value is ${String(value)}, not ${String(expected)}\n${source}`,
  );
  const gradients = gradientOf(subject)(...subject.args());
  demandClose(gradientOf(other)(...other.args()), gradients, 1e-9, `${what}: the gradient of\n${source}`);
}

const swapped = (program: Program): Program => withIndependentSwapped(program) ?? program;

const rewritings: readonly (readonly [what: string, rewrite: (program: Program) => string])[] = [
  ["other names", renamed],
  ["code that is not used", (program) => render(withDeadCode(program))],
  ["another order of statements that do not concern each other", (program) => render(swapped(program))],
];

law("other names, unused code, another order change nothing", { options, share: 0.3, turns: 6 }, async (subject) => {
  const all = renamed(withDeadCode(swapped(subject.program)));
  try {
    await demandSame(subject, "all at once", all);
  } catch (error) {
    // Which it was.
    for (const [what, rewrite] of rewritings) await demandSame(subject, what, rewrite(subject.program));
    throw error;
  }
});

law(
  "the body of a function in place of its call changes nothing",
  { options, share: 0.2, turns: 6, extra: inlined },
  (subject) => {
    const { exports, program, args } = subject;
    const [calling, inline] = [exports["calling"] as Callable, exports["inline"] as Callable];
    const [value, expected] = [inline(...args()), calling(...args())];
    demand(Object.is(value, expected), () => `the value is ${String(value)}, not ${String(expected)}`);
    const gradients = gradientOf({ f: calling, program })(...args());
    demandClose(gradientOf({ f: inline, program })(...args()), gradients, 1e-9, "the gradient");
  },
);
