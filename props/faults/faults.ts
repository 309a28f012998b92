// The faults that are planted: a sample of all mutations of the transforms and passes, and all kinds of faults of the IR.
//
// The sample is spread over files and operators, so that neither a long file nor a common operator is all of it. What is
// drawn depends on the texts of the mutations alone, so that it stays the same where nothing was changed.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripTypes } from "../../src/host/transform-file.ts";
import { allPlanted, nameOfPlanted, type Planted } from "./plant.ts";
import { applied, mutationsOf } from "./mutations.ts";
import { onConditions } from "./operators.ts";
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

const folders = ["src/ad", "src/ad/rules", "src/closure", "src/opt", "src/opt/specialise"];
/** What only says what there is, and changes nothing. */
const harmless: ReadonlySet<string> = new Set(["src/opt/costs.ts"]);

/** The compiler's files that faults are planted in. */
const faultyFiles = (root: string): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !harmless.has(file)),
  );

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
      `${text.replace("export function differentiate(", "function right(")}
import { plantInDerivative } from "../../props/faults/plant.ts";
export const differentiate = (module: Module, name: FuncName, letter: string): readonly Func[] =>
  plantInDerivative(${name}, right(module, name, letter));\n`,
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

/**
 * Draws from each group in proportion to the square root of its size, so that small ones are not missed; in an order that
 * is that of hashes of what the faults are.
 */
function drawn(all: readonly Fault[], count: number, groupOf: (fault: Fault) => string): readonly Fault[] {
  const order = ({ file, before, after }: Fault): string => hash(file, before, after);
  const groups = new Map<string, Fault[]>();
  for (const fault of [...all].sort((a, b) => order(a).localeCompare(order(b)))) {
    groups.set(groupOf(fault), [...(groups.get(groupOf(fault)) ?? []), fault]);
  }
  const turns = [...groups].flatMap(([name, faults]) =>
    faults.map((fault, k) => ({ fault, turn: (k + 1) / Math.sqrt(faults.length), tie: hash(name) })),
  );
  return turns
    .sort((a, b) => a.turn - b.turn || a.tie.localeCompare(b.tie))
    .slice(0, count)
    .map(({ fault }) => fault)
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** Every fault that could be planted, well typed or not. */
export const allFaults = (root: string): readonly Fault[] => [
  ...faultyFiles(root).flatMap((file) => faultsOf(root, file)),
  ...allPlanted.map((planted) => irFaultOf(root, planted)),
];

/** How much of the sample is of which folder, and of the IR. */
const shares = { "src/ad": 0.38, "src/closure": 0.12, "src/opt": 0.16, IR: 0.34 };

/** The sample of so many faults. */
export function sampleOfFaults(root: string, count: number): readonly Fault[] {
  const all = allFaults(root);
  const typed = wellTyped(
    root,
    all.filter(({ before }) => before !== ""),
  );
  const spoiled = all.filter(({ before }) => before === "");
  return Object.entries(shares).flatMap(([of, share]) =>
    drawn(
      [...typed, ...spoiled].filter(({ group }) => group.startsWith(of)),
      Math.round(count * share),
      ({ file, operator, before, after }) =>
        before === "" ? after.replace(/ \(.*/, "") : onConditions.has(operator) ? "condition" : `${file} ${operator}`,
    ),
  );
}

/** The text as JavaScript for dist, where relative imports of the compiler are `.js`. */
export const builtText = ({ text, file }: Fault): string =>
  stripTypes(text, file).code.replaceAll(/(from\s*"\.\.?\/(?!\.\.\/props\/)[^"]*)\.ts"/g, '$1.js"');
