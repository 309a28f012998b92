// The listings of docs/ir.md are true: fences `ir` hold canonical, well-formed text, fences `ir vjp @f` what the
// differentiator makes of the listing before them that has `@f`. The page names every primitive and every rule.
// Files that docs name are there. `vitest run src/test-support/docs -u` writes the listings again.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseModule, prims, printModule, printProblems, verifyModule } from "../ir/index.ts";
import { commands } from "./fixture-commands.ts";

const file = fileURLToPath(new URL("../../docs/ir.md", import.meta.url));
const page = readFileSync(file, "utf8");

/** What a listing should be, given the listings before it. */
function listing(command: string, text: string, before: readonly string[]): string {
  const [name = "", argument = ""] = command.split(" ");
  if (name === "") {
    const module = parseModule(text, file);
    const problems = verifyModule(module);
    if (problems.length > 0) throw new Error(printProblems(problems, module));
    return printModule(module, { spans: true });
  }
  const input = before.find((earlier) => earlier.includes(`fn ${argument} `)) ?? "";
  return commands[name]?.({ text: input, source: false, argument, file: "", only: [] }).text ?? "";
}

test("listings", async () => {
  const before: string[] = [];
  const rebuilt = page.replaceAll(/^```ir ?(.*)\n([^]*?)\n?```$/gmu, (_, command: string, text: string) => {
    const next = listing(command, text, before).trimEnd();
    before.push(next);
    return `\`\`\`ir${command === "" ? "" : ` ${command}`}\n${next}\n\`\`\``;
  });
  expect(before.length).toBeGreaterThan(5);
  await expect(rebuilt).toMatchFileSnapshot(file);
});

test("every primitive and every rule of the verifier is named", () => {
  const verifier = readFileSync(fileURLToPath(new URL("../ir/verify.ts", import.meta.url)), "utf8");
  const rules = [...verifier.matchAll(/^\/\/ {3}([\w-]+) /gmu)].map(([, rule = ""]) => rule);
  expect(rules.length).toBeGreaterThan(15);
  expect([...Object.keys(prims), ...rules].filter((name) => !new RegExp(`\`${name}[\` ]`, "u").test(page))).toEqual([]);
});

test("files that are named are there", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const files = ["src", "props", "bench"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `/${folder}/${path}`),
  );
  for (const name of ["architecture", "specialisation", "ir", "rules"]) {
    const text = readFileSync(join(root, `docs/${name}.md`), "utf8");
    const named = [...text.matchAll(/`([\w./-]+\.ts)`/gu)].map(([, path = ""]) => path);
    expect(named.filter((path) => !files.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
  }
});

test("files that the argument for specialised code names are there, and each statement has a test", () => {
  const root = new URL("../../", import.meta.url);
  const argument = readFileSync(fileURLToPath(new URL("docs/specialisation.md", root)), "utf8");
  const named = [...argument.matchAll(/`((?:src|props)\/[\w./-]+\.ts)`/gu)].map(([, path = ""]) => path);
  expect(named.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([]);
  const rows = argument.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| what must"));
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !/\.(?:test|prop)\.ts` *\|$/u.test(row) && !row.startsWith("| ---"))).toEqual([]);
});
