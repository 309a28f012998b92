// Which mutants pass the type check: a fault that does not would not get as far as a build.
//
// All mutants are checked at once, as files beside the ones that they are of, in a copy of the sources. That also leaves
// out most mutants that mean the same as the original, such as those without a test that only narrows a type.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Mutant {
  readonly id: string;
  readonly file: string;
  readonly text: string;
}

/** The mutants without a type error. What was found is kept in `.faults`, for these sources. */
export function wellTyped<M extends Mutant>(root: string, mutants: readonly M[]): readonly M[] {
  const key = createHash("sha1");
  for (const { id, text } of mutants) key.update(id).update(text);
  const file = join(root, ".faults", `ill-typed-${key.digest("hex").slice(0, 10)}.json`);
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(illTyped(root, mutants)));
  const wrong = new Set(JSON.parse(readFileSync(file, "utf8")) as readonly string[]);
  return mutants.filter(({ id }) => !wrong.has(id));
}

/** The mutants that have one. */
function illTyped(root: string, mutants: readonly Mutant[]): readonly string[] {
  const folder = join(root, ".faults", "typed");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "src"), join(folder, "src"), {
    recursive: true,
    filter: (path) => !/\.test\.ts$|test-support|fixtures/.test(path),
  });
  const config = { extends: "../../tsconfig.json", compilerOptions: { paths: {} }, include: ["src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  for (const { id, file, text } of mutants) writeFileSync(join(folder, file.replace(/\.ts$/, `.fault-${id}.ts`)), text);
  const printed = typeErrors(root, join(folder, "tsconfig.json"));
  rmSync(folder, { recursive: true, force: true });
  const lines = [...printed.matchAll(/^.*error TS\d+.*$/gm)].map(([line]) => line);
  return lines.map((line) => {
    const id = /\.fault-(\w+)\.ts\(/.exec(line)?.[1];
    if (id === undefined) throw new Error(`the sources do not pass the type check: ${line}`);
    return id;
  });
}

/** What the type checker prints. */
function typeErrors(root: string, config: string): string {
  try {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    return execFileSync(process.execPath, [tsc, "-p", config], { encoding: "utf8", maxBuffer: 2 ** 28 });
  } catch (error) {
    // It exits with an error if it has found one.
    return (error as { readonly stdout?: string }).stdout ?? "";
  }
}
