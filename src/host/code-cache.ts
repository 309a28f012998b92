// Loads the package's scripts in Node, with code that V8 compiled earlier: parsing and compiling the compiler takes longer than
// computing a first gradient. `zeroth cache` writes the caches, for one version of V8 and one kind of machine; a script without a
// cache, or with one that V8 rejects, is compiled as usual.

import type * as VirtualMachine from "node:vm";

// `import` would access all exports of these modules, and thereby load streams.
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
 * The exports of a file of the package, such as `./plans.cjs`. The file runs once.
 *
 * `given` are packages that the file shares with the modules that import them.
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
  // The build makes each file one expression, a strict function, in one-byte characters.
  const text = readFileSync(path, "latin1");
  const cachedData = cacheOf(file, path);
  const script = new Script(text, {
    filename: path,
    ...(cachedData === null ? {} : { cachedData }),
  });
  scripts.set(file, script);
  const body = script.runInThisContext() as Body;
  // Some test runners give each file a global object of its own; `runInThisContext` uses another one.
  if (Object.getPrototypeOf(body) === Function.prototype) return body;
  // oxlint-disable-next-line no-implied-eval
  return (new Function(`return ${text}`) as () => Body)();
}

const cachePath = (file: string): string => `${cacheFolder}${file.slice("./".length)}.cache`;

/** The cache of a file, unless the file changed after it was written: V8 compares only lengths. */
function cacheOf(file: string, path: string): Buffer | null {
  try {
    const cache = cachePath(file);
    return statSync(cache).mtimeMs >= statSync(path).mtimeMs ? readFileSync(cache) : null;
  } catch {
    return null;
  }
}

/** The exports of a module that is loaded on first use, by its name. */
export const loadLater = (name: string): Exports => load(`./${name}.cjs`);

/** Scripts import through this function: in Node, an `import` of their own counts as experimental. */
export const importModule = (specifier: string): Promise<object> => import(specifier) as Promise<object>;

/** Loads every entry of the package. */
export function loadAll(): void {
  for (const name of readdirSync(folder)) if (/^[\w-]+\.cjs$/.test(name)) load(`./${name}`);
}

/** Writes the caches of all loaded scripts, with the functions that have run so far. */
export function writeCache(): { readonly folder: string; readonly files: number; readonly bytes: number } {
  mkdirSync(cacheFolder, { recursive: true });
  let bytes = 0;
  for (const [file, script] of scripts) {
    const data = script.createCachedData();
    const path = cachePath(file);
    // Renamed into place, so that concurrent readers and writers see the whole file or none.
    writeFileSync(`${path}.${process.pid}`, data);
    renameSync(`${path}.${process.pid}`, path);
    bytes += data.length;
  }
  return { folder: cacheFolder, files: scripts.size, bytes };
}
