// The hooks of on-build.mjs: sources that were built are looked up in dist, all else is loaded as zeroth's loader does.
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { load, resolve as resolveWithZeroth } from "../dist/host/hooks.js";

const root = fileURLToPath(new URL("..", import.meta.url));

const built = (url) => {
  const path = url.startsWith("file:") ? fileURLToPath(url) : "";
  if (!path.startsWith(`${root}src/`) || !path.endsWith(".ts")) return null;
  const target = path.replace(`${root}src/`, `${root}dist/`).replace(/\.ts$/, ".js");
  return existsSync(target) ? pathToFileURL(target).href : null;
};

export const resolve = async (specifier, context, next) => {
  const resolved = await resolveWithZeroth(specifier, context, next);
  const url = built(resolved.url);
  return url === null ? resolved : { ...resolved, url, format: "module" };
};

export { load };
