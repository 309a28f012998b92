/** Why rows exceed their limit, by the beginning of their titles. docs/performance.md shows the reasons for rows that do. */

export const reasons: readonly (readonly [titles: readonly string[], reason: string])[] = [
  [
    ["SinCos", "sin(x²)·exp(−x)"],
    "A call of a gradient first checks whether its arguments have the shape that the code was made for, and then calls that code. This takes some nanoseconds, which matter for so small a function. Tried without gain: fewer checks, by generating the entry as text.",
  ],
  [
    ["Loop, xⁿ"],
    "The derivative by hand uses forward mode: it carries the derivative along with the value. Reverse mode stores 1,000 numbers and reads them again, so each iteration has more instructions; the difference is largest on a busy machine. Tried without gain: making room for all numbers before the loop; other forms of the loops.",
  ],
  [
    ["LogSumExp"],
    "Whoever writes the derivative by hand knows that the terms of the maximum cancel. zeroth differentiates the loop that finds the maximum: the loop stores the results of its comparisons, and a second loop reads them.",
  ],
  [
    ["Logistic regression, 100 × 10", "MLP 784–32–10 by loops"],
    "One loop over the examples, as by hand. The rest is: two inner loops for each example, one forward and one reverse, where the code by hand has one; a search for NaN in the result, and for other values than numbers in each `number[]`; new small arrays and shadows for each example; and a `cosh` for the derivative of `tanh`, because the code stores the argument of `tanh` and not its result.",
  ],
  [
    ["MLP 784–32–10 by map and reduce"],
    "One loop over the examples, as by hand. The rest is: a lookup by identity of the cotangents of each row of a matrix, once for each row and example; and a new array of each `map` for each example.",
  ],
  [
    ["Logistic regression, 10 parameters"],
    "The code by hand computes one half of the Hessian, and mirrors it. zeroth computes all columns with all entries, in one run of forward over reverse mode; what the columns share is computed once. Tried: four, five and six columns in a run; computing one half only, which is wrong if a derivative given by hand makes the Hessian asymmetric.",
  ],
  [
    ["Rosenbrock"],
    "The code by hand knows that the Hessian is tridiagonal. zeroth runs forward mode over reverse mode; one loop remains of this, from the end to the beginning. For `number[]`, a second loop checks whether all elements are numbers.",
  ],
  [
    ["xs.map(closure).reduce(closure)"],
    "One loop, as by hand: `map` and `reduce` are fused before they are differentiated. The rest is two checks: before the loop, whether a `number[]` holds only numbers; after it, whether the result has a NaN.",
  ],
  [
    ["Tree recursion", "Linear recursion"],
    "The code by hand carries derivatives along with the calls. If the result of a call is needed before its pullback is called, zeroth runs a forward and a reverse sweep, with a tape between them.",
  ],
  [["In-place stencil"], "Within the noise of the measurement."],
];

export const reasonFor = (title: string): string | undefined =>
  reasons.find(([titles]) => titles.some((start) => title.startsWith(start)))?.[1];
