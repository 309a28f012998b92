/**
 * One floor, a mezzanine, rooms that do not meet, one roof.
 *
 * `scripts/check-layers.mjs` applies all rules to the JavaScript that tsc emits from src (what runs), and the rules named
 * `layer-…` also to the imports as written, because tsc drops `import type` and a type can cross a wall as well as a value.
 * Run that script, not `depcruise`: it also fails when fewer modules were seen than there are source files.
 */
const emitted = "^\\.layers/emitted/";
const src = "^\\.layers/(?:emitted|imports)/";
const roof = "(?:host/|prelude/|testing/|cli/|(?:cleaning|pipeline|closing|optimising|index|[a-z]+-operators)\\.js$)";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "layer-no-test-code",
      comment: "Nothing that ships imports src/test-support, which only tests use.",
      severity: "error",
      from: { path: src, pathNot: `${src}test-support/` },
      to: { path: `${src}test-support/` },
    },
    {
      name: "layer-ir-is-the-floor",
      comment: "src/ir imports nothing above it.",
      severity: "error",
      from: { path: `${src}ir/` },
      to: { path: src, pathNot: `${src}ir/` },
    },
    {
      name: "layer-analysis-is-above-the-floor",
      comment: "src/analysis imports src/ir only.",
      severity: "error",
      from: { path: `${src}analysis/` },
      to: { path: src, pathNot: [`${src}ir/`, `${src}analysis/`] },
    },
    {
      name: "layer-rooms-do-not-meet",
      comment:
        "A room (front, closure, ad, interp, opt, codegen) imports itself, src/ir and src/analysis only; what else it needs is a parameter.",
      severity: "error",
      from: { path: `${src}(?!ir/|analysis/|host/|prelude/|testing/|cli/|test-support/)([^/]+)/` },
      to: { path: src, pathNot: [`${src}ir/`, `${src}analysis/`, `${src}$1/`] },
    },
    {
      name: "layer-only-the-roof-sees-rooms",
      comment:
        "A file directly in src sees a room only if it is cleaning.ts, pipeline.ts, closing.ts, optimising.ts, index.ts or a part of it, *-operators.ts.",
      severity: "error",
      from: { path: `${src}[^/]+$`, pathNot: `${src}${roof}` },
      to: { path: `${src}(?!ir/|analysis/)[^/]+/` },
    },
    {
      name: "layer-one-reader",
      comment: "Only front/read.ts imports the parser.",
      severity: "error",
      from: { path: src, pathNot: `${src}front/read\\.js$` },
      to: { path: "(?:^|/)oxc-parser(?:/|$)" },
    },
    {
      name: "no-cycle",
      comment: "Modules form no cycle at run time (types may refer to each other).",
      severity: "error",
      from: { path: emitted },
      to: { circular: true },
    },
    {
      name: "no-undeclared",
      comment: "What ships imports only what exists and what package.json lists under dependencies.",
      severity: "error",
      from: { path: emitted },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "unknown", "undetermined"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["node", "import", "default"] },
  },
};
