// Judges a fault of a text by the project's own tests beside the code and of whole programs, in a process of its own.

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Fault, Folder } from "./faults.ts";
import { folderOf, type Outcome } from "./try-fault.ts";

/** What tests each folder beside what is in it. */
const othersFor: Readonly<Record<Folder, readonly string[]>> = {
  "src/ad": ["src/programs", "src/prelude", "src/compile"],
  "src/analysis": ["src/opt", "src/compile"],
  "src/closure": ["src/front", "src/programs"],
  "src/front": ["src/plugin", "src/programs"],
  "src/opt": ["src/compile", "src/codegen", "examples"],
  "src/codegen": ["src/compile", "src/programs"],
  "src/ir/prims": ["src/ir", "src/analysis", "src/ad", "src/opt", "src/compile"],
  "src/runtime": ["src/programs", "src/prelude"],
  "src/specialise": ["src/compile", "src/codegen", "examples"],
  "src/prelude": ["src/programs", "src/compile"],
};

const ofSpecialised = ["specialised", "given-up", "absent-elements", "copied-arrays", "counted-loops"].map(
  (name) => `src/compile/${name}`,
);

/** The tests in a folder, the fixtures, and what is called like the file, or is known to be about it. */
const besideOf = (file: string, folder: Folder): readonly string[] => [
  folder,
  "src/test-support/fixtures.test.ts",
  `src/programs/${basename(file, ".ts")}`,
  ...(file.startsWith("src/specialise/") ? ofSpecialised : []),
];

/** What vitest prints with `--reporter=json`, as far as it is read here. */
interface Printed {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The longest that all of these tests may take. */
const longest = 900_000;

/** By the tests in the folder and the fixtures, or by others that ask for much of it. */
export function byUnitTests(root: string, fault: Fault, folder: Folder, which: "beside" | "others"): Promise<Outcome> {
  const given = join(folderOf(root), `${fault.id}.text.json`);
  mkdirSync(folderOf(root), { recursive: true });
  writeFileSync(given, JSON.stringify({ file: fault.file, text: fault.text }));
  return byTestsIn(root, given, which === "beside" ? besideOf(fault.file, folder) : othersFor[folder]);
}

function byTestsIn(root: string, given: string, folders: readonly string[]): Promise<Outcome> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [vitest, "run", "--config", join(root, "props/faults/vitest.config.ts"), ...folders],
    {
      cwd: root,
      env: { ...process.env, ZEROTH_FAULT_TEXT: given },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
  return new Promise((resolve) => {
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      child.kill("SIGKILL");
    }, longest);
    child.on("exit", (code) => {
      clearTimeout(timer);
      const outcome = (how: Outcome["how"], message: string): void => {
        resolve({ how, law: how === "law" ? "tests" : "", message, seed: null, silence: 0 });
      };
      if (isSilent) outcome("hang", "");
      else if (code === 0) outcome("none", "");
      else outcome("law", failureIn(Buffer.concat(chunks).toString()));
    });
  });
}

/** The first test that failed, or the file that could not be loaded. */
function failureIn(printed: string): string {
  const start = printed.indexOf('{"num');
  if (start < 0) return printed.slice(0, 300);
  const { testResults } = JSON.parse(printed.slice(start)) as Printed;
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed");
    if (failed !== undefined) return `${name.replace(/^.*\/(?=src\/|examples\/)/, "")}: ${failed.fullName}`;
    if (message !== "") return `${name}: ${message.slice(0, 200)}`;
  }
  return "";
}
