// docs/passes.md, written from the pipeline, the head comments of the passes and their smallest fixtures.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { passesByPhase } from "../compile/passes.ts";
import { pipeline, type Phase } from "../compile/pipeline.ts";
import type { Pass } from "../ir/index.ts";
import { fixtureFiles, source } from "./rebuild-fixture.ts";

const root = dirname(source);
export const passesFile: string = fileURLToPath(new URL("../../docs/passes.md", import.meta.url));

const introduction = `# The pipeline and its passes

<!-- Written by \`npx vitest run src/test-support/passes-document -u\`. -->

What a program goes through, in order, from its text to the JavaScript that runs; \`src/compile/pipeline.ts\` declares it.
A pass is a function from module to module. Every pass keeps results, effects and exceptions but for what it says below, gives
well-formed canonical code, leaves its input alone, and changes nothing when it is run on what it gave: laws check that on random
functions (\`props/ir.prop.ts\`), and what a pass guarantees by name (\`props/guarantees.prop.ts\`). \`npx zeroth passes file.ts f\` prints
what each makes of a function. The example of a pass is one of its tests: below the code that it takes stands what it gives, or
what it changes, or those blocks and functions of what it gives that \`only\` names; \`run\` lines say what both compute.

Code is _nested_ as it is lowered, then _closed_; it is _final_ when nothing differentiates it any more. A pass in a phase on
code that it does not take is an error when the package is loaded, and so is a derivative of final code.`;

export function passesDocument(): string {
  const met = new Set<Pass>();
  const sections = pipeline.map((phase) => {
    const passes = passesByPhase[phase.name];
    const fresh = passes.filter((pass) => !met.has(pass));
    for (const pass of fresh) met.add(pass);
    return [headOf(phase), ...fresh.map(sectionOf)].join("\n\n");
  });
  return `${[introduction, table(), ...sections].join("\n\n")}\n`;
}

const startsWith = (passes: readonly string[], others: readonly string[]): boolean =>
  others.length > 0 && others.every((other, k) => other === passes[k]);

function table(): string {
  const rows = pipeline.map(({ name, on, repeats, transform, passes }, k) => {
    const same = pipeline.slice(0, k).findLast((phase) => startsWith(passes, phase.passes));
    const own = passes.slice(same?.passes.length ?? 0);
    const what = [
      ...(transform === null ? [] : [`\`${transform}\``]),
      ...(same === undefined ? [] : [`those of [${same.name}](#phase-${same.name})`]),
      ...own.map((pass) => `[${pass}](#${pass})`),
    ];
    return `| [${name}](#phase-${name}) | ${on} | ${repeats ? "until stable" : "once"} | ${what.join(", ")} |`;
  });
  return ["| phase | code | runs | transform, passes |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function headOf({ name, does, on, repeats, passes }: Phase): string {
  const how =
    passes.length === 0 ? "" : ` Its passes take ${on} code and run ${repeats ? "until nothing changes" : "once"}.`;
  return `## Phase ${name}\n\n${does}${how}`;
}

const files = ["ir", "closure", "generators", "opt"].flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join(source, folder, file)),
);

/** The file whose pass has that name. */
function fileOf(name: string): string {
  const found = files.filter((file) =>
    new RegExp(`\\bname: "${name}",\\s+phase:`, "u").test(readFileSync(file, "utf8")),
  );
  const [file] = found;
  if (file === undefined || found.length > 1) throw new Error(`${found.length} files define the pass ${name}`);
  return file;
}

const slashes = (path: string): string => path.replaceAll("\\", "/");

function sectionOf({ name, guarantees = [] }: Pass): string {
  const file = fileOf(name);
  const [head = ""] = readFileSync(file, "utf8").split(/^(?!\/\/)/mu, 1);
  const text = head.replaceAll(/^\/\/ ?/gmu, "").trim();
  const promised =
    guarantees.length === 0 ? "" : `\n\nGuaranteed by name: ${guarantees.map((one) => `\`${one}\``).join(", ")}.`;
  const place = slashes(relative(root, file));
  const [fixture, path] = smallestFixture(name);
  return [
    `### ${name}`,
    `[\`${place}\`](../${place})`,
    `${text}${promised}`,
    `[\`${path.split("/").slice(-2).join("/")}\`](../${path}):`,
    `\`\`\`ir\n${fixture.trim()}\n\`\`\``,
  ].join("\n\n");
}

/** The shortest fixture in which the pass changes something; if none shows all of what comes of it, the one that shows most. */
function smallestFixture(name: string): readonly [text: string, path: string] {
  const own = fixtureFiles(source)
    .map((file) => [readFileSync(file, "utf8"), slashes(relative(root, file))] as const)
    .filter(([text]) => text.includes(`\n// --- pass ${name}\n`) && !text.includes("\n// unchanged"))
    .sort(([a], [b]) => a.length - b.length);
  const shown = (text: string): number => text.length - text.indexOf("\n// --- ");
  const [first] = [
    ...own.filter(([text]) => !text.includes("\n// only: ")),
    ...own.toSorted(([a], [b]) => shown(b) - shown(a)),
  ];
  if (first === undefined) throw new Error(`no fixture in which ${name} changes something`);
  return first;
}
