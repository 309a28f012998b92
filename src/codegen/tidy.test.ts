// Statements are tidied without a change of meaning, and as far as a reader would expect.

import { expect, test } from "vitest";
import { noSpan } from "../ir/index.ts";
import type { Expr } from "./expression.ts";
import type { Statement } from "./statement.ts";
import { tidy } from "./tidy.ts";

const expr = (text: string): Expr => ({ text, strength: 18, ordered: false, reads: [], place: -1, slots: 1 });
const act = (text: string): Statement => ({ kind: "effect", expr: expr(text), span: noSpan });
const leave: Statement = { kind: "return", expr: expr("0"), span: noSpan };
const choice = (then: readonly Statement[], otherwise: readonly Statement[]): Statement & { kind: "if" } => ({
  kind: "if",
  condition: expr("c"),
  negate: false,
  then,
  else: otherwise,
  span: noSpan,
});
const jump = (kind: "break" | "continue", label: number): Statement => ({ kind, label });
const labelled = (kind: "loop" | "block", label: number, body: readonly Statement[]): Statement => ({
  kind,
  label,
  body,
});

test("a side that never ends needs no else", () => {
  expect(tidy([choice([leave], [act("a")])])).toEqual([choice([leave], []), act("a")]);
  expect(tidy([choice([act("a")], [leave])])).toEqual([{ ...choice([leave], []), negate: true }, act("a")]);
});

test("a choice of which one side ends, whichever it is, ends: what follows stays", () => {
  const both = (then: readonly Statement[], otherwise: readonly Statement[]): readonly Statement[] =>
    tidy([choice([choice(then, otherwise), act("b")], [act("a")]), act("z")]);
  for (const inner of [both([leave], [act("c")]), both([act("c")], [leave])]) {
    expect(JSON.stringify(inner)).toContain('"b"');
    expect(JSON.stringify(inner)).toContain('"z"');
  }
  const ends = choice([choice([leave], [leave])], [act("a")]);
  expect(tidy([ends, act("z")])).toEqual([choice([choice([leave], []), leave], []), act("a"), act("z")]);
});

test("jumps to where control goes anyway vanish, through blocks too", () => {
  const inner = labelled("block", 2, [choice([act("a"), jump("break", 2)], []), act("b"), jump("continue", 1)]);
  expect(tidy([labelled("loop", 1, [act("z"), inner])])).toEqual([
    labelled("loop", 1, [act("z"), labelled("block", 2, [choice([act("a"), jump("break", 2)], []), act("b")])]),
  ]);
});

test("a block that nothing leaves dissolves", () => {
  expect(tidy([labelled("block", 3, [act("a"), jump("break", 3)]), act("b")])).toEqual([act("a"), act("b")]);
});

test("what follows a block that something leaves stays", () => {
  const block = labelled("block", 3, [choice([jump("break", 3)], []), leave]);
  expect(tidy([block, act("z")])).toEqual([block, act("z")]);
});
