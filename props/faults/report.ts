// The report: docs/faults.md, from what was found.

import type { Fault } from "./faults.ts";
import { reasons } from "./reasons.ts";
import type { Result } from "./results.ts";

export interface Judged {
  readonly fault: Fault;
  /** As `npm test` judges. */
  readonly tests: Result;
  /** By many programs, if it survived that. */
  readonly programs: Result | null;
}

export interface Sizes {
  readonly runs: number;
  readonly programs: number;
  readonly seed: number;
}

export const isCaught = ({ tests, programs }: Judged): boolean =>
  tests.how !== "none" || (programs !== null && programs.how !== "none");

export const survivorsOf = (all: readonly Judged[]): readonly Judged[] => all.filter((judged) => !isCaught(judged));

export const reasonOf = ({ file, before, after }: Fault): string | null =>
  reasons.find((reason) => reason.file === file && reason.before === before && reason.after === after)?.why ?? null;

const percent = (part: number, whole: number): string => (whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`);

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map((_, k) => (k === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

function countsBy(all: readonly Judged[], what: string, keyOf: (fault: Fault) => string): string {
  const groups = new Map<string, Judged[]>();
  for (const judged of all) groups.set(keyOf(judged.fault), [...(groups.get(keyOf(judged.fault)) ?? []), judged]);
  const counts = (group: readonly Judged[]): readonly (string | number)[] => [
    group.length,
    group.filter(({ tests }) => tests.how !== "none").length,
    group.filter(({ tests, programs }) => tests.how === "none" && programs !== null && programs.how !== "none").length,
    survivorsOf(group).length,
  ];
  const rows = [...groups].map(([key, group]) => [key, ...counts(group)]);
  return table(
    [what, "planted", "caught as in `npm test`", "only by more programs", "survived"],
    [...rows, ["**all**", ...counts(all)]],
  );
}

function catchers(all: readonly Judged[]): string {
  const counts = new Map<string, number>();
  for (const { tests, programs } of all) {
    const { how, law } = tests.how === "none" && programs !== null ? programs : tests;
    if (how === "none") continue;
    const name = how === "law" ? law : how === "crash" ? "_the compiler does not load_" : "_a program does not end_";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  return table(["what failed first", "faults"], rows);
}

const code = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``;

function survivor({ fault }: Judged): string {
  const { file, line, operator, before, after } = fault;
  const why = reasonOf(fault) ?? "**No reason is known.**";
  if (before === "") return `- IR, ${after}: ${why}`;
  return `**${file}:${line}**, ${operator}. ${why}\n\n${code(`${before}\n// with the fault:\n${after}`)}`;
}

export function reportOf(all: readonly Judged[], { runs, programs, seed }: Sizes): string {
  const survivors = survivorsOf(all);
  const caught = all.length - survivors.length;
  return `# Faults that must be caught

<!-- Written by \`npm run faults\`; reasons are kept in props/faults/reasons.ts. -->

The laws of \`props\` are only worth something if a wrong compiler breaks them. \`npm run faults\` plants faults, one at a
time: it edits a line of \`src/ad\`, \`src/closure\` or \`src/opt\` (\`props/faults/operators.ts\` says how), or spoils the IR
that these emit (\`props/faults/ir-faults.ts\`). The laws judge each faulty compiler at the size that they have in
\`npm test\` (${runs} programs, or a law's share of them); what survives is judged by ${programs} programs more, each under
every law that is about it. Faults are drawn evenly from files and operators, seed ${seed}.

**${caught} of ${all.length} faults are caught, ${percent(caught, all.length)}.**

## By operator

${countsBy(all, "operator", ({ operator }) => operator)}

## By place

${countsBy(all, "place", ({ group }) => group)}

## What caught them

The first law that failed; programs are judged by all laws before the laws are run one by one.

${catchers(all)}

## Survivors

${survivors.length === 0 ? "None." : survivors.map(survivor).join("\n\n")}
`;
}
