// The tables of docs/limitations.md are the list of refusals. `vitest run props/refusals -u` writes them again.

import { expect, test } from "vitest";
import { documentFile, tableOf, withTables } from "./document.ts";
import { headings } from "./rows/all.ts";

test("tables", async () => {
  const seen: string[] = [];
  const rebuilt = withTables((name) => {
    const heading = headings.find(({ heading }) => heading === name);
    if (heading === undefined) throw new Error(`docs/limitations.md: there is no list ${name}`);
    seen.push(name);
    return tableOf(heading);
  });
  expect(seen).toEqual(headings.map(({ heading }) => heading));
  await expect(rebuilt).toMatchFileSnapshot(documentFile);
});
