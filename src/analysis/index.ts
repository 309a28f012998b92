// Analyses: what passes ask about functions. They are pure, and their results are never stored in the IR.

export { definitionsOf } from "./definitions.ts";
export {
  firstEffect,
  isRepeatable,
  looksUpShadow,
  isAccess,
  lengthMadeWith,
  looksAtElements,
  madeOf,
  mayLeave,
  readsElement,
  touchesMemory,
  writesMemory,
} from "./accesses.ts";
export { aliasesIn, isPlainRead, type Aliases } from "./aliases.ts";
export { filledArrays, type Filled } from "./array-contents.ts";
export { measured, measuredForGood } from "./array-lengths.ts";
export { beforeEnds } from "./before-ends.ts";
export { addBit, addBits, emptyBits, hasBit, removeBit, type Bits } from "./bits.ts";
export { indexRanges } from "./bounds.ts";
export {
  type Branch,
  type LoopFacts,
  type LoopTest,
  type TripCount,
  branchOf,
  counterThatCovers,
  entryOf,
  instrsOf,
  isLeftAtLatch,
  loopsOf,
  tripCountOf,
} from "./loops.ts";
export { privateStores } from "./escape.ts";
export { gatheringOf, type Gathered, type Gathering, type Path, type RecordRead } from "./gatherings.ts";
export { entriesOf, leavesOf, tellingLeaf, type Layout, type Leaf } from "./layout.ts";
export { layoutsOf } from "./layouts.ts";
export { isLiveAtEnd, type Needed, neededValues } from "./liveness.ts";
export { type KnownElements, knownElements } from "./numeric-elements.ts";
export { type AbstractLocation, type PointsTo, pointsTo, pointsToOnReturn } from "./points-to.ts";
export { poppedIn, type Popped } from "./popped.ts";
export { reachedFrom } from "./reached.ts";
export { isRemovable } from "./removable.ts";
export { beyond } from "./subscripts.ts";
export { mayBeUnset } from "./unset-values.ts";
export { callsUnknown, unknownCalls } from "./unknown-calls.ts";
export { type Use, usesOf } from "./uses.ts";
