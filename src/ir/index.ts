// The floor: what every layer imports.

export * from "./span.ts";
export * from "./types.ts";
export * from "./diagnostics.ts";
export * from "./model.ts";
export * from "./prims.ts";
export * from "./walk.ts";
export * from "./cfg.ts";
export * from "./builder.ts";
export * from "./ssa.ts";
export * from "./values/box.ts";
export * from "./values/tape.ts";
export * from "./values/cotangent.ts";
export * from "./values/shadow.ts";
export * from "./values/reference.ts";
export * from "./values/structure.ts";
export * from "./values/overlap.ts";
export * from "./values/closure.ts";
export * from "./values/program.ts";
export * from "./rebuild.ts";
export * from "./names.ts";
export * from "./print.ts";
export * from "./parse.ts";
export * from "./verify.ts";
export * from "./pass.ts";
export * from "./infer-types.ts";
export * from "./renumber.ts";
