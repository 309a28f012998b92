// What the command prints, and the page that it writes.

import { format, resolveConfig } from "prettier";
import { differences } from "./differences.ts";
import type { Verdict } from "./judge.ts";
import { folderOf, folders } from "./read-tests.ts";

export interface Judged {
  readonly file: string;
  readonly verdict: Verdict;
}

type Kind = "agrees" | "refused" | "differs";
const kinds: readonly Kind[] = ["agrees", "refused", "differs"];

interface Row {
  readonly name: string;
  readonly counts: readonly number[];
}

function rows(judged: readonly Judged[]): readonly Row[] {
  const of = (name: string, part: readonly Judged[]): Row => ({
    name,
    counts: kinds.map((kind) => part.filter(({ verdict }) => verdict.kind === kind).length),
  });
  return [
    ...folders.map((folder) =>
      of(
        folder,
        judged.filter(({ file }) => folderOf(file) === folder),
      ),
    ),
    of("all", judged),
  ];
}

/** The refusals by reason, most frequent first; names in the reasons left out. */
function reasons(judged: readonly Judged[]): readonly (readonly [reason: string, count: number, example: string])[] {
  const counts = new Map<string, [number, string]>();
  for (const { file, verdict } of judged) {
    if (verdict.kind !== "refused") continue;
    const reason = general(verdict.reason);
    const entry = counts.get(reason);
    if (entry === undefined) counts.set(reason, [1, file]);
    else entry[0]++;
  }
  return [...counts].map(([reason, [n, file]]) => [reason, n, file] as const).sort((a, b) => b[1] - a[1]);
}

function general(reason: string): string {
  return reason
    .replace(/\n[^]*/, "")
    .replace(/, in the function .* whose file is not known.*/, "")
    .replace(/(the (?:native )?function) (?:`[^`]*`|\(anonymous\)) (is|has)/, "$1 … $2")
    .replace(/(makes an? .*of the class) .*, in diff/, "$1 …, in diff")
    .replace(/^[\w ]+\.(from|of) makes/, "….$1 makes")
    .replace(/the construction of .*, in differentiated code/, "the construction of …, in differentiated code");
}

/** Why a test differs; undefined if nobody knows. */
function why({ file, verdict }: Judged): string | undefined {
  if (verdict.kind !== "differs") return undefined;
  if (verdict.isTampering) return "it changes the language's own objects, which the compiler uses in the same process";
  return differences.find(({ tests, what }) => tests.test(file) && (what?.test(verdict.what) ?? true))?.why;
}

/** The tests that differ without a reason. */
export const unexplained = (judged: readonly Judged[]): readonly Judged[] =>
  judged.filter((test) => test.verdict.kind === "differs" && why(test) === undefined);

/** The tests that differ, by the reason. */
function explained(judged: readonly Judged[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const test of judged) {
    const reason = why(test);
    if (reason === undefined) continue;
    const group = groups.get(reason);
    if (group === undefined) groups.set(reason, [test.file]);
    else group.push(test.file);
  }
  return groups;
}

export function summary(judged: readonly Judged[]): string {
  const table = rows(judged).map(({ name, counts }) =>
    [name.padEnd(26), ...counts.map((n) => String(n).padStart(8))].join(""),
  );
  return [
    `${"".padEnd(26)}${kinds.map((kind) => kind.padStart(8)).join("")}`,
    ...table,
    "",
    ...reasons(judged).map(([reason, n, file]) => `${String(n).padStart(6)}  ${reason}  (${file})`),
    "",
    ...[...explained(judged)].map(([reason, files]) => `${String(files.length).padStart(6)} differ: ${reason}`),
    "",
    ...unexplained(judged).map(({ file, verdict }) =>
      verdict.kind === "differs" ? `${file} (${verdict.by}): ${verdict.what}` : "",
    ),
  ].join("\n");
}

/** The text of docs/test262.md. */
export async function page(judged: readonly Judged[], path: string): Promise<string> {
  const frequent = reasons(judged).filter(([, n]) => n >= 5);
  const cell = (text: string): string => text.replaceAll("|", "\\|");
  const item = (reason: string, files: readonly string[]): string =>
    `- ${reason} (${files.length}): ${files
      .slice(0, 3)
      .map((file) => `\`${file}\``)
      .join(", ")}${files.length > 3 ? ", …" : ""}`;
  const open = unexplained(judged).map(({ file }) => file);
  const text = `# Conformance tests of the language

\`ZEROTH_TEST262=<checkout of github.com/tc39/test262> npm run test262 -- --write\` writes this page. Each test is one closed
function in strict mode. It runs as plain JavaScript, by the interpreter of the intermediate representation, and by generated code
of the forward sweep of \`J\`. Tests of modules, of asynchronous code, of sloppy code and of syntax errors are left out, and so are
those that fail as plain JavaScript when they are run like this. A test agrees if it passes in all three ways. It is refused if
zeroth throws an error that says what it does not support.

| folder | agrees | refused | differs |
| --- | ---: | ---: | ---: |
${rows(judged)
  .map(({ name, counts }) => `| ${name} | ${counts.join(" | ")} |`)
  .join("\n")}

## What differs

${[...explained(judged)].map(([reason, files]) => item(reason, files)).join("\n")}
${open.length === 0 ? "" : item("not explained", open)}

## What is refused

Reasons of at least five tests. A test has the first reason that it meets.

| reason | tests | one of them |
| --- | ---: | --- |
${frequent.map(([reason, n, file]) => `| ${cell(reason)} | ${n} | \`${file}\` |`).join("\n")}
`;
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}
