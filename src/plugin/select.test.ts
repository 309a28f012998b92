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
  expect(select("/app/src/common.cjs")).toBe(true);
  expect(select("/app/src/types.d.ts")).toBe(false);
  expect(select("\0rolldown/runtime.js")).toBe(false);
});

test("include adds packages and parts of them, exclude takes away", () => {
  const select = selectModules("/app", {
    include: ["ml-matrix", "three/src/math/**", "d3-*", "@stdlib/*", "@a/b/lib/*.js", "{left,right}/x"],
    exclude: [/\.spec\.ts$/, "**/node_modules/d3-color/**"],
  });
  const chosen = [
    "/app/src/model.ts",
    "/app/lib/model.ts",
    "/app/node_modules/ml-matrix/src/index.js",
    "/app/node_modules/ml-matrix/matrix.cjs",
    "/app/node_modules/.pnpm/ml-matrix@6.0.0/node_modules/ml-matrix/matrix.js",
    "C:\\app\\node_modules\\ml-matrix\\matrix.js",
    "/app/node_modules/three/src/math/Vector3.js",
    "/app/node_modules/three/src/math/interpolants/Linear.js",
    "/app/node_modules/d3-array/src/sum.js",
    "/app/node_modules/@stdlib/math/lib/main.js",
    "/app/node_modules/@a/b/lib/c.js",
    "/app/node_modules/right/x/y.js",
  ];
  const left = [
    "/app/node_modules/right/x.js/y.js",
    "/app/src/model.spec.ts",
    "/app/node_modules/ml-matrix-extra/index.js",
    "/app/node_modules/other/ml-matrix/index.js",
    "/app/node_modules/ml-matrix/node_modules/is-any-array/index.js",
    "/app/node_modules/three/src/core/Clock.js",
    "/app/node_modules/three/build/src/math/Vector3.js",
    "/app/node_modules/d3-color/src/index.js",
    "/app/node_modules/@a/b/lib/deep/c.js",
    "/app/node_modules/@a/b/index.js",
    "/app/node_modules/middle/x/y.js",
    "/app/node_modules/ml-matrix/matrix.d.ts",
    "/app/node_modules/ml-matrix/matrix.d.cts",
  ];
  expect(chosen.filter((file) => !select(file))).toEqual([]);
  expect(left.filter((file) => select(file))).toEqual([]);
});

test("what zeroth itself needs is never compiled", () => {
  const select = selectModules("/app", { include: ["*", "@jridgewell/*"] });
  expect(select("/app/node_modules/ml-matrix/matrix.js")).toBe(true);
  for (const name of ["zeroth", "magic-string", "immer", "@jridgewell/remapping", "@jridgewell/sourcemap-codec"])
    expect([name, select(`/app/node_modules/${name}/dist/index.js`)]).toEqual([name, false]);
});

test.each([
  ["", "`include` has an empty pattern"],
  ["./src/**", "the program's own files are compiled without it"],
  ["../other/**", "is a path"],
  ["/app/lib/**", "is a path"],
  ["**/math/*.js", "is a path"],
  ["node_modules/d3-array/**", 'name the package: "d3-array"'],
  ["/app/node_modules/@a/b", 'name the package: "@a/b"'],
  ["@scope", "does not begin with the name of a package"],
  ["two words", "does not begin with the name of a package"],
  ["zeroth", "is zeroth itself"],
  ["magic-string", "is needed by zeroth itself"],
  ["@jridgewell/sourcemap-codec", "is needed by zeroth itself"],
])("the pattern %j is refused", (pattern, message) => {
  expect(() => selectModules("/app", { include: pattern })).toThrow(message);
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
