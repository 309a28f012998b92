import { expect, test } from "vitest";
import type { ValueId } from "../ir/index.ts";
import { namedValues } from "../test-support/named-values.ts";
import { gatheringOf } from "./gatherings.ts";

/** A loop over all records in a loop that is surely reached. */
const usual = `
fn @f {
bb0(%self; %ps: [{m:num,at:{x:numbers}}], %n: int, %q):
  %count: int = load %ps, "length"
  %any = lt 0, %count
  jump bb1(0)
bb1(%k: int):
  branch %any, bb2(0), bb3
bb2(%i: int):
  %raw = load %ps, %i
  %p: {m:num,at:{x:numbers}} = guard-record %raw
  guard-data %p, "m"
  %m = load %p, "m"
  %in = load %p, "at"
  %at: {x:numbers} = guard-record %in
  %list = load %at, "x"
  %x: numbers = guard-array %list
  %e = load %x, 1
  %i.1: int = add %i, 1
  %more = lt %i.1, %count
  branch %more, bb2(%i.1), bb3
bb3:
  %k.1: int = add %k, 1
  %again = lt %k.1, %n
  branch %again, bb1(%k.1), bb4
bb4:
  return 0
}`;

/** What is copied of each record; null if the array stays. */
function copied(...changes: readonly (readonly [from: string, to: string])[]): readonly string[] | null {
  let text = usual;
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  const { func } = namedValues(text);
  const array = func.values.findIndex(({ hint }) => hint === "ps") as ValueId;
  return gatheringOf(func, array)?.leaves.map(({ path }) => path.join(".")) ?? null;
}

const [call, read] = ['  %m = load %p, "m"\n', "  %e = load %x, 1\n"];

test("what is read of records, of records in them, and of arrays by constant indices", () => {
  expect(copied()).toEqual(["m", "at.x.1"]);
  // Of an array, something else is asked.
  expect(copied([read, '  %e = load %x, "length"\n'])).toEqual(["m", "at.x"]);
  expect(copied([read, "  %e = load %x, %i\n"])).toEqual(["m", "at.x"]);
  expect(copied([read, "  %e = is-nullish %list\n"])).toEqual(["m", "at.x"]);
});

test("a loop over other records than those before has none of them either", () => {
  const inner: readonly [string, string] = [
    call,
    `  branch %any, bb5(0), bb6\nbb5(%j: int):\n  %m = load %p, "m"\n  %j.1: int = add %j, 1\n  %on = lt %j.1, %count\n  branch %on, bb5(%j.1), bb6\nbb6:\n`,
  ];
  expect(copied(inner)).toEqual(["m", "at.x.1"]);
  // On another way it is not reached.
  expect(
    copied(inner, ["  branch %any, bb5(0), bb6\n", "  branch %q, bb7, bb6\nbb7:\n  branch %any, bb5(0), bb6\n"]),
  ).toBeNull();
  // The inner loop may be empty.
  expect(copied(inner, ["%on = lt %j.1, %count", "%on = lt %j.1, %n"])).toBeNull();
});

const kept: readonly (readonly [what: string, ...changes: (readonly [string, string])[]])[] = [
  ["a property that some lack", ["m:num", "m?:num"]],
  ["a property that leads back to the records", ["m:num", "m:[^1]"]],
  ["what may be anything", ["m:num", "m:any"]],
  ["a record that is given away", [call, `${call}  %y = call %q(%p)\n`]],
  ["what may be absent", [call, `${call}  %y = is-nullish %raw\n`]],
  ["an array that is given away", [call, `${call}  %y = call %q(%ps)\n`]],
  ["an array that has names", [call, `${call}  %y = load %ps, "name"\n`]],
  ["a loop that may be left", [call, `${call}  branch %q, bb5, bb4\nbb5:\n`]],
  ["a property of some records", [call, `  branch %q, bb5, bb6\nbb5:\n${call}  jump bb6\nbb6:\n`]],
  ["a loop to another end", ["%more = lt %i.1, %count", "%more = lt %i.1, %n"]],
  ["a loop that may be passed by", ["  jump bb1(0)\n", "  branch %q, bb1(0), bb5\nbb5:\n  jump bb4\n"]],
  ["a loop on one of two ways", ["  jump bb1(0)\n", "  branch %q, bb1(0), bb5\nbb5:\n  return 1\n"]],
  [
    "a loop whose entry may be passed by",
    ["  jump bb1(0)\n", "  branch %q, bb5, bb6\nbb5:\n  jump bb1(0)\nbb6:\n  jump bb4\n"],
  ],
  [
    "what a second loop reads, which may be left",
    [call, ""],
    [
      "bb4:\n",
      `bb4:\n  branch %any, bb5(0), bb7\nbb5(%j: int):\n  %other = load %ps, %j\n  %p.1: {m:num,at:{x:numbers}} = guard-record %other\n  %m = load %p.1, "m"\n  branch %q, bb6, bb7\nbb6:\n  %j.1: int = add %j, 1\n  %on = lt %j.1, %count\n  branch %on, bb5(%j.1), bb7\nbb7:\n`,
    ],
  ],
  [
    "what a loop reads all of that may not run",
    ['  %in = load %p, "at"\n', '  branch %q, bb5, bb4\nbb5:\n  %in = load %p, "at"\n'],
    ['  %at: {x:numbers} = guard-record %in\n  %list = load %at, "x"\n  %x: numbers = guard-array %list\n', ""],
    [read, ""],
    ['  %in = load %p, "at"\n', ""],
    [
      "bb4:\n",
      `bb4:\n  branch %q, bb6, bb8\nbb6:\n  branch %any, bb7(0), bb8\nbb7(%j: int):\n  %other = load %ps, %j\n  %p.1: {m:num,at:{x:numbers}} = guard-record %other\n  %m.1 = load %p.1, "m"\n  %j.1: int = add %j, 1\n  %on = lt %j.1, %count\n  branch %on, bb7(%j.1), bb8\nbb8:\n`,
    ],
  ],
  ["one loop", ["branch %again, bb1(%k.1), bb4", "jump bb4"], ["  %again = lt %k.1, %n\n", ""]],
];

test.each(kept.map(([what, ...changes]) => [what, changes] as const))("not %s", (_, changes) => {
  expect(copied(...changes)).toBeNull();
});
