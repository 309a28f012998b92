import { expect, test } from "vitest";
import { arrayOf, join, recordOf, type Type } from "../ir/index.ts";
import { thrownBy } from "../test-support/thrown-by.ts";
import { BeginAgain } from "./not-specialised.ts";
import { PairStorage } from "./pair-storage.ts";
import { holdsStandIn, isPairType, standInFor } from "./stand-in-types.ts";
import { findsOut, tellsOf } from "./stand-ins.ts";

test("pairs are records once an element is read of which nothing is known, and until something else begins", () => {
  const pairs = new PairStorage();
  pairs.readUnknown();
  expect(pairs.kind).toBe("themselves");
  pairs.noteUnlike();
  const again = thrownBy(BeginAgain, () => {
    pairs.readUnknown();
  });
  expect([again.reason, pairs.kind]).toEqual(["data of a structure that is not known", "themselves"]);
  again.change();
  expect([pairs.kind, pairs.key]).toEqual(["records", "pairs "]);
  expect(pairs.asThemselves(() => pairs.kind)).toBe("refused");
  expect(pairs.kind).toBe("records");
  pairs.begin();
  pairs.reset();
  pairs.readUnknown();
  expect(pairs.kind).toBe("themselves");
});

test("what was refused is not tried again", () => {
  const pairs = new PairStorage();
  pairs.kind = "refused";
  pairs.noteUnlike();
  pairs.readUnknown();
  expect([pairs.kind, pairs.key]).toEqual(["refused", ""]);
  expect(pairs.asThemselves(() => pairs.kind)).toBe("refused");
});

const pair = (...types: readonly Type[]): Type => recordOf(new Map(types.map((type, k) => [`[${k}]`, type])));
const named = recordOf(new Map<string, Type>([["name", "str"]]));

test("types tell pairs from records", () => {
  expect([pair("str", "num"), join(pair("str"), named), named, "num" as const].map(isPairType)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([arrayOf(pair("str", "num")), arrayOf(named)].map(holdsStandIn)).toEqual([true, false]);
  expect(standInFor(pair("str", "num"))).toBe("pair");
  expect(tellsOf(arrayOf(pair("str", "num")), arrayOf(pair("str", "num")))).toBe(true);
  expect(tellsOf("any", pair("str", "num"))).toBe(false);
  expect(tellsOf(named, pair("str", "num"))).toBe(false);
});

test("questions that tell an array from a record find a pair out", () => {
  expect(findsOut("typeof", 0, "pair", false)).toBe(false);
  expect(findsOut("eq", 0, "pair", false)).toBe(false);
  expect(findsOut("set", 0, "pair", false)).toBe(false);
  expect(findsOut("instanceof", 0, "pair", false)).toBe(true);
  expect(findsOut("keys", 0, "pair", false)).toBe(true);
});
