// What does not change a program's meaning changes neither its value nor its gradient: other names, code whose result
// is not used, the order of statements that do not concern each other, a call or the body of what is called.

import { render, renamed, withDeadCode, withIndependentSwapped, type Program } from "./arbitrary/index.ts";
import { inlined } from "./inlined.ts";
import { law } from "./law.ts";
import { demand, demandClose, gradientOf, subjectOf, type Subject } from "./subject.ts";

const options = { size: 70 };

async function demandSame(subject: Subject, program: Program, source: string): Promise<void> {
  const other = await subjectOf(program, source);
  const [value, expected] = [other.f(...other.args()), subject.f(...subject.args())];
  demand(Object.is(value, expected), () => `the value is ${String(value)}, not ${String(expected)}, for\n${source}`);
  const gradients = gradientOf(subject)(...subject.args());
  demandClose(gradientOf(other)(...other.args()), gradients, 1e-9, `the gradient of\n${source}`);
}

law("other names", { options, share: 0.25 }, (subject) =>
  demandSame(subject, subject.program, renamed(subject.program)),
);

law("code that is not used", { options, share: 0.25 }, async (subject) => {
  const program = withDeadCode(subject.program);
  await demandSame(subject, program, render(program));
});

law("the order of statements that do not concern each other", { options, share: 0.25 }, async (subject) => {
  const program = withIndependentSwapped(subject.program);
  if (program !== null) await demandSame(subject, program, render(program));
});

law("a function inlined by hand", { options, share: 0.25 }, async (subject) => {
  const { calling, inline } = inlined(subject.program);
  await demandSame(await subjectOf(subject.program, calling), subject.program, inline);
});
