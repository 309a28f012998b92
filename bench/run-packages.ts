/**
 * Differentiates functions of published packages as they are, against differences: `npm run bench:packages`, after
 * `npm install --prefix bench/packages`. With `--write`, the table goes to docs/packages.md.
 */

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Outcome } from "./packages-process.ts";
import { packages } from "./packages/calls.ts";

/** The largest relative error of a derivative that counts as right. */
const tolerance = 1e-6;
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const env = { ...process.env, ZEROTH_INCLUDE: packages.flatMap(({ include }) => include).join(",") };
const { stdout } = await promisify(execFile)(
  process.execPath,
  ["--import", "zeroth/register", path("packages-process.ts")],
  { env, cwd: path(".."), maxBuffer: 1 << 26 },
).catch((error: unknown) => {
  throw new Error("the packages are missing, or one does not load: npm install --prefix bench/packages", {
    cause: error,
  });
});
const outcomes = JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]") as Outcome[];
const { dependencies } = JSON.parse(await readFile(path("packages/package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

const versionOf = (name: string): string =>
  Object.entries(dependencies).find(([own]) => name === own || name.startsWith(`${own}/`))?.[1] ?? "";
const isRight = ({ error }: Outcome): boolean => error !== null && error <= tolerance;

/** Without the folders in which packages are installed here. */
const shortened = (why: string): string => why.replace(/\/\S*\/node_modules\//g, "").replaceAll("|", String.raw`\|`);

function rowOf({ name, include }: (typeof packages)[number]): string {
  const own = outcomes.filter((outcome) => outcome.name === name);
  const right = own.filter(isRight).map(({ call }) => call);
  const others = own
    .filter((outcome) => !isRight(outcome))
    .map(
      ({ call, error, why }) =>
        `${call}: ${error === null ? shortened(why) : `relative error ${error.toExponential(1)}`}`,
    );
  const cells = [
    `${name} ${versionOf(name)}`,
    include.map((one) => `\`${one}\``).join(" "),
    `${right.length} of ${own.length}`,
    right.join(", "),
    others.join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

const table = [
  "| package | `include` | right | differentiated | otherwise |",
  "| --- | --- | --- | --- | --- |",
  ...packages.map(rowOf),
].join("\n");
const total = `${outcomes.filter(isRight).length} of ${outcomes.length} calls of ${packages.length} packages`;
console.log(`${table}\n\n${total}`);

if (process.argv.includes("--write")) {
  const text = `# Packages

Functions of published packages, differentiated as they are: the derivative of a number that is made of their results, against
differences, to a relative error of ${tolerance}. The packages are named to \`include\` ([modules](modules.md)). \`npm run bench:packages
-- --write\` writes this page, after \`npm install --prefix bench/packages\`; the calls are in \`bench/packages/calls.ts\`.

${total} agree.

${table}
`;
  await writeFile(path("../docs/packages.md"), text);
}
