// The tables of docs/rules.md are what the rules say and do. `vitest run props/rules -u` writes them again, so that a change
// of behaviour is seen as a difference.

import { expect, test } from "vitest";
import { rules } from "../../src/ad/rules/index.ts";
import { documentFile, documentText, tables, withTables } from "./document.ts";

test("tables", async () => {
  const seen: string[] = [];
  const rebuilt = withTables((name) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`docs/rules.md: there is no table ${name}`);
    seen.push(name);
    return table();
  });
  expect([...seen].sort()).toEqual(Object.keys(tables).sort());
  await expect(rebuilt).toMatchFileSnapshot(documentFile);
});

test("every rule is named", () => {
  const missing = Object.keys(rules).filter((prim) => !new RegExp(`(^|\\s)${prim}(\\s|$)`, "mu").test(documentText));
  expect(missing).toEqual([]);
});
