// From the modules in dist to one file for each entry of the package and what they share, in dist/bundle: Node takes longer
// to find and open hundreds of files than to compile what is in them. What is not needed at once, `#later`, stays in files of
// its own, and package.json says where it comes from (`imports`).
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

const entries = {
  index: "index.js",
  ir: "ir/index.js",
  testing: "testing/index.js",
  main: "cli/main.js",
  "own-package": "cli/own-package.js",
  ...Object.fromEntries(
    [
      "explain",
      "hooks",
      "later",
      "later-in-browsers",
      "later-in-node",
      "plans",
      "prelude-texts",
      "register",
      "runtime",
      "source-compiler",
      "vite",
    ].map((name) => [name, `host/${name}.js`]),
  ),
};

/** Modules with their source maps, so that those of the bundle lead to the sources. */
const withMaps = {
  name: "with-maps",
  load: (file) => {
    if (!existsSync(`${file}.map`)) return null;
    const [code, map] = [file, `${file}.map`].map((path) => readFileSync(path, "utf8"));
    // What package.json says of side effects is said of the bundle.
    return { code, map, moduleSideEffects: !/\/dist\/(?:ad|closure|codegen|front|interp|ir|opt)\//.test(file) };
  },
};

/** Who imports it names what package.json explains. */
const leavingLater = {
  name: "leaving-later",
  resolveId: (specifier, importer) =>
    importer !== undefined && /^\.\/(?:host\/)?later\.js$/.test(specifier.replace("../", "./"))
      ? { id: "#later", external: true }
      : null,
};

const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, dist + file])),
  external: [/^[^./#]/],
  platform: "node",
  plugins: [withMaps, leavingLater],
});
await bundle.write({
  dir: `${dist}bundle`,
  format: "esm",
  sourcemap: true,
  chunkFileNames: "[name].shared.js",
});
await bundle.close();
