// The report: docs/faults.md, from what was found.

import type { Fault } from "./faults.ts";
import { reasons } from "./reasons.ts";
import { fixtures, type Result } from "./results.ts";

export interface Judged {
  readonly fault: Fault;
  /** As `npm test` judges; null if that has not been done so far. */
  readonly tests: Result | null;
  /** By many programs, if it survived that. */
  readonly programs: Result | null;
}

export interface Sizes {
  readonly runs: number;
  readonly programs: number;
  readonly seed: number;
}

const catches = (result: Result | null): boolean => result !== null && result.how !== "none";

const isCaught = ({ tests, programs }: Judged): boolean => catches(tests) || catches(programs);

/** What was judged and not caught. */
export const survivorsOf = (all: readonly Judged[]): readonly Judged[] =>
  all.filter((judged) => judged.tests !== null && !isCaught(judged));

/** What waits to be judged. */
export const openOf = (all: readonly Judged[]): readonly Judged[] => all.filter(({ tests }) => tests === null);

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
  const hasOpen = openOf(all).length > 0;
  const counts = (group: readonly Judged[]): readonly (string | number)[] => [
    group.length,
    group.filter(({ tests }) => catches(tests) && tests?.law !== fixtures).length,
    group.filter(({ tests }) => catches(tests) && tests?.law === fixtures).length,
    group.filter(({ programs }) => catches(programs)).length,
    survivorsOf(group).length,
    ...(hasOpen ? [openOf(group).length] : []),
  ];
  const rows = [...groups].map(([key, group]) => [key, ...counts(group)]);
  return table(
    [
      what,
      "planted",
      "caught by laws",
      "only by fixtures",
      "only by more programs",
      "survived",
      ...(hasOpen ? ["open"] : []),
    ],
    [...rows, ["**all**", ...counts(all)]],
  );
}

function catchers(all: readonly Judged[]): string {
  const counts = new Map<string, number>();
  for (const { tests, programs } of all) {
    const result = catches(programs) ? programs : tests;
    if (result === null || result.how === "none") continue;
    const { how, law } = result;
    const name = how === "law" ? law : how === "crash" ? "_the compiler does not load_" : "_a program does not end_";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  return table(["what failed first", "faults"], rows);
}

function survivor({ fault }: Judged): string {
  const { file, line, operator, before, after } = fault;
  const why = reasonOf(fault) ?? "**No reason is known.**";
  if (before === "") return `- IR, ${after}: ${why}`;
  return `**${file}:${line}**, ${operator}. ${why}\n\n\`\`\`diff\n- ${before}\n+ ${after}\n\`\`\``;
}

export function reportOf(all: readonly Judged[], { runs, programs, seed }: Sizes): string {
  const survivors = survivorsOf(all);
  const open = openOf(all).length;
  const caught = all.length - survivors.length - open;
  const byFixtures = all.filter(({ tests }) => tests?.law === fixtures).length;
  const waiting = open === 0 ? "" : ` ${open} are not judged to the end yet.`;
  const longer = all.filter((judged) => judged.programs !== null).length;
  const further =
    programs === 0
      ? "what survives has not been judged by more programs in this run."
      : `what survives is judged by ${programs} programs more, each under every law that is about it (here ${longer} faults were).`;
  return `# Faults that must be caught

<!-- Written by \`npm run faults\`; reasons are kept in props/faults/reasons.ts. -->

The laws of \`props\` are only worth something if a wrong compiler breaks them. \`npm run faults\` plants faults, one at a
time, each in a process of its own. The laws judge each faulty compiler at the size that they have in \`npm test\`
(${runs} programs, or a law's share of them). What they let through is judged by the textual fixtures beside the code, which say
what passes make of pieces of IR; ${further} Seed ${seed}.

**${caught} of ${all.length} faults are caught, ${percent(caught, all.length)}**: ${caught - byFixtures} by laws, ${byFixtures} only by fixtures.${waiting}

## What is planted

Two thirds are edits of a line of \`src/ad\`, \`src/closure\` or \`src/opt\` by the operators of
\`props/faults/operators.ts\`: a sign, an operand, a primitive, a constant, a condition, a statement, an element, a table
entry or an order is another one, or is missing. The rest spoil the IR that these emit, as \`props/faults/ir-faults.ts\`
says: at the first or the last place in each function, or in derivatives of derivatives alone. The sample is drawn in
proportion to the square root of how many faults of an operator there are in a file, by a hash of their texts, so that
neither a long file nor a common operator is all of it.

Left out is what cannot be a wrong derivative or a wrong pass:

- types, imports, names and places of values, the texts of errors and what throws them;
- the lists of what is cheap, exact or may be inlined, and equations of \`simplify\` left out: without an entry there is
  less done, nothing else;
- conditions that let less through: a part is dropped of \`a && b\` before something is done, and of \`a || b\` before it is
  left alone, not the other way round;
- the order of work lists, and how deep a search goes;
- what \`explain\` counts (\`src/opt/costs.ts\`);
- edits that do not pass the type check, since no build would let them through.

Faults that only make derivatives slower are planted like all others: the laws of cost are there to catch them.

## By operator

${countsBy(all, "operator", ({ operator }) => operator)}

## By place

${countsBy(all, "place", ({ group }) => group)}

## What caught them

The first law that failed. Laws that need no program are asked first, then programs are judged by all laws, then each law by
programs of its own, and the fixtures last.

${catchers(all)}

## Survivors

${survivors.length === 0 ? "None." : survivors.map(survivor).join("\n\n")}
`;
}
