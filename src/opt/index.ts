// The optimiser's passes.

export { branchParams } from "./branch-params.ts";
export { closeLoops } from "./close-loops.ts";
export * from "./costs.ts";
export { dropExpectations } from "./drop-expectations.ts";
export { dropDead } from "./drop-dead.ts";
export { floatArrays } from "./float-arrays.ts";
export { foldLoopParams } from "./fold-loop-params.ts";
export { forwardLengths } from "./forward-lengths.ts";
export { forwardStores } from "./forward-stores.ts";
export { fullTapes } from "./full-tapes.ts";
export { fuseLoops } from "./fuse-loops.ts";
export { hoistComparisons } from "./hoist-comparisons.ts";
export { hoistInvariants } from "./hoist-invariants.ts";
export { mergeBlocks } from "./merge-blocks.ts";
export { numberValues } from "./number-values.ts";
export { plainProducts } from "./plain-products.ts";
export { planTapes } from "./plan-tapes.ts";
export { pointsTo } from "./points-to.ts";
export { resolveShadows } from "./resolve-shadows.ts";
export { reuseArrays } from "./reuse-arrays.ts";
export { sameParams } from "./same-params.ts";
export { settleLoads } from "./settle-loads.ts";
export { simplify } from "./simplify.ts";
export { thinTapes } from "./thin-tapes.ts";
export { threadJumps } from "./thread-jumps.ts";
export { typeTapes } from "./type-tapes.ts";
export * from "./specialise/index.ts";
