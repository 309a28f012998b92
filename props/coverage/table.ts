// How often everything was exercised, as text, and what is wrong with that.

import { entries, sections, type Exercised, type Section } from "./measure.ts";

/** The number of programs that exercised each entry. */
export type Counts = { readonly [section in Section]: ReadonlyMap<string, number> };

export type Reasons = { readonly [section in Section]: { readonly [entry: string]: string } };

export const noCounts: Counts = { operations: new Map(), constructs: new Map(), rules: new Map(), prelude: new Map() };

export function counted(counts: Counts, exercised: Exercised): Counts {
  const next = { ...counts };
  for (const section of sections) {
    const map = new Map(counts[section]);
    for (const entry of exercised[section]) map.set(entry, (map.get(entry) ?? 0) + 1);
    next[section] = map;
  }
  return next;
}

/** Entries of a section that no program exercised. */
export const missing = (counts: Counts, section: Section): readonly string[] =>
  entries[section].filter((entry) => !counts[section].has(entry));

/** What must be put right: entries without count and reason, and reasons that do not hold. */
export function problems(counts: Counts, reasons: Reasons): readonly string[] {
  return sections.flatMap((section) => {
    const given = reasons[section];
    const known = new Set(entries[section]);
    return [
      ...missing(counts, section)
        .filter((entry) => !Object.hasOwn(given, entry))
        .map((entry) => `${section}: ${entry} was never exercised, and no reason is given`),
      ...Object.keys(given)
        .filter((entry) => counts[section].has(entry))
        .map((entry) => `${section}: ${entry} was exercised, although a reason says why it cannot be`),
      ...Object.keys(given)
        .filter((entry) => !known.has(entry))
        .map((entry) => `${section}: a reason is given for ${entry}, which does not exist`),
    ];
  });
}

const titles: { readonly [section in Section]: string } = {
  operations: "Operations of the intermediate representation",
  constructs: "Constructs of the language",
  rules: "Rules of differentiation",
  prelude: "Functions of the prelude",
};

const columns = 3;
const width = 38;

/** The table: entries in the order of the source, with the number of programs. */
export function printTable(counts: Counts, programs: number, reasons: Reasons): string {
  const parts = sections.map((section) => {
    const seen = entries[section].filter((entry) => counts[section].has(entry));
    const cells = seen.map((entry) => entry.padEnd(width - 8) + String(counts[section].get(entry)).padStart(6));
    const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
      cells
        .slice(row * columns, (row + 1) * columns)
        .join("  ")
        .trimEnd(),
    );
    const never = missing(counts, section).map(
      (entry) => `  ${entry}: ${reasons[section][entry] ?? "NO REASON GIVEN"}`,
    );
    const head = `${titles[section]}: ${seen.length} of ${entries[section].length} exercised`;
    return [head, ...rows, ...(never.length === 0 ? [] : ["never exercised:", ...never])].join("\n");
  });
  return [`${programs} random programs; the numbers are those of programs.`, ...parts].join("\n\n");
}
