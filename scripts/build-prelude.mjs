// Compiles src/prelude by zeroth itself, over what tsc emitted: dist/prelude/*.js become differentiable, and their
// derivatives are as good as those of a user's own functions. Files without functions stay as tsc left them. The texts that
// derivatives are made of are kept apart, in dist/host/prelude-texts.js: most programs never ask for most of them.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";

// `node scripts/build-prelude.mjs [folder]`: another folder than dist.
const [dist = "dist"] = process.argv.slice(2);
process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const transformer = `${dist}/plugin/transform-file.js`;
if (!existsSync(transformer)) {
  console.error(`build-prelude: ${transformer} is missing; run tsc -p tsconfig.build.json first`);
  process.exit(1);
}
const { transformFile } = await import(new URL(`../${transformer}`, import.meta.url).href);

const hasFunctions = (file, code) => {
  let found = false;
  const note = () => {
    found = true;
  };
  const { program } = parseSync(file, code);
  // A function without a body is a type: an overload or a `declare`.
  new Visitor({ FunctionDeclaration: note, FunctionExpression: note, ArrowFunctionExpression: note }).visit(program);
  return found;
};

/** Relative imports of `./x.ts` name the emitted `./x.js`. The length stays, and so does the source map. */
const withEmittedNames = (file, code) => {
  const { module } = parseSync(file, code);
  const requests = [
    ...module.staticImports.map((item) => item.moduleRequest),
    ...module.staticExports.flatMap((item) => item.entries.flatMap((entry) => entry.moduleRequest ?? [])),
    ...module.dynamicImports.map((item) => item.moduleRequest),
  ];
  let text = code;
  for (const { start, end } of requests) {
    const request = text.slice(start, end);
    text = text.slice(0, start) + request.replace(/^(["']\.{1,2}\/.*)\.ts(["'])$/, "$1.js$2") + text.slice(end);
  }
  return text;
};

const sources = readdirSync("src/prelude", { recursive: true })
  .map((file) => `src/prelude/${file.replaceAll("\\", "/")}`)
  .filter((file) => /(?<!\.d|\.test)\.ts$/.test(file) && !file.includes("/fixtures/"));

const texts = {};
for (const source of sources) {
  const code = readFileSync(source, "utf8");
  if (!hasFunctions(source, code)) continue;
  const target = source.replace(/^src/, dist).replace(/\.ts$/, ".js");
  const runtime = relative(dirname(target), `${dist}/host/prelude-runtime.js`).replaceAll("\\", "/");
  const shownAs = `zeroth/${source}`;
  const keep = (...kept) => {
    texts[shownAs] = kept;
  };
  const result = transformFile(code, source, { shownAs, runtime, keep });
  if (!result) throw new Error(`build-prelude: ${source} has functions, yet nothing in it was compiled`);
  const given = typeof result.map === "string" ? JSON.parse(result.map) : result.map;
  const map = { ...given, file: basename(target), sources: [relative(dirname(target), source)], sourceRoot: "" };
  const name = basename(target);
  writeFileSync(target, `${withEmittedNames(target, result.code)}\n//# sourceMappingURL=${name}.map\n`);
  writeFileSync(`${target}.map`, JSON.stringify(map));
}
// In characters of one byte, which engines read faster.
const kept = JSON.stringify(texts).replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
writeFileSync(`${dist}/host/prelude-texts.js`, `export const preludeTexts = ${kept};\n`);
rmSync(`${dist}/host/prelude-texts.js.map`);
console.log(`prelude: ${Object.keys(texts).length} of ${sources.length} files compiled`);
