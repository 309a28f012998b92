// The tables of docs/limitations.md: what is refused, and what to write instead, below the name of each heading.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Heading } from "./refusal.ts";

/** Where the document is. */
export const documentFile: string = fileURLToPath(new URL("../../docs/limitations.md", import.meta.url));
/** The document as it is. */
export const documentText: string = readFileSync(documentFile, "utf8");

/** The table of a heading, with columns of equal width. */
export function tableOf({ rows }: Heading): string {
  const cells = [["construct", "instead"], ...rows.map(({ construct, instead }) => [construct, instead])].map((row) =>
    row.map((cell) => cell.replaceAll("|", "\\|")),
  );
  const widths = [0, 1].map((k) => Math.max(...cells.map((row) => row[k]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, k) => cell.padEnd(widths[k] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** The document with the table below each heading of the third rank replaced by what `make` gives for its name. */
export const withTables = (make: (heading: string) => string): string =>
  documentText.replaceAll(
    /^### (.*)\n\n(?:\|.*\n)*/gmu,
    (_, heading: string) => `### ${heading}\n\n${make(heading)}\n`,
  );
