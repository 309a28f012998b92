// From the modules in dist to one file for each entry of the package and what they share, twice: Node takes longer to find and
// open hundreds of files than to compile what is in them. In dist/bundle they are modules, for bundlers and browsers. In
// dist/node they are scripts that Node may have compiled before (host/code-cache.ts), each behind a module that has its
// exports. What is not needed at once, `#later`, Node loads when it is first asked for; for bundles, package.json says what
// it is (`imports`).
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

const from = (folder, ...names) => Object.fromEntries(names.map((name) => [name, `${folder}/${name}.js`]));

const entries = {
  index: "index.js",
  ir: "ir/index.js",
  testing: "testing/index.js",
  ...from("host", "runtime"),
  ...from("plugin", "hooks", "register", "vite"),
};
/** What Node loads by their names alone. */
const entriesInNode = { ...entries, main: "cli/main.js", "own-package": "cli/own-package.js" };
const loadedLater = {
  ...from("compile", "compared-call", "explain", "plans"),
  ...from("host", "prelude-texts", "source-compiler"),
  ...from("plugin", "compile", "transforms"),
};
/** Packages of which the user's modules must see the same instance: arbitraries of theirs are given to ours. */
const sharedPackages = ["fast-check"];

/** Packages of which Node is to keep the code too: they are needed by a first derivative. */
const compiledBefore = /^(?:immer|magic-string|@jridgewell\/.*)$/;
/** What browsers need too, and would find to ask for an environment that they have not. */
const insideModules = /^immer$/;

/** Modules with their source maps, so that those of the bundle lead to the sources. */
const withMaps = {
  name: "with-maps",
  load: (file) => {
    if (!existsSync(`${file}.map`)) return null;
    const [code, map] = [file, `${file}.map`].map((path) => readFileSync(path, "utf8"));
    // What package.json says of side effects is said of the bundle.
    return {
      code,
      map,
      moduleSideEffects: !/\/dist\/(?:ad|analysis|closure|codegen|front|interp|ir|opt|runtime|specialise)\//.test(file),
    };
  },
};

/** Makes another module of the one that is imported by this name. */
const replacing = (file, replacement) => ({
  name: `replacing-${file}`,
  resolveId: (specifier, importer) =>
    importer !== undefined && new RegExp(`^\\.{1,2}/(?:(?:compile|host|plugin)/)?${file}\\.js$`).test(specifier)
      ? replacement
      : null,
});

/** Scripts require modules of ECMAScript too, whose default export is not all of the module. */
const withDefaults = {
  name: "with-defaults",
  renderChunk: (code) => ({ code: code.replaceAll(/(__toESM\(\w+), 1\)/g, "$1)"), map: null }),
};

const bundle = async (input, inside, plugins, output, options) => {
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, dist + file])),
    external: (id) => /^[^./#]/.test(id) && !inside.test(id),
    plugins: [withMaps, ...plugins],
    ...options,
  });
  const { output: files } = await build.write({ sourcemap: true, ...output });
  await build.close();
  return files;
};

const modules = await bundle(
  { ...entries, ...loadedLater, ...from("compile", "later", "later-in-browsers", "later-in-node") },
  insideModules,
  // Who imports it names what package.json explains.
  [
    replacing("later", { id: "#later", external: true }),
    replacing("code-cache", { id: `${dist}host/load-modules.js` }),
  ],
  { dir: `${dist}bundle`, format: "esm", chunkFileNames: "[name].shared.js" },
  { platform: "neutral", transform: { define: { "process.env.NODE_ENV": '"production"' } } },
);

const scripts = await bundle(
  { ...entriesInNode, ...loadedLater },
  compiledBefore,
  [
    replacing("later", { id: `${dist}compile/later-in-node.js` }),
    replacing("transforms", { id: `${dist}plugin/transforms-in-node.js` }),
    replacing("code-cache", { id: "./code-cache.js", external: true }),
    withDefaults,
  ],
  {
    dir: `${dist}node`,
    // One file of what every program needs, and one of what compiles too. The loader's hooks need no more than errors.
    codeSplitting: {
      groups: [
        { name: "errors", test: /\/dist\/(?:ir\/diagnostics|host\/option-errors)\.js$/, priority: 2 },
        { name: "base", test: /\/dist\/(?:ir\/index|compile\/cleaning)\.js$/, priority: 1 },
        { name: "core", test: /\/dist\/index\.js$/ },
      ],
    },
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].shared.cjs",
  },
  { platform: "node" },
);

/**
 * A script as code-cache.ts wants it: a strict function, in characters of one byte, which engines read faster; to join or
 * convert texts when they are loaded would copy them.
 */
const asFunction = (code) => {
  const text = code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `(function (exports, require, __filename) { "use strict";${text}\n})\n`;
};

/** What a file imports, and what that imports. */
const importsOf = (file) => {
  const found = new Set([file]);
  // The set grows on the way.
  for (const name of found) {
    for (const next of scripts.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(next);
  }
  return found;
};

const shimOf = ({ name, fileName, exports }) => {
  const shared = sharedPackages.filter((each) => importsOf(fileName).has(each));
  const given = shared.map((each, k) => `"${each}": shared${k}`).join(", ");
  return [
    ...(name === "main" ? ["#!/usr/bin/env node"] : []),
    'import * as code from "./code-cache.js";',
    ...shared.map((each, k) => `import * as shared${k} from "${each}";`),
    `${exports.length > 0 ? `export const { ${exports.join(", ")} } = ` : ""}code.load("./${fileName}", { ${given} });\n`,
    // While the loader's thread starts: programs that ask for the loader take derivatives.
    ...(name === "register" ? ['code.load("./index.cjs");\n'] : []),
  ].join("\n");
};

/** The packages whose code is in the files, with their licences. */
const licences = (files) => {
  const names = files.flatMap((chunk) => Object.keys(chunk.modules ?? {}));
  const folders = new Set(names.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id)?.[0] ?? []));
  return [...folders]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
      return `${name} ${version}\n\n${readFileSync(`${folder}LICENSE`, "utf8")}`;
    });
};

mkdirSync(`${dist}node`, { recursive: true });
for (const file of ["code-cache.js", "code-cache.js.map"]) copyFileSync(`${dist}host/${file}`, `${dist}node/${file}`);
for (const chunk of scripts.filter(({ type }) => type === "chunk")) {
  const path = `${dist}node/${chunk.fileName}`;
  writeFileSync(path, asFunction(readFileSync(path, "utf8")));
  if (chunk.isEntry && Object.hasOwn(entriesInNode, chunk.name))
    writeFileSync(`${dist}node/${chunk.name}.js`, shimOf(chunk));
}
writeFileSync(`${dist}node/LICENSES.txt`, licences(scripts).join("\n\n"));
writeFileSync(`${dist}bundle/LICENSES.txt`, licences(modules).join("\n\n"));
