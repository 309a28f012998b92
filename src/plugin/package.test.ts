// `npm pack` gives a package that installs into an empty project and works there: types, loader, Vite plugin.

import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checks } from "./fixtures/semantics/checks.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tool = (path: string): string => join(root, "node_modules", path);
const folder = mkdtempSync(join(tmpdir(), "zeroth-package-"));
const project = join(folder, "project");

/** Says why the package could not be installed; null if it could. */
let offline: string | null = null;

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): string {
  try {
    return execFileSync(command, args, {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
      env: { ...cleanEnvironment(), ...env },
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout ?? ""}${stderr ?? ""}`, { cause: error });
  }
}

/** The environment without what Vitest and npm have set for themselves. */
function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:npm_(?!config_(?:registry|cache|userconfig))|VITEST|NODE_(?!EXTRA)|TEST$|MODE$|DEV$|PROD$|SSR$)/i.test(
        name,
      ),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? ""]));
}

const model = `
export interface Line { readonly slope: number; readonly offset: number }

/** The sum of squares of a line over some points. */
export function loss(xs: readonly number[], ys: readonly number[]): (line: Line) => number {
  return (line) => xs.map((x, i) => (line.slope * x + line.offset - (ys[i] ?? 0)) ** 2).reduce((a, b) => a + b, 0);
}
`;

const main = `
import { grad } from "zeroth";
import { loss, type Line } from "./model.js";

const gradient: Line = grad(loss([1, 2], [3, 5]))({ slope: 1, offset: 0 });
const second: number = grad((x: number) => grad((y: number) => y ** 3 * x)(x))(2);
console.log(JSON.stringify({ gradient, second }));
`;

/** Σ 2 (a x + b − y) (x, 1) at a = 1, b = 0; and the derivative of 3 x³. */
const expected = { gradient: { slope: -16, offset: -10 }, second: 36 };

beforeAll(() => {
  const copy = join(folder, "zeroth");
  mkdirSync(copy);
  const entries = readdirSync(root).filter((name) => !/^(?:node_modules|dist|coverage|\..*)$/.test(name));
  for (const entry of entries) cpSync(join(root, entry), join(copy, entry), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  run("npm", ["pack", "--silent", "--pack-destination", folder], copy);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack wrote no package");

  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  writeFileSync(join(project, "model.ts"), model);
  writeFileSync(join(project, "main.ts"), main);
  try {
    run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", join(folder, tarball)], project);
  } catch (error) {
    const message = String(error);
    if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(message)) throw error;
    offline = "the registry cannot be reached, so the package's dependencies cannot be installed";
  }
}, 180_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test("the package has what it declares, and no paths of the machine that built it", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const installed = join(project, "node_modules/zeroth");
  expect(existsSync(join(installed, "dist/index.d.ts"))).toBe(true);
  const files = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
  const named = files.filter(
    (file) => /\.(?:js|ts|map)$/.test(file) && readFileSync(join(installed, "dist", file), "utf8").includes(folder),
  );
  expect(named).toEqual([]);
});

test("its types check in an empty project, its own declarations included", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const compilerOptions = { strict: true, target: "es2022", module: "nodenext", noEmit: true, types: [] };
  const config = { compilerOptions: { ...compilerOptions, lib: ["es2023", "dom"] }, include: ["*.ts"] };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
  expect(run(process.execPath, [tool("typescript/bin/tsc"), "-p", "."], project)).toBe("");
}, 60_000);

test("the loader runs TypeScript whose closures are differentiable", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const output = run(process.execPath, ["--import", "zeroth/register", "main.ts"], project);
  expect(JSON.parse(output)).toEqual(expected);
}, 60_000);

test("the loader keeps what JavaScript means", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  cpSync(fileURLToPath(new URL("fixtures/semantics", import.meta.url)), join(project, "semantics"), {
    recursive: true,
  });
  const output = run(process.execPath, ["--import", "zeroth/register", "semantics/main.ts"], project);
  expect(JSON.parse(output)).toEqual({ checked: Object.keys(checks).length, failures: [] });
}, 60_000);

/** The fixtures of modules of every kind, whose packages are installed; what the program in them finds. */
function modulesFound(env: Readonly<Record<string, string>> = {}, config: object = {}): Record<string, unknown> {
  const fixtures = fileURLToPath(new URL("fixtures/modules", import.meta.url));
  cpSync(join(fixtures, "packages"), join(project, "node_modules"), { recursive: true });
  cpSync(fixtures, join(project, "modules"), { recursive: true });
  writeFileSync(join(project, "modules/package.json"), JSON.stringify({ name: "modules", ...config }));
  const output = run(
    process.execPath,
    ["--no-warnings", "--import", "zeroth/register", "main.mjs"],
    join(project, "modules"),
    env,
  );
  return JSON.parse(output) as Record<string, unknown>;
}

test("the loader compiles CommonJS, JSON, circular and dynamic imports", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const { refused, ...found } = modulesFound({ ZEROTH_INCLUDE: "waves, plain, typeless" });
  expect(found).toEqual({
    declared: [4, 4, 4, 4],
    required: [24, 12, 12, 12],
    json: [[2, 3], 40, 3],
    exported: [32, 3, 4, 20, 4],
    same: [true, true, "square", 11],
    whole: [1, 2, 1],
    circular: [32, 288],
    captured: [8, 12],
    star: [32, 8, 12, 1458],
    dynamic: [1, 32],
    receivers: [9, 3],
    packages: [expect.closeTo(3 * Math.cos(1), 12), expect.closeTo(6 * Math.cos(2), 12), 4, 6, 10, 4],
  });
  const messages = refused as Record<string, unknown>;
  const numbers = Object.entries(messages).filter(([, message]) => typeof message === "number");
  expect(Object.fromEntries(numbers)).toEqual({ inBlock: 4, octal: 520, oldNames: 60, strict: 4 });
  for (const [name, reason] of Object.entries({
    aliased: /sloppy\.cjs:41:1: unsupported: `arguments` in a function that assigns/,
    onNumber: /`this` is not an object in a function that is not strict \(.*sloppy\.cjs:22\)/,
    receiver: /`this` is not an object in a function that is not strict \(.*sloppy\.cjs:22\)/,
    top: /sloppy\.cjs:34:25: unsupported: `this` of a CommonJS module/,
    undeclared: /assignment to the global `sloppyGlobal`/,
    withObject: /sloppy\.cjs:10:3: unsupported: `with` statements/,
  }))
    expect(messages[name], name).toMatch(reason);
}, 60_000);

test("a refusal names the package to include, and including that works", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const refusals = modulesFound()["packages"] as readonly string[];
  const places = ["waves/lib/index.js:2", "waves/lib/index.js:6", "plain/index.js:2", "plain/deep/index.js:2"];
  places.forEach((place, k) => {
    expect(refusals[k]).toContain(`it is at ${place}: have that package compiled`);
  });
  const pasted = refusals.map((message) => /ZEROTH_INCLUDE=(\S+)/.exec(message)?.[1] ?? "");
  expect(pasted).toEqual(["waves", "waves", "plain", "plain", "typeless", "plain"]);
  const answers = modulesFound({ ZEROTH_INCLUDE: pasted.join(",") })["packages"] as readonly unknown[];
  expect(answers.filter((answer) => typeof answer !== "number")).toEqual([]);
}, 60_000);

test("package.json says which packages are compiled", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const { packages } = modulesFound({}, { zeroth: { include: ["plain/deep/**"] } });
  expect((packages as unknown[]).map((found) => (typeof found === "number" ? found : "refused"))).toEqual([
    "refused",
    "refused",
    "refused",
    6,
    "refused",
    "refused",
  ]);
}, 60_000);

test("the text of a module compiles, and its errors name its lines", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const text =
    "import { grad } from 'zeroth';\\n\\nexport const f = grad((x: number) => x ** 3);\\nexport function boom(): void {\\n  throw new Error('here');\\n}";
  const script = `
    import { compile, grad } from "zeroth";
    process.setSourceMapsEnabled(true);
    const { f, boom } = await compile("${text}", { file: "boom.ts" });
    let stack = "";
    try { boom(); } catch (error) { stack = error.stack; }
    console.log(JSON.stringify({ slope: f(2), curvature: grad(f)(2), place: /boom\\.ts:\\d+/.exec(stack)?.[0] }));
  `;
  writeFileSync(join(project, "compile.mjs"), script);
  expect(JSON.parse(run(process.execPath, ["compile.mjs"], project))).toEqual({
    slope: 12,
    curvature: 12,
    place: "boom.ts:5",
  });
}, 60_000);

const layer = `
import { customVjp } from "zeroth";
import { reals } from "zeroth/testing";

const scaled = customVjp(
  (x: number, p: { readonly w: readonly number[] }) => x * p.w[1]!,
  (x, p) => [x * p.w[1]!, (g) => [g * p.w[1]!, { w: p.w.map((_, i) => (i === 1 ? 2 * g * x : 0)) }]],
);

/** @check x in [1, 2], length 2 */
export const output = (x: number, p: { readonly w: readonly number[] }): number => scaled(x, p);
export const inputs = [reals()];
`;

test("its command prints what each pass makes of a call", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  writeFileSync(join(project, "square.ts"), "export const square = (x: number): number => x * x;\n");
  const printed = run(
    join(project, "node_modules/.bin/zeroth"),
    ["passes", "square.ts", "square", "--args", "3"],
    project,
  );
  for (const title of ["── lower, @square", "── differentiate (J), @square", "── JavaScript"])
    expect(printed).toContain(title);
  expect(printed).toMatch(/function square_grad\(x\) \{\s+return x \+ x;/);
}, 60_000);

test("its command finds a wrong derivative given by hand, and says where", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  writeFileSync(join(project, "layer.ts"), layer);
  const command = join(project, "node_modules/.bin/zeroth");
  const { status, stdout } = spawnSync(command, ["check", "layer.ts", "--runs", "5", "--seed", "1", "--json"], {
    cwd: project,
    encoding: "utf8",
    env: cleanEnvironment(),
  });
  expect(status).toBe(1);
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly unknown[] };
  expect(checks).toMatchObject([
    {
      name: "output",
      verdict: "wrong",
      failure: {
        subject: { place: "layer.ts:11:23" },
        rules: [{ place: "layer.ts:7:3" }],
        mismatch: { argument: { index: 1, name: "p" }, path: "args[1].w[1]", expected: 1, got: 2 },
      },
    },
  ]);
}, 60_000);

test("the Vite plugin builds a program whose closures are differentiable", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const config = `
    import { zeroth } from "zeroth/vite";
    export default { plugins: [zeroth()], logLevel: "warn", build: { ssr: "main.ts", outDir: "built", minify: false } };
  `;
  writeFileSync(join(project, "vite.config.mjs"), config);
  run(process.execPath, [tool("vite/bin/vite.js"), "build"], project);
  expect(JSON.parse(run(process.execPath, ["built/main.js"], project))).toEqual(expected);
  expect(readFileSync(join(project, "built/main.js"), "utf8")).not.toContain(folder);
}, 60_000);

test("the Vite plugin compiles the packages that it is told to include", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const packages = fileURLToPath(new URL("fixtures/modules/packages", import.meta.url));
  cpSync(packages, join(project, "node_modules"), { recursive: true });
  writeFileSync(
    join(project, "included.mjs"),
    `import { grad } from "zeroth";
    import { line } from "plain";
    import { wave } from "waves";
    console.log(JSON.stringify([grad(wave)(0), grad((x) => line(x))(1)]));`,
  );
  const config = `
    import { zeroth } from "zeroth/vite";
    export default {
      plugins: [zeroth({ include: ["wav*", "plain"] })],
      logLevel: "warn",
      build: { ssr: "included.mjs", outDir: "included" },
    };
  `;
  writeFileSync(join(project, "vite.config.mjs"), config);
  run(process.execPath, [tool("vite/bin/vite.js"), "build"], project);
  expect(JSON.parse(run(process.execPath, ["included/included.js"], project))).toEqual([3, 4]);
}, 60_000);

test("Node loads the parser, what specialises and the prelude's texts when they are first asked for", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const script = `
    import { grad } from "zeroth";
    import { scripts } from "./node_modules/zeroth/dist/node/code-cache.js";
    const files = ["source-compiler", "prelude-texts", "plans"];
    const asked = [];
    const ask = (f) => {
      const slope = grad(f)(2);
      asked.push([slope, ...files.filter((file) => scripts.has("./" + file + ".cjs"))]);
    };
    grad((x) => x);
    ask((x) => x * x);
    const power = (x) => { let y = x; for (let k = 0; k < 3; k++) y *= x; return y; };
    ask(power);
    for (let k = 0; k < 9; k++) grad(power)(2);
    ask(power);
    console.log(JSON.stringify(asked));
  `;
  writeFileSync(join(project, "asked.mjs"), script);
  expect(JSON.parse(run(process.execPath, ["asked.mjs"], project))).toEqual([
    [4, "source-compiler"],
    [32, "source-compiler"],
    [32, "source-compiler", "prelude-texts", "plans"],
  ]);
}, 60_000);

test("small programs without loops are specialised after some calls", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const script = `
    import { explain, grad } from "zeroth";
    const gradient = grad((x) => ${"x * x + ".repeat(100)}x);
    const said = explain(gradient, 2).split("\\n")[0].replace(/\\d+ ms/, "n ms");
    const found = [];
    for (let k = 0; k < 10; k++) found.push(gradient(2));
    console.log(JSON.stringify({ said, slopes: [...new Set(found)], left: explain(gradient, 2).startsWith("General") }));
  `;
  writeFileSync(join(project, "patient.mjs"), script);
  expect(JSON.parse(run(process.execPath, ["patient.mjs"], project))).toEqual({
    said: "General code runs until it has taken n ms, about what specialising takes, or for 8 calls. Then:",
    slopes: [401],
    left: false,
  });
}, 60_000);

test("functions that are made without end, and calls of new forms, leave nothing behind", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  writeFileSync(
    join(project, "growth.ts"),
    `import { grad, hvp, valueAndGrad } from "zeroth";

const loop = (a: number): number => { let s = 0; for (let k = 0; k < 3; k++) s += a * a; return s; };
const stable = valueAndGrad((x: number, f: (x: number) => number): number => f(x) * x);
const parts = [(x: number) => x * x, (x: number) => x + 1, (x: number) => Math.sin(x)];
const after = (f: (x: number) => number, g: (x: number) => number) => (x: number): number => f(g(x));
const kinds = {
  nothing: [100_000, 300, (k: number) => grad((x: number) => loop(x) * 2 + x)(k)],
  numbers: [10_000, 300, (k: number) => grad((x: number) => loop(x) * k)(k)],
  argument: [10_000, 300, (k: number) => stable(k, (x) => x * x + k)],
  product: [10_000, 300, (k: number) => hvp((p: number[]) => p[0]! ** 2 * p[1]!)([k, 2], [1, 0])],
  compositions: [700, 40, (k: number) => {
    let f = parts[k % 3]!;
    for (let n = Math.floor(k / 3); n > 0; n = Math.floor(n / 3)) f = after(f, parts[n % 3]!);
    return grad(f)(0.5);
  }],
  texts: [700, 40, (k: number) => {
    const text = "let s = 0; for (let k = 0; k < 3; k++) s += x * x * " + k + "; return s;";
    return grad(new Function("x", text) as (x: number) => number)(2);
  }],
} as const;
const heap = (): number => {
  (globalThis as unknown as { gc: () => void }).gc();
  return process.memoryUsage().heapUsed;
};
const grown: Record<string, number> = {};
for (const [kind, [count, before, run]] of Object.entries(kinds)) {
  for (let k = 0; k < before; k++) run(k);
  const start = heap();
  for (let k = 0; k < count; k++) run(before + k);
  grown[kind] = (heap() - start) / 1e6;
}
console.log(JSON.stringify(grown));
`,
  );
  const output = run(process.execPath, ["--expose-gc", "--import", "zeroth/register", "growth.ts"], project);
  // Megabytes. Of code for forms of calls there may be so much, however many have come.
  for (const [kind, grown] of Object.entries(JSON.parse(output) as Record<string, number>))
    expect([kind, grown <= 10]).toEqual([kind, true]);
}, 180_000);

test("Node keeps the package's code when told to, and takes it as long as the files are the same", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const script = `
    import { grad } from "zeroth";
    import { scripts } from "./node_modules/zeroth/dist/node/code-cache.js";
    const slope = grad((x) => x * x)(2);
    console.log(JSON.stringify([slope, ...["core", "base"].map((name) => scripts.get("./" + name + ".shared.cjs").cachedDataRejected ?? "none")]));
  `;
  writeFileSync(join(project, "kept.mjs"), script);
  const kept = (): unknown => JSON.parse(run(process.execPath, ["kept.mjs"], project));
  expect(kept()).toEqual([4, "none", "none"]);
  const command = join(project, "node_modules/.bin/zeroth");
  const folderOfCaches = join(project, "node_modules/zeroth/dist/node/cache");
  writeFileSync(folderOfCaches, "in the way");
  const { status, stderr } = spawnSync(command, ["cache"], { cwd: project, encoding: "utf8", env: cleanEnvironment() });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^zeroth: \w+: .*cache\S*\n$/)]);
  rmSync(folderOfCaches);
  const said = run(command, ["cache"], project);
  expect(said).toMatch(/^code of \d+ files, [\d.]+ MB, kept in .*zeroth\/dist\/node\/cache\/v8-\S+\/\n$/);
  expect(kept()).toEqual([4, false, false]);
  const later = new Date(Date.now() + 1000);
  utimesSync(join(project, "node_modules/zeroth/dist/node/core.shared.cjs"), later, later);
  expect(kept()).toEqual([4, "none", false]);
}, 60_000);

test("its scripts are strict, as modules are", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const scripts = readdirSync(join(project, "node_modules/zeroth/dist/node")).filter((file) => file.endsWith(".cjs"));
  expect(scripts.length).toBeGreaterThan(10);
  for (const file of scripts)
    expect(readFileSync(join(project, "node_modules/zeroth/dist/node", file), "utf8"), file).toMatch(
      /^\(function \(exports, require, __filename\) \{ "use strict";/,
    );
}, 60_000);

test("Node runs the modules that are there for bundlers, as test runners find them", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const script = `
    import "./node_modules/zeroth/dist/bundle/runtime.js";
    import { compile, explain, grad } from "./node_modules/zeroth/dist/bundle/index.js";
    const cube = (x) => { let y = x; for (let k = 0; k < 2; k++) y *= x; return y; };
    const { f } = await compile("export const f = (x: number) => x ** 3;");
    console.log(JSON.stringify([grad(cube)(2), grad(f)(2), explain(grad(cube), 2).length > 100]));
  `;
  writeFileSync(join(project, "modules.mjs"), script);
  expect(JSON.parse(run(process.execPath, ["modules.mjs"], project))).toEqual([12, 12, true]);
}, 60_000);

test("where a test runner has a global object of its own, the package is of that one", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const script = `
    import { readFileSync } from "node:fs";
    import { createContext, SourceTextModule } from "node:vm";
    const file = new URL("./node_modules/zeroth/dist/node/index.js", import.meta.url);
    const context = createContext({ process, Buffer, console });
    const modules = new Map();
    const moduleAt = (url) => {
      if (!modules.has(url.href)) modules.set(url.href, new SourceTextModule(readFileSync(url, "utf8"), {
        context, identifier: url.href, initializeImportMeta: (meta) => { meta.url = url.href; },
      }));
      return modules.get(url.href);
    };
    const main = new SourceTextModule(
      'import { grad } from "zeroth"; export const found = [grad((x) => [x, 3].map((y) => x * y).reduce((a, b) => a + b))(2), grad instanceof Function];',
      { context, identifier: "main" },
    );
    await main.link((name, from) => moduleAt(name === "zeroth" ? file : new URL(name, from.identifier)));
    await main.evaluate();
    console.log(JSON.stringify(main.namespace.found));
  `;
  writeFileSync(join(project, "realm.mjs"), script);
  const output = run(process.execPath, ["--experimental-vm-modules", "--no-warnings", "realm.mjs"], project);
  expect(JSON.parse(output)).toEqual([7, true]);
}, 60_000);

test("a bundle for Node has all of it", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  writeFileSync(
    join(project, "unbuilt.mjs"),
    `import { explain, grad } from "zeroth";
    const cube = (x) => { let y = x; for (let k = 0; k < 2; k++) y *= x; return y; };
    console.log(JSON.stringify([grad(cube)(2), explain(grad(cube), 2).length > 100]));`,
  );
  const config = `
    export default { logLevel: "warn", ssr: { noExternal: ["zeroth"] }, build: { ssr: "unbuilt.mjs", outDir: "whole" } };
  `;
  writeFileSync(join(project, "vite.config.mjs"), config);
  run(process.execPath, [tool("vite/bin/vite.js"), "build"], project);
  expect(readFileSync(join(project, "whole/unbuilt.js"), "utf8")).not.toContain('from "zeroth"');
  expect(JSON.parse(run(process.execPath, ["whole/unbuilt.js"], project))).toEqual([12, true]);
}, 60_000);

test("a bundle for browsers has no parser, and is differentiable when minified", ({ skip }) => {
  skip(offline !== null, offline ?? "");
  const config = `
    import { zeroth } from "zeroth/vite";
    export default { plugins: [zeroth()], logLevel: "warn", build: { outDir: "site", modulePreload: { polyfill: false } } };
  `;
  writeFileSync(join(project, "vite.config.mjs"), config);
  writeFileSync(join(project, "index.html"), '<!doctype html><script type="module" src="./main.ts"></script>');
  run(process.execPath, [tool("vite/bin/vite.js"), "build"], project);
  const [script = ""] = readdirSync(join(project, "site/assets")).filter((name) => name.endsWith(".js"));
  expect(readFileSync(join(project, "site/assets", script), "utf8")).not.toContain("oxc");
  expect(JSON.parse(run(process.execPath, [join("site/assets", script)], project))).toEqual(expected);
}, 60_000);

test.each(["esbuild", "rollup", "webpack", "vite"])(
  "what %s builds for browsers needs nothing but the language",
  (bundler) => {
    if (offline !== null) return;
    const site = join(project, "browsers");
    cpSync(fileURLToPath(new URL("fixtures/browsers", import.meta.url)), site, { recursive: true });
    if (!existsSync(join(site, "node_modules"))) symlinkSync(join(project, "node_modules"), join(site, "node_modules"));
    run(process.execPath, [join(root, "scripts/bundle-for-browsers.mjs"), bundler, site], root);
    const script = readFileSync(join(site, `${bundler}.js`), "utf8");
    expect(script).not.toMatch(/process\.env|["']node:/);
    const global: { readonly found?: string } = {};
    runInNewContext(script, global);
    expect(JSON.parse(global.found ?? "null")).toEqual({
      calls: [JSON.stringify([-16, -10, 12, 36])],
      curvature: 10,
      tangent: 12,
      cotangent: 12,
      explains: true,
    });
  },
  60_000,
);
