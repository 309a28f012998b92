// Every row of the list is refused as it says, and its remedy works; every place in the sources that refuses something has a row.

import { describe, expect, test } from "vitest";
import { excused } from "./excused.ts";
import { headings } from "./rows/all.ts";
import { framesOf, runOf } from "./run.ts";
import { sites, sitesAt, type Site } from "./sites.ts";

const rows = headings.flatMap((heading) => heading.rows);

describe.each(headings)("refused: $heading", (heading) => {
  test.each(heading.rows.map((row) => [row.construct, row] as const))("%s", async (_, row) => {
    expect((await runOf(row)).complaints).toEqual([]);
  });
});

test("no construct is listed twice", () => {
  const names = headings.flatMap(({ heading, rows }) => rows.map(({ construct }) => `${heading}: ${construct}`));
  expect(names.filter((name, k) => names.indexOf(name) < k)).toEqual([]);
});

const all = sites();
const isMeant =
  (site: Site) =>
  ({ file, part }: (typeof excused)[number]): boolean =>
    site.file === file && site.text.includes(part);

test("every place that refuses something is reached by a row, or excused", async () => {
  expect(all.length).toBeGreaterThan(50);
  const reached = new Set<Site>();
  for (const row of rows) for (const site of sitesAt(all, (await runOf(row)).frames)) reached.add(site);
  const shown = (sites: readonly Site[]): readonly string[] =>
    sites.map(({ file, line, text }) => `${file}:${line} ${text}`);
  expect(shown(all.filter((site) => !reached.has(site) && !excused.some(isMeant(site))))).toEqual([]);
  expect(shown(all.filter((site) => reached.has(site) && excused.some(isMeant(site))))).toEqual([]);
});

test.each(excused.map((excuse) => [`${excuse.file}: ${excuse.part}`, excuse] as const))(
  "excused: %s",
  async (_, excuse) => {
    const meant = all.filter((site) => isMeant(site)(excuse));
    expect(meant.length).toBe(1);
    if (excuse.program === undefined) return;
    const reached = sitesAt(all, await framesOf(excuse.program));
    expect(meant.filter((site) => !reached.has(site))).toEqual([]);
  },
);
