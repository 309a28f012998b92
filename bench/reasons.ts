/** Why rows take longer than they should, by the beginning of their titles; docs/performance.md shows those of rows that do. */

export const reasons: readonly (readonly [titles: readonly string[], reason: string])[] = [
  [
    ["SinCos", "sin(x²)·exp(−x)"],
    "A call of a gradient asks first whether it is of the form that the code was made for, and then calls that code: some nanoseconds, which so small functions show. Tried: fewer checks, by generating the entry as text.",
  ],
  [
    ["Loop, xⁿ"],
    "By hand, the derivative is carried along with the value: forward mode. Reverse mode stores 1,000 numbers and reads them again: more instructions in each iteration, which a busy machine shows most. Tried: room for all of them before the loop begins; other forms of the loops.",
  ],
  [
    ["LogSumExp"],
    "By hand it is known that what depends on the maximum cancels. Here its way back is run: a loop over the answers of the comparisons, which are stored.",
  ],
  [
    ["Logistic regression, 100 × 10", "MLP 784–32–10 by loops"],
    "One loop over the examples, as by hand. What is left: each example goes forth by one inner loop and back by another, as far as that is not so by hand; the result is looked through for a NaN, and a `number[]` for what is no number; small arrays and their shadows are made anew for each example, and what `tanh` was of is stored, so that its derivative takes a `cosh`.",
  ],
  [
    ["MLP 784–32–10 by map and reduce"],
    "One loop over the examples, as by hand. What is left: cotangents of the rows of a matrix are found by identity, once for each row and example; what `map` makes is made anew for each example.",
  ],
  [
    ["Logistic regression, 10 parameters"],
    "By hand, one half is computed, and mirrored. Here one run of forward over reverse mode carries all columns, each with all of its entries; what the columns share is computed once. Tried: four, five and six columns in a run; one half, which must not be had where a derivative given by hand makes it another than the other.",
  ],
  [
    ["Rosenbrock"],
    "By hand the tridiagonal Hessian is known; here forward mode runs over reverse mode, of which one loop is left, from the end to the beginning. For `number[]`, another one looks whether all elements are numbers.",
  ],
  [
    ["xs.map(closure).reduce(closure)"],
    "One loop, as by hand: `map` and `reduce` are fused before they are differentiated. What is left are checks: whether a `number[]` holds numbers before the loop, and whether there is a NaN in the result behind it.",
  ],
  [
    ["Tree recursion", "Linear recursion"],
    "By hand, derivatives are carried along with the calls. Where results of calls are needed before their pullbacks are called, they run forth and back here, with a tape between.",
  ],
  [["In-place stencil"], "Within the noise of the measurement."],
];

export const reasonFor = (title: string): string | undefined =>
  reasons.find(([titles]) => titles.some((start) => title.startsWith(start)))?.[1];
