import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { zeroth, type ZerothPlugin } from "./vite.ts";

const code = "export const f = (x: number) => x * x;";

function resolved(command: "build" | "serve", options: Parameters<typeof zeroth>[0] = {}): ZerothPlugin {
  const plugin = zeroth(options);
  plugin.configResolved({ root: "/app", command });
  return plugin;
}

test("it compiles modules of the project, whatever their query, and no others", () => {
  const plugin = resolved("serve");
  expect(plugin.transform(code, "/app/model.ts")?.code).toContain("zeroth/runtime");
  expect(plugin.transform(code, "/app/model.ts?v=3")?.code).toContain("zeroth/runtime");
  expect(plugin.transform(code, "/app/node_modules/a/index.js")).toBeNull();
  expect(plugin.transform(code, "\0virtual.ts")).toBeNull();
  expect(plugin.transform(code, "virtual:module.ts")).toBeNull();
  expect(plugin.transform("body { color: red }", "/app/style.css")).toBeNull();
});

test("a build names files below the project, a server whole paths", () => {
  expect(resolved("build").transform(code, "/app/src/model.ts")?.code).toContain('"src/model.ts"');
  expect(resolved("build").transform(code, "/app/src/model.ts")?.code).not.toContain("/app/src/model.ts");
  expect(resolved("serve").transform(code, "/app/src/model.ts")?.code).toContain('"/app/src/model.ts"');
});

test("include adds packages, exclude takes away", () => {
  const plugin = resolved("serve", { include: "d3-*", exclude: "**/*.worker.ts" });
  expect(plugin.transform("export const f = (x) => x;", "/app/node_modules/d3-array/src/sum.js")).not.toBeNull();
  expect(plugin.transform(code, "/app/node_modules/a/index.js")).toBeNull();
  expect(plugin.transform(code, "/app/src/a.worker.ts")).toBeNull();
  expect(plugin.transform(code, "/app/scripts/a.ts")).not.toBeNull();
});

test("an unknown option and a bad pattern are refused", () => {
  expect(() => zeroth({ inclde: ["d3-array"] } as object)).toThrow("zeroth() has no option `inclde`");
  expect(() => zeroth({ include: "./src/**" })).toThrow("is a path");
});

test("the run-time comes from zeroth itself when it runs from its sources", async () => {
  const plugin = zeroth();
  const resolve = (): Promise<null> => Promise.resolve(null);
  expect((await plugin.resolveId.call({ resolve }, "zeroth/runtime", undefined))?.id).toMatch(
    /src\/host\/runtime\.ts$/,
  );
  expect(await plugin.resolveId.call({ resolve }, "elsewhere", undefined)).toBeUndefined();
});

test("CommonJS requires the run-time, and stays CommonJS", () => {
  const plugin = resolved("build", { include: "a" });
  const script = "exports.f = (x) => x * x;";
  const header = /^const\{.*\}=require\("zeroth\/runtime"\);/;
  expect(plugin.transform(script, "/app/node_modules/a/index.js")?.code).toMatch(header);
  expect(plugin.transform("function f(x) { return x }", "/app/node_modules/a/index.cjs")?.code).toMatch(header);
  expect(plugin.transform(`import "b"; ${script}`, "/app/node_modules/a/index.js")?.code).not.toContain("require(");
});

test("Vite is told of the packages, of CommonJS only where it runs it", () => {
  const root = mkdtempSync(join(tmpdir(), "zeroth-vite-"));
  const install = (name: string, manifest: object): void => {
    mkdirSync(join(root, "node_modules", name), { recursive: true });
    writeFileSync(join(root, "node_modules", name, "package.json"), JSON.stringify(manifest));
  };
  install("d3-array", { type: "module" });
  install("d3-color", { module: "index.js" });
  install("@s/a", { exports: { ".": { import: "./a.mjs", require: "./a.cjs" } } });
  install("old", { main: "index.js" });
  mkdirSync(join(root, "app"));
  const plugin = zeroth({ include: ["d3-*/src/**", "@s/*", "old", "elsewhere", "none-*"] });
  const settings = (command: "build" | "serve"): unknown => plugin.config({ root: join(root, "app") }, { command });
  const modules = ["d3-array", "d3-color", "@s/a"];
  const exclude = ["zeroth", ...modules, "elsewhere"];
  vi.stubEnv("VITEST", undefined);
  expect(settings("serve")).toEqual({ optimizeDeps: { exclude }, ssr: { noExternal: [...modules, "elsewhere"] } });
  const inside = [...modules, "old", "elsewhere"];
  expect(settings("build")).toEqual({ optimizeDeps: { exclude }, ssr: { noExternal: inside } });
  vi.stubEnv("VITEST", "true");
  expect(settings("serve")).toEqual({ optimizeDeps: { exclude }, ssr: { noExternal: inside } });
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});
