// The optimiser's passes.

export { dropDead } from "./drop-dead.ts";
export { mergeBlocks } from "./merge-blocks.ts";
export { simplify } from "./simplify.ts";
