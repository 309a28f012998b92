// Loads the package's scripts in Node, with the code that V8 has made of them before: parsing and compiling the compiler
// takes longer than a first gradient. The caches are written by `zeroth cache`, for one version of V8 and one kind of
// machine; without one, or with one that V8 does not accept, a script is compiled as usual.

import type * as VirtualMachine from "node:vm";

// By `import`, all that they export would be looked at, and streams be loaded.
const { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } =
  process.getBuiltinModule("node:fs");
const { createRequire } = process.getBuiltinModule("node:module");
const { fileURLToPath } = process.getBuiltinModule("node:url");
const { Script } = process.getBuiltinModule("node:vm");

/** What a script of the package exports. */
export interface Exports {
  readonly [name: string]: unknown;
}

type Require = (name: string) => unknown;
type Body = (exports: Exports, require: Require, file: string) => void;

const folder = fileURLToPath(import.meta.url).slice(0, -"code-cache.js".length);
const cacheFolder = `${folder}cache/v8-${process.versions.v8}-${process.arch}/`;
const requireForeign = createRequire(import.meta.url);

const loaded = new Map<string, Exports>();
const packages = new Map<string, object>();

/** The scripts that were loaded, by the names of their files. */
export const scripts: Map<string, VirtualMachine.Script> = new Map();

/**
 * The exports of a file of the package, `./plans.cjs`, which runs once.
 *
 * `given` are packages that the file is to share with the modules that import them.
 */
export function load(file: string, given: { readonly [name: string]: object } = {}): Exports {
  for (const [name, exports] of Object.entries(given)) packages.set(name, exports);
  const before = loaded.get(file);
  if (before !== undefined) return before;
  const exports: Exports = {};
  loaded.set(file, exports);
  const path = folder + file.slice("./".length);
  bodyOf(file, path)(exports, requireFrom, path);
  return exports;
}

function requireFrom(name: string): unknown {
  if (name === "./code-cache.js") return { importModule, loadLater, loadAll, writeCache };
  return name.startsWith("./") ? load(name) : (packages.get(name) ?? requireForeign(name));
}

function bodyOf(file: string, path: string): Body {
  // The build leaves an expression, a strict function, in characters of one byte.
  const text = readFileSync(path, "latin1");
  const cachedData = cacheOf(file, path);
  const script = new Script(text, {
    filename: path,
    ...(cachedData === null ? {} : { cachedData }),
  });
  scripts.set(file, script);
  const body = script.runInThisContext() as Body;
  // Some test runners have a global object of their own for each file, which is not that of `runInThisContext`.
  if (Object.getPrototypeOf(body) === Function.prototype) return body;
  // oxlint-disable-next-line no-implied-eval
  return (new Function(`return ${text}`) as () => Body)();
}

const cachePath = (file: string): string => `${cacheFolder}${file.slice("./".length)}.cache`;

/** The cache of a file, unless the file was changed after it: V8 compares no more than lengths. */
function cacheOf(file: string, path: string): Buffer | null {
  try {
    const cache = cachePath(file);
    return statSync(cache).mtimeMs >= statSync(path).mtimeMs ? readFileSync(cache) : null;
  } catch {
    return null;
  }
}

/** The exports of what is loaded later, by its name. */
export const loadLater = (name: string): Exports => load(`./${name}.cjs`);

/** Scripts import by this: Node takes what they would import themselves for an experiment. */
export const importModule = (specifier: string): Promise<object> => import(specifier) as Promise<object>;

/** Loads every entry of the package. */
export function loadAll(): void {
  for (const name of readdirSync(folder)) if (/^[\w-]+\.cjs$/.test(name)) load(`./${name}`);
}

/** Writes the caches of what was loaded, with the functions that have run so far. */
export function writeCache(): { readonly folder: string; readonly files: number; readonly bytes: number } {
  mkdirSync(cacheFolder, { recursive: true });
  let bytes = 0;
  for (const [file, script] of scripts) {
    const data = script.createCachedData();
    const path = cachePath(file);
    // Whole or not at all, whoever reads or writes it at the same time.
    writeFileSync(`${path}.${process.pid}`, data);
    renameSync(`${path}.${process.pid}`, path);
    bytes += data.length;
  }
  return { folder: cacheFolder, files: scripts.size, bytes };
}
