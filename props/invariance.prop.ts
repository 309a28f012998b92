// What does not change a program's meaning changes neither its value nor its gradient: other names, code whose result
// is not used, the order of statements that do not concern each other.

import { expect, test } from "vitest";
import { expectClose } from "../src/test-support/expect-close.ts";
import { gradientOf, holdsFor, subjectOf, type Subject } from "./arbitrary/law.ts";
import { render, renamed, withDeadCode, withIndependentSwapped, type Program } from "./arbitrary/index.ts";

const timeout = 600_000;

async function expectSame(subject: Subject, program: Program, source: string): Promise<void> {
  const other = await subjectOf(program, source);
  expect(other.f(...other.args())).toBe(subject.f(...subject.args()));
  const [actual, expected] = [gradientOf(other)(...other.args()), gradientOf(subject)(...subject.args())];
  expectClose(actual, expected, 1e-9, source);
}

test("other names", { timeout }, async () => {
  await holdsFor({ size: 70 }, 0.25, (subject) => expectSame(subject, subject.program, renamed(subject.program)));
});

test("code that is not used", { timeout }, async () => {
  await holdsFor({ size: 70 }, 0.25, async (subject) => {
    const program = withDeadCode(subject.program);
    await expectSame(subject, program, render(program));
  });
});

test("the order of statements that do not concern each other", { timeout }, async () => {
  await holdsFor({ size: 70 }, 0.25, async (subject) => {
    const program = withIndependentSwapped(subject.program);
    if (program !== null) await expectSame(subject, program, render(program));
  });
});
