// The layering of src, by the rules of .dependency-cruiser.cjs, over two trees made here:
//   .layers/emitted   the JavaScript of src as tsc emits it: what really runs
//   .layers/imports   per source file, its imports and nothing else: also `import type` and `import("…").T`, which tsc drops
// Fails on a broken rule, and when fewer modules were seen than there are source files: a tool that reads
// nothing finds no fault.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import { parseSync, Visitor } from "oxc-parser";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const require = createRequire(import.meta.url);
const config = require("../.dependency-cruiser.cjs");

const sources = readdirSync("src", { recursive: true })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /(?<!\.test|\.test-d)\.ts$/.test(file) && !/(?:^test-support|(?:^|\/)fixtures)\//.test(file));

const emitJavaScript = () => {
  const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
  const flags = ["--declaration", "false", "--declarationMap", "false", "--isolatedDeclarations", "false"];
  const args = [tsc, "-p", "tsconfig.build.json", "--outDir", ".layers/emitted", ...flags];
  if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0) throw new Error("tsc did not emit src");
};

const writeImports = (file) => {
  const requests = [];
  const note = ({ source }) => {
    if (source?.type === "Literal") requests.push(source.value);
  };
  const visitor = new Visitor({
    ImportDeclaration: note,
    ExportNamedDeclaration: note,
    ExportAllDeclaration: note,
    ImportExpression: note,
    TSImportType: note,
  });
  visitor.visit(parseSync(file, readFileSync(`src/${file}`, "utf8")).program);
  const target = `.layers/imports/${asJavaScript(file)}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, [...new Set(requests)].map((to) => `import ${JSON.stringify(asJavaScript(to))};\n`).join(""));
};

const asJavaScript = (file) => file.replace(/\.ts$/, ".js");

/** Applies the rules to one tree; prints what is wrong and answers whether all is well. */
const holds = async (tree, forbidden) => {
  const options = { ...config.options, ruleSet: { forbidden }, validate: true };
  const { output } = await cruise([tree], options);
  const seen = new Set(output.modules.map((module) => module.source));
  const unseen = sources.filter((file) => !seen.has(`${tree}/${asJavaScript(file)}`));
  const asSource = (file) => (file.startsWith(tree) ? file.replace(tree, "src").replace(/\.js$/, ".ts") : file);
  for (const { from, to, rule, cycle } of output.summary.violations) {
    const path = cycle ? cycle.map((step) => asSource(step.name)).join(" → ") : asSource(to);
    console.error(`${rule.name}: ${asSource(from)} → ${path}`);
  }
  for (const file of unseen) console.error(`not seen by dependency-cruiser: src/${file}`);
  console.log(`${tree}: ${seen.size} modules, ${sources.length} source files`);
  return output.summary.violations.length === 0 && unseen.length === 0 && sources.length > 0;
};

try {
  rmSync(".layers", { recursive: true, force: true });
  emitJavaScript();
  sources.forEach(writeImports);
  const running = await holds(".layers/emitted", config.forbidden);
  const written = await holds(
    ".layers/imports",
    config.forbidden.filter((rule) => rule.name.startsWith("layer-")),
  );
  if (!running || !written) process.exitCode = 1;
} finally {
  rmSync(".layers", { recursive: true, force: true });
}
