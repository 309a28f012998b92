// The table of operators: `npm run matrix`. Tries every pair and triple on every program, prints the table, writes it to
// docs/operators.md, and exits with 1 if a cell fails.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { createProgress } from "../progress.ts";
import { fault, nameOf, pairs, tolerance, triples, type Chain } from "./matrix.ts";
import { leftOut, operators } from "./operators.ts";
import { programs } from "./programs.ts";

const names = Object.keys(programs);
const failures: string[] = [];
const progress = createProgress(pairs.length + triples.length, "chains");
let done = 0;

/** How many programs a chain is right on. */
function tried(chain: Chain): number {
  const faults = names.flatMap((program) => {
    const wrong = fault(chain, program);
    return wrong === null ? [] : [`${nameOf(chain)}, ${program}: ${wrong}`];
  });
  failures.push(...faults);
  progress.update(++done, failures.length);
  return names.length - faults.length;
}

const counts = new Map(pairs.map((chain) => [nameOf(chain), tried(chain)] as const));
const cubes = triples.map((chain) => [nameOf(chain), tried(chain)] as const);
progress.stop();

const cell = (right: number): string => (right === names.length ? String(right) : `**${right}**`);
const header = operators.map(({ name }) => `\`${name}\``).join(" | ");
const rows = operators.map(
  (outer) =>
    `| \`${outer.name}\` | ${operators.map((inner) => cell(counts.get(nameOf([outer, inner])) ?? 0)).join(" | ")} |`,
);
const text = `# Operators in operators

\`npm run matrix\` writes this page. Each operator is applied to a function that uses another, or itself, on
${names.length} programs (${names.join(", ")}); a cell counts those for which the result is that of nested dual numbers on the
program without any operator, to ${tolerance} relative. Rows are what is applied, columns what it is applied to.

| of | ${header} |
| --- | ${operators.map(() => "---:").join(" | ")} |
${rows.join("\n")}

The triples over \`J\` and \`jvp\`, and the cube of each other operator:

| three operators | programs |
| --- | ---: |
${cubes.map(([name, right]) => `| ${name} | ${cell(right)} |`).join("\n")}

Exports that are left out:

${Object.entries(leftOut)
  .map(([name, why]) => `- \`${name}\` ${why}.`)
  .join("\n")}
`;
const page = join(fileURLToPath(new URL("../..", import.meta.url)), "docs", "operators.md");
const config = await resolveConfig(page);
writeFileSync(page, await format(text, { ...config, filepath: page }));
console.log(text);
for (const failure of failures) console.log(`✗ ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
