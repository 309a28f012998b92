// The faults that are planted: a sample of all mutations of the compiler and the prelude, and all kinds of faults of the IR.
//
// Each folder has its part of the sample in proportion to its lines, and in a folder each line that can carry a fault is as
// likely as any other. What is drawn depends on the texts of the mutations alone, so that it stays the same where nothing
// was changed.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsed } from "./syntax.ts";
import { allPlanted, nameOfPlanted, type Planted } from "./plant.ts";
import { applied, mutationsOf } from "./mutations.ts";
import { wellTyped } from "./well-typed.ts";

export interface Fault {
  /** Stays the same as long as the text of the file and the mutation do. */
  readonly id: string;
  /** The file whose text is replaced. */
  readonly file: string;
  readonly line: number;
  /** What the report counts it under: a file of the compiler, or the transform after which the IR is spoiled. */
  readonly group: string;
  readonly operator: string;
  /** The line as it is, and as it is with the fault. */
  readonly before: string;
  readonly after: string;
  /** The text of the file with the fault. */
  readonly text: string;
}

/** What faults are planted in, and what the report counts by. */
export const folders = [
  "src/ad",
  "src/analysis",
  "src/closure",
  "src/codegen",
  "src/front",
  "src/ir/prims",
  "src/opt",
  "src/prelude",
  "src/runtime",
  "src/specialise",
] as const;
export type Folder = (typeof folders)[number];

/** The folder that a fault is counted under. */
export const folderOfFault = ({ group }: Fault): Folder | "IR" =>
  folders.find((folder) => group.startsWith(`${folder}/`)) ?? "IR";

/** What only says what there is, and changes nothing. */
const harmless: ReadonlySet<string> = new Set(["src/compile/costs.ts"]);

/** The files of a folder that faults are planted in, with those in folders below. */
const faultyFiles = (root: string, folder: Folder): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !file.includes("/fixtures/") && !harmless.has(file))
    .sort();

const hash = (...parts: readonly string[]): string => createHash("sha1").update(parts.join("\0")).digest("hex");

/** What says whether any file of some folders, but the reasons for survivors, has changed. */
export function hashOfFiles(root: string, below: readonly string[]): string {
  const digest = createHash("sha1");
  for (const folder of below) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort();
    for (const name of names.filter((each) => /\.(ts|js|mjs)$/.test(each) && !each.endsWith("reasons.ts"))) {
      digest.update(name).update(readFileSync(join(root, folder, name)));
    }
  }
  return digest.digest("hex").slice(0, 10);
}

const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Every mutation of a file. */
function faultsOf(root: string, file: string): readonly Fault[] {
  const source = readFileSync(join(root, file), "utf8");
  const seen = new Set<string>();
  const faults: Fault[] = [];
  for (const mutation of mutationsOf(source, file)) {
    const { start, end, operator } = mutation;
    const text = applied(source, mutation);
    const id = hash(file, text).slice(0, 10);
    if (seen.has(id)) continue;
    seen.add(id);
    // Whole lines around the edit.
    const from = source.lastIndexOf("\n", start - 1) + 1;
    const to = source.indexOf("\n", end);
    const grown = text.length - source.length;
    const before = squeezed(source.slice(from, to));
    const after = squeezed(text.slice(from, to + grown));
    faults.push({
      id,
      file,
      line: source.slice(0, start).split("\n").length,
      group: file,
      operator,
      before,
      after,
      text,
    });
  }
  return faults;
}

/** The files that a fault of the IR is planted through: the entry of the layer, with what it exports wrapped. */
const entries: Readonly<
  Record<Planted["fault"]["where"], { readonly file: string; readonly wrap: (text: string, name: string) => string }>
> = {
  derivative: {
    file: "src/ad/index.ts",
    wrap: (text, name) =>
      `${text.replace("export function* differentiate(", "function* right(")}
import { plantInDerivative } from "../../props/faults/plant.ts";
export function* differentiate(module: Module, name: FuncName, letter: string): Steps<readonly Func[]> {
  return plantInDerivative(${name}, yield* right(module, name, letter));
}\n`,
  },
  closing: { file: "src/closure/index.ts", wrap: (text, name) => wrapPass(text, "convertClosures", name) },
  cleaning: { file: "src/opt/index.ts", wrap: (text, name) => wrapPass(text, "simplify", name) },
};

