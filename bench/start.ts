/** How long the first derivative takes: in fresh processes, and by the length of the program. */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { zeroth } from "zeroth/vite";
import { median } from "./measure.ts";

/** What a process runs; it checks its own result. */
interface Start {
  readonly title: string;
  readonly program: "bare" | "imported" | "small" | "lstm";
  readonly by: "itself" | "loader" | "empty loader";
  /** Milliseconds that it is to take beyond a process that does nothing. */
  readonly most: number | null;
}

const starts: readonly Start[] = [
  { title: "Node itself", program: "bare", by: "itself", most: null },
  { title: "the package imported", program: "imported", by: "itself", most: null },
  { title: "a first gradient, compiled ahead of time", program: "small", by: "itself", most: 30 },
  { title: "Node with a loader that does nothing", program: "bare", by: "empty loader", most: null },
  { title: "a first gradient through the loader", program: "small", by: "loader", most: 120 },
  { title: "a program of 180 lines, compiled ahead of time", program: "lstm", by: "itself", most: 150 },
];

/** Milliseconds beyond a process that does nothing; for that one, its own. */
export interface StartResult {
  readonly title: string;
  readonly time: number;
  readonly most: number | null;
}

const processes = 20;
const emptyLoader = 'data:text/javascript,import { register } from "node:module"; register("data:text/javascript,");';
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds the programs with the bundler's plugin, where the package is found by its name. */
async function buildAhead(): Promise<void> {
  const programs = [...new Set(starts.map(({ program }) => program))];
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((program) => [program, pathOf(`start/${program}.ts`)])),
    external: [/^zeroth/],
    plugins: [zeroth() as never],
  });
  await bundle.write({ dir: pathOf("../dist/start"), format: "esm" });
  await bundle.close();
}

/** The medians of so many processes of each kind, one after the other in each round. */
export async function startTimes(): Promise<readonly StartResult[]> {
  await buildAhead();
  const commands = starts.map(({ program, by }) =>
    by === "loader"
      ? ["--import", "zeroth/register", pathOf(`start/${program}.ts`)]
      : [...(by === "itself" ? [] : ["--import", emptyLoader]), pathOf(`../dist/start/${program}.js`)],
  );
  const times = starts.map((): number[] => []);
  for (let round = 0; round < processes; round++) {
    for (const [k, command] of commands.entries()) {
      const start = performance.now();
      execFileSync(process.execPath, command, { cwd: pathOf("..") });
      (times[k] as number[]).push(performance.now() - start);
    }
  }
  const [bare = 0, ...others] = times.map(median);
  return [bare, ...others.map((time) => time - bare)].map((time, k) => {
    const { title, most } = starts[k] as Start;
    return { title, time, most };
  });
}
