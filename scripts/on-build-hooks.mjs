// The hooks of on-build.mjs: sources that were built, and the package itself, are looked up in dist as single modules, all else
// is loaded as zeroth's loader does. `ZEROTH_COMPILED` contains globs, separated by commas: where it is set, no other files are
// compiled.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load as loadWithZeroth, resolve as resolveWithZeroth } from "../dist/plugin/hooks.js";
import { globExpression } from "../dist/plugin/select.js";
import { stripTypes, withInlineMap } from "../dist/plugin/transform-file.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the package's entries are bundled from, as their types say: `dist/node/ir.js` → `dist/ir/index.js`. */
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const sources = new Map(
  Object.values(exports).map((entry) => [
    join(root, entry["node-addons"] ?? ""),
    entry.types?.replace(/\.d\.ts$/, ".js"),
  ]),
);
const unbundled = (path) => {
  const source = sources.get(path);
  return source === undefined ? null : join(root, source);
};

const built = (url) => {
  const path = url.startsWith("file:") ? fileURLToPath(url) : "";
  const entry = unbundled(path);
  if (entry) return pathToFileURL(entry).href;
  if (!path.startsWith(`${root}src/`) || !path.endsWith(".ts")) return null;
  const target = path.replace(`${root}src/`, `${root}dist/`).replace(/\.ts$/, ".js");
  return existsSync(target) ? pathToFileURL(target).href : null;
};

export const resolve = async (specifier, context, next) => {
  const resolved = await resolveWithZeroth(specifier, context, next);
  const url = built(resolved.url);
  return url === null ? resolved : { ...resolved, url, format: "module" };
};

const compiled = process.env["ZEROTH_COMPILED"]?.split(",").map((glob) => globExpression(glob, root));

export const load = (url, context, next) => {
  const path = url.startsWith("file:") ? fileURLToPath(url) : "";
  if (compiled === undefined || compiled.some((glob) => glob.test(path))) return loadWithZeroth(url, context, next);
  if (!/\.m?tsx?$/.test(path)) return next(url, context);
  const source = withInlineMap(stripTypes(readFileSync(path, "utf8"), path));
  return { format: "module", source, shortCircuit: true };
};
