// `node scripts/bundle-for-browsers.mjs <bundler> <folder>`: builds main.js of a folder where the package is installed, into
// <bundler>.js there, a script for browsers. What the bundler warns of is an error.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [name, folder] = process.argv.slice(2);
process.chdir(folder);
const input = join(folder, "main.js");
const file = join(folder, `${name}.js`);
const own = /[\\/](?:main|model)\.js$/;

const { zeroth } = await import(pathToFileURL(join(folder, "node_modules/zeroth/dist/node/vite.js")).href);
const plugin = zeroth();
const compiled = (path) => plugin.transform(readFileSync(path, "utf8"), path).code;

const fail = (warning) => {
  throw new Error(typeof warning === "string" ? warning : (warning.message ?? warning.text));
};

const bundlers = {
  esbuild: async () => {
    const { build } = await import("esbuild");
    const onLoad = ({ path }) => ({ contents: compiled(path), loader: "js" });
    const plugins = [{ name: "zeroth", setup: (it) => it.onLoad({ filter: own }, onLoad) }];
    const { warnings } = await build({
      entryPoints: [input],
      bundle: true,
      outfile: file,
      logLevel: "silent",
      plugins,
    });
    warnings.forEach(fail);
  },
  rollup: async () => {
    const [{ rollup }, { nodeResolve }] = [await import("rollup"), await import("@rollup/plugin-node-resolve")];
    const build = await rollup({ input, plugins: [plugin, nodeResolve({ browser: true })], onwarn: fail });
    await build.write({ file, format: "iife" });
  },
  webpack: async () => {
    const { default: webpack } = await import("webpack");
    const stats = await new Promise((resolve, reject) => {
      const options = {
        mode: "production",
        target: "web",
        entry: input,
        output: { path: folder, filename: "webpack.js" },
        module: { rules: [{ test: own, loader: join(folder, "loader.mjs") }] },
        optimization: { minimize: false },
        performance: { hints: false },
      };
      webpack(options, (error, result) => (error === null ? resolve(result) : reject(error)));
    });
    if (stats.hasErrors() || stats.hasWarnings()) fail(stats.toString());
  },
  vite: async () => {
    const { build } = await import("vite");
    await build({
      configFile: false,
      logLevel: "error",
      plugins: [plugin],
      build: {
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        lib: { entry: input, formats: ["iife"], name: "site", fileName: () => "vite.js" },
        rolldownOptions: { onwarn: fail },
      },
    });
  },
};

await bundlers[name]();
