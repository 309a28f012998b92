// The optimiser's passes.

export { dropDead } from "./drop-dead.ts";
export { foldLoopParams } from "./fold-loop-params.ts";
export { mergeBlocks } from "./merge-blocks.ts";
export { numberValues } from "./number-values.ts";
export { plainProducts } from "./plain-products.ts";
export { planTapes } from "./plan-tapes.ts";
export { simplify } from "./simplify.ts";
export { threadJumps } from "./thread-jumps.ts";
export * from "./specialise/index.ts";
