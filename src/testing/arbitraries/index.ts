// Arbitraries for the inputs of checks. Each shrinks to simple values that still have its property.

export { reals, realsAway, type AwayOptions, type RealsOptions } from "./reals.ts";
export { separatedPoints, type SeparatedPointsOptions } from "./separated-points.ts";
export { smoothFunctions, type ScalarFunction, type SmoothFunctionsOptions } from "./smooth-functions.ts";
export {
  matrices,
  positiveDefinite,
  simplexes,
  vectors,
  type MatricesOptions,
  type PositiveDefiniteOptions,
  type SimplexesOptions,
  type Size,
  type Stored,
  type Vector,
  type VectorsOptions,
} from "./vectors.ts";
