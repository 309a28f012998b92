import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { globExpression, selectModules } from "./select.ts";

const packageRoot = fileURLToPath(new URL("../../", import.meta.url));

test("by default the user's own modules are compiled, dependencies and other files are not", () => {
  const select = selectModules("/app");
  expect(select("/app/src/model.ts")).toBe(true);
  expect(select("/app/src/model.mjs")).toBe(true);
  expect(select("/elsewhere/model.jsx")).toBe(true);
  expect(select("/app/node_modules/d3/index.js")).toBe(false);
  expect(select("/app/src/style.css")).toBe(false);
  expect(select("/app/src/common.cjs")).toBe(false);
  expect(select("/app/src/types.d.ts")).toBe(false);
  expect(select("\0rolldown/runtime.js")).toBe(false);
});

test("include replaces the default, exclude takes from it", () => {
  const select = selectModules("/app", { include: ["src/**", "node_modules/d3/**/*.js"], exclude: /\.spec\.ts$/ });
  expect(select("/app/src/model.ts")).toBe(true);
  expect(select("/app/lib/model.ts")).toBe(false);
  expect(select("/app/node_modules/d3/src/index.js")).toBe(true);
  expect(select("/app/src/model.spec.ts")).toBe(false);
});

test("zeroth's own modules are never compiled, its prelude and tests apart", () => {
  const select = selectModules(packageRoot);
  expect(select(`${packageRoot}src/ir/model.ts`)).toBe(false);
  expect(select(`${packageRoot}dist/index.js`)).toBe(false);
  expect(select(`${packageRoot}src/prelude/map.ts`)).toBe(true);
  expect(select(`${packageRoot}src/ir/model.test.ts`)).toBe(true);
  expect(select(`${packageRoot}examples/co2/main.ts`)).toBe(true);
});

test.each([
  ["src/*.ts", "/app/src/a.ts", true],
  ["src/*.ts", "/app/src/b/a.ts", false],
  ["./src/**/a.ts", "/app/src/a.ts", true],
  ["**/a.{ts,js}", "/x/y/a.js", true],
  ["/lib/a?.ts", "/lib/ab.ts", true],
  ["src/a+b(1).ts", "/app/src/a+b(1).ts", true],
])("the glob %s over %s: %s", (glob, file, matches) => {
  expect(globExpression(glob, "/app/").test(file)).toBe(matches);
});