/** `export { pass } from …` with the pass wrapped. */
const wrapPass = (text: string, pass: string, name: string): string =>
  `${text.replace(new RegExp(`^export \\{ ${pass} \\}`, "m"), `import { ${pass} as right }`)}
import { plantInPass } from "../../props/faults/plant.ts";
export const ${pass} = plantInPass(${name}, right);\n`;

function irFaultOf(root: string, planted: Planted): Fault {
  const { operator, where } = planted.fault;
  const { file, wrap } = entries[where];
  const name = nameOfPlanted(planted);
  const source = readFileSync(join(root, file), "utf8");
  const text = wrap(source, JSON.stringify(name));
  if (!text.includes("right")) throw new Error(`${file} does not export what is to be spoiled`);
  return { id: hash(name).slice(0, 10), file, line: 1, group: `IR, ${where}`, operator, before: "", after: name, text };
}

const all = (root: string, folder: Folder): readonly Fault[] =>
  faultyFiles(root, folder).flatMap((file) => faultsOf(root, file));

/** Every fault of the IR. */
export const irFaultsOf = (root: string): readonly Fault[] => allPlanted.map((planted) => irFaultOf(root, planted));

/** Every fault that could be planted, well typed or not. */
export const allFaults = (root: string): readonly Fault[] => [
  ...folders.flatMap((folder) => all(root, folder)),
  ...irFaultsOf(root),
];

/** In the order of hashes of what the faults are. */
const shuffled = (faults: readonly Fault[]): readonly Fault[] => {
  const key = new Map(faults.map((fault) => [fault, hash(fault.file, fault.before, fault.after)] as const));
  const keyOf = (fault: Fault): string => key.get(fault) as string;
  return [...faults].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

/** One fault for each line, lines in any order. */
function oneForEachLine(faults: readonly Fault[]): readonly Fault[] {
  const byLine = new Map<string, Fault>();
  for (const fault of shuffled(faults)) {
    const line = `${fault.file}:${fault.line}`;
    if (!byLine.has(line)) byLine.set(line, fault);
  }
  // Not in the order in which they were met: a line with many faults would come early.
  const order = new Map([...byLine].map(([line, fault]) => [fault, hash("line", line, fault.before)] as const));
  return [...byLine.values()].sort((a, b) => ((order.get(a) as string) < (order.get(b) as string) ? -1 : 1));
}

const linesOf = (root: string, folder: Folder): number =>
  faultyFiles(root, folder).reduce((sum, file) => sum + readFileSync(join(root, file), "utf8").split("\n").length, 0);

/** The least number of faults of a folder: of fewer, 95 % says nothing. */
const leastOfFolder = 20;
/** How many faults of the IR there are for each fault of a text. */
const shareOfIr = 0.15;

/** A sample of some `count` faults of texts, and of faults of the IR. */
export function sampleOfFaults(root: string, count: number): readonly Fault[] {
  const lines = folders.map((folder) => linesOf(root, folder));
  const total = lines.reduce((sum, n) => sum + n, 0);
  const sizes = lines.map((n) => Math.max(Math.min(count, leastOfFolder), Math.round((count * n) / total)));
  // Some are ill typed, and none of those is planted.
  const candidates = folders.map((folder, k) =>
    oneForEachLine(all(root, folder)).slice(0, 2 * (sizes[k] as number) + leastOfFolder),
  );
  // One text with a syntax error would keep all others from being checked.
  const parse = candidates.flat().filter(({ text, file }) => parsed(text, file) !== null);
  const typed = new Set(wellTyped(root, parse));
  const drawn = candidates.map((faults, k) => faults.filter((fault) => typed.has(fault)).slice(0, sizes[k]));
  return [...drawn.flat(), ...shuffled(irFaultsOf(root)).slice(0, Math.round(count * shareOfIr))].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line,
  );
}
