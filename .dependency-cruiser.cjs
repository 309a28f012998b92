/**
 * The floor (ir, runtime), analyses, rooms that do not meet, a roof; and no cycles.
 *
 * `scripts/check-layers.mjs` applies all rules to the JavaScript that tsc emits from src (what runs), and the rules named
 * `layer-…` also to the imports as written, because tsc drops `import type`, and a type can cross a wall or close a cycle as well as a value.
 * Run that script, not `depcruise`: it also fails when fewer modules were seen than there are source files.
 */
const emitted = "^\\.layers/emitted/";
const src = "^\\.layers/(?:emitted|imports)/";
/** What many layers stand on. */
const floor = "(?:ir|runtime)/";
const roof = "(?:compile|plugin|host|operators|prelude|testing|cli|test-support)/";

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
      name: "layer-floor",
      comment: "src/ir and src/runtime import nothing above them.",
      severity: "error",
      from: { path: `${src}${floor}` },
      to: { path: src, pathNot: `${src}${floor}` },
    },
    {
      name: "layer-analysis-is-above-the-floor",
      comment: "src/analysis imports the floor only.",
      severity: "error",
      from: { path: `${src}analysis/` },
      to: { path: src, pathNot: [`${src}${floor}`, `${src}analysis/`] },
    },
    {
      name: "layer-specialise-uses-passes",
      comment: "src/specialise imports the floor, src/analysis and src/opt.",
      severity: "error",
      from: { path: `${src}specialise/` },
      to: { path: src, pathNot: [`${src}${floor}`, `${src}(?:analysis|opt|specialise)/`] },
    },
    {
      name: "layer-rooms-do-not-meet",
      comment:
        "A room (front, closure, ad, interp, opt, codegen) imports itself, the floor and src/analysis only; what else it needs is a parameter.",
      severity: "error",
      from: { path: `${src}(?!${floor}|analysis/|specialise/|${roof})([^/]+)/` },
      to: { path: src, pathNot: [`${src}${floor}`, `${src}analysis/`, `${src}$1/`] },
    },
    {
      name: "layer-no-loose-files",
      comment: "Directly in src is the entry point alone.",
      severity: "error",
      from: { path: `${src}(?!index\\.js$)[^/]+$` },
      to: {},
    },
    {
      name: "layer-one-reader",
      comment: "Only front/read.ts imports the parser.",
      severity: "error",
      from: { path: src, pathNot: `${src}front/read\\.js$` },
      to: { path: "(?:^|/)oxc-parser(?:/|$)" },
    },
    {
      name: "layer-no-cycle",
      comment: "Imports form no cycle, those of types included.",
      severity: "error",
      from: { path: src },
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
