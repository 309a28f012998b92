// A name in another module means a variable only if what is written to the variable is read under the name.

import { expect, test } from "vitest";
import type { LiveBox } from "./box.ts";
import { Alias, registerExported } from "./exported.ts";

test("variables with equal values are told apart", () => {
  const [one, other] = [{ v: 5 }, { v: 5 }] as unknown as readonly [LiveBox, LiveBox];
  registerExported(one);
  registerExported(other);
  const find = (box: LiveBox): LiveBox | null => new Alias(() => box.v).box;
  expect(find(one)).toBe(one);
  expect(find(other)).toBe(other);
  expect(new Alias(() => 5).box).toBeNull();
});
