// The IR: the lowest layer, which every other layer imports.

export * from "./span.ts";
export * from "./types.ts";
export { join, joinedForms, folded, typeOfForm, ArrayForm, RecordForm, type Form } from "./join-types.ts";
export * from "./diagnostics.ts";
export * from "./model.ts";
export * from "./prims.ts";
export * from "./walk.ts";
export * from "./allocation.ts";
export * from "./of-function.ts";
export * from "./cfg.ts";
export * from "./builder.ts";
export * from "./ssa.ts";
export * from "./program.ts";
export * from "./rebuild.ts";
export * from "./words.ts";
export * from "./names.ts";
export * from "./print.ts";
export * from "./parse.ts";
export * from "./parse-lazily.ts";
export * from "./problems.ts";
export * from "./verify.ts";
export * from "./steps.ts";
export * from "./pass.ts";
export * from "./infer-types.ts";
export * from "./renumber.ts";
export * from "./replace-values.ts";
export * from "./edit.ts";
