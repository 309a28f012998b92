// The report: docs/faults.md, from what was found.

import { folderOfFault, type Fault } from "./faults.ts";
import { reasons, type Reason } from "./reasons.ts";
import { stages, type Result, type Stage } from "./results.ts";

export interface Judged {
  readonly fault: Fault;
  /** What the stages found so far, in order; the last one may have caught it. */
  readonly results: readonly Result[];
}

export interface Sizes {
  readonly runs: number;
  readonly programs: number;
  readonly seed: number;
}

/** What caught it; null if nothing did so far. */
const catcherOf = ({ results }: Judged): Result | null => results.find(({ how }) => how !== "none") ?? null;

/** The stage that a fault must at least have survived: what is known to be harmless is not judged at length. */
const lastNeeded = (fault: Fault): Stage => (isHarmless(fault) ? "beside" : "laws");

/** What waits to be judged. */
export const openOf = (all: readonly Judged[]): readonly Judged[] =>
  all.filter(
    (judged) => catcherOf(judged) === null && !judged.results.some(({ stage }) => stage === lastNeeded(judged.fault)),
  );

/** What was judged and not caught. */
export const survivorsOf = (all: readonly Judged[]): readonly Judged[] => {
  const open = new Set(openOf(all));
  return all.filter((judged) => catcherOf(judged) === null && !open.has(judged));
};

/** Survivors that no test could catch, since they change nothing. */
const harmlessOf = (all: readonly Judged[]): readonly Judged[] =>
  survivorsOf(all).filter(({ fault }) => isHarmless(fault));

/** Whether enough of what can be caught is, and nothing open, in each folder. */
export const isEnough = (all: readonly Judged[]): boolean =>
  openOf(all).length === 0 &&
  [...groupsOf(all, folderOfFault).values()].every((group) => {
    const harmless = harmlessOf(group).length;
    return survivorsOf(group).length - harmless <= 0.05 * (group.length - harmless);
  });

function groupsOf(all: readonly Judged[], keyOf: (fault: Fault) => string): ReadonlyMap<string, readonly Judged[]> {
  const groups = new Map<string, Judged[]>();
  for (const judged of all) groups.set(keyOf(judged.fault), [...(groups.get(keyOf(judged.fault)) ?? []), judged]);
  return groups;
}

export const reasonOf = ({ file, before, after }: Fault): Reason | null =>
  reasons.find((reason) => reason.file === file && reason.before === before && reason.after === after) ?? null;

/** Whether a reason says that nothing could catch it. */
export const isHarmless = (fault: Fault): boolean => reasonOf(fault)?.harm === "none";

const percent = (part: number, whole: number): string => (whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`);

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map((_, k) => (k === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

function countsBy(all: readonly Judged[], what: string, keyOf: (fault: Fault) => string): string {
  const hasOpen = openOf(all).length > 0;
  const counts = (group: readonly Judged[]): readonly (string | number)[] => {
    const open = openOf(group).length;
    const harmless = harmlessOf(group).length;
    const survived = survivorsOf(group).length - harmless;
    const by = (stage: Stage): number => group.filter((judged) => catcherOf(judged)?.stage === stage).length;
    return [
      group.length,
      ...stages.map(by),
      harmless,
      survived,
      ...(hasOpen ? [open] : []),
      percent(group.length - harmless - survived - open, group.length - harmless),
    ];
  };
  const rows = [...groupsOf(all, keyOf)].map(([key, group]) => [key, ...counts(group)]);
  return table(
    [
      what,
      "planted",
      "caught by quick laws",
      "only by tests beside",
      "only by other tests",
      "only by laws at length",
      "only by more programs",
      "harmless",
      "survived",
      ...(hasOpen ? ["open"] : []),
      "caught",
    ],
    [...rows, ["**all**", ...counts(all)]],
  );
}

function catchers(all: readonly Judged[]): string {
  const counts = new Map<string, number>();
  for (const judged of all) {
    const result = catcherOf(judged);
    if (result === null) continue;
    const { how, law } = result;
    const name = how === "law" ? law : how === "crash" ? "_the compiler does not load_" : "_a program does not end_";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  return table(["what failed first", "faults"], rows);
}

const harms = { none: "Harmless", slower: "Slower", wrong: "Wrong" } as const;

function survivor({ fault }: Judged): string {
  const { file, line, operator, before, after } = fault;
  const reason = reasonOf(fault);
  const why = reason === null ? "**No reason is known.**" : `${harms[reason.harm]}: ${reason.why}`;
  if (before === "") return `- IR, ${after}: ${why}`;
  return `**${file}:${line}**, ${operator}. ${why}\n\n\`\`\`diff\n- ${before}\n+ ${after}\n\`\`\``;
}

export function reportOf(all: readonly Judged[], { runs, programs, seed }: Sizes): string {
  const survivors = survivorsOf(all);
  const open = openOf(all).length;
  const harmless = harmlessOf(all).length;
  const caught = all.length - survivors.length - open;
  const waiting = open === 0 ? "" : ` ${open} are not judged to the end yet.`;
  const further =
    programs === 0
      ? "what survives has not been judged by more programs in this run."
      : `and what survives, by ${programs} programs more, each under every law that is about it.`;
  return `# Faults that must be caught

<!-- Written by \`npm run faults\`; reasons are kept in props/faults/reasons.ts. -->

The laws of \`props\` are only worth something if a wrong compiler breaks them. \`npm run faults\` plants faults, one at a
time, each in a process of its own. Each faulty compiler is judged by three programs and by the laws that need none; what
they let through, by the tests and textual fixtures beside the code and by those of whole programs; what is left, by all laws
at the size that they have in \`npm run test:laws\` (${runs} programs, or a law's share of them); ${further} Seed ${seed}.

**${caught} of ${all.length - harmless} faults are caught, ${percent(caught, all.length - harmless)}**.${waiting} At least 95 %
must be, in each folder. ${harmless} more that were planted are harmless: code with them means and costs the same, as the
reasons below say, so that nothing could catch them; they are not counted.

${countsBy(all, "folder", folderOfFault)}

## What is planted

Most are edits of a line of the compiler or the prelude by the operators of \`props/faults/operators.ts\`: a sign, an
operand, a primitive, a constant, a condition, a statement, an element, a table entry or an order is another one, or is
missing. Each folder has its part of the sample in proportion to its lines (at least twenty), and each line that can carry a
fault is as likely as any other, by a hash of the texts. The rest spoil the IR that the transforms emit, as
\`props/faults/ir-faults.ts\` says: at the first or the last place in each function, or in derivatives of derivatives alone.

Left out is what cannot be a wrong derivative or a wrong pass:

- types, imports, names and places of values, the texts of errors and what throws them;
- the lists of what is cheap, exact or may be inlined, and equations of \`simplify\` left out: without an entry there is
  less done, nothing else;
- conditions that let less through: a part is dropped of \`a && b\` before something is done, and of \`a || b\` before it is
  left alone, not the other way round;
- the order of work lists, and how deep a search goes;
- what \`explain\` counts (\`src/compile/costs.ts\`);
- edits that do not pass the type check, since no build would let them through.

Faults that only make derivatives slower are planted like all others: the laws of cost are there to catch them.

## By operator

${countsBy(all, "operator", ({ operator }) => operator)}

## By place

${countsBy(all, "place", ({ group }) => group)}

## What caught them

The first law that failed, or that a test did.

${catchers(all)}

## Survivors

${survivors.length === 0 ? "None." : survivors.map(survivor).join("\n\n")}
`;
}
