/** Why rows take longer than they should, by the beginning of their titles; docs/performance.md shows those of rows that do. */

export const reasons: readonly (readonly [titles: readonly string[], reason: string])[] = [
  [
    ["SinCos", "sin(x²)·exp(−x)"],
    "A call of a gradient asks first whether it is of the form that the code was made for, and then calls that code: some nanoseconds, which so small functions show. Tried: fewer checks, by generating the entry as text.",
  ],
  [
    ["Loop, xⁿ"],
    "By hand, the derivative is carried along with the value: forward mode. Reverse mode stores 1,000 numbers and reads them again. Tried: room for all of them before the loop begins.",
  ],
  [
    ["LogSumExp", "Logistic regression, 100 × 10", "MLP 784–32–10 by loops"],
    "By hand, one loop computes the value and its derivative. Here one loop goes forth and one back, so the data is read twice and what the way back needs is stored; that a sum's cotangent is known before the loop ends is not made use of yet.",
  ],
  [
    ["MLP 784–32–10 by map and reduce"],
    "Weights are arrays of arrays. Cotangents of the outer arrays and of what `map` makes in a loop are still looked up by identity, and tapes that hold arrays are lists of records. Tried: look-ups before the loop.",
  ],
  [
    ["Logistic regression, 10 parameters"],
    "By hand, one pass over the data computes all entries, half of them by symmetry. Here three runs of forward over reverse mode carry four columns each, and what puts the columns together is general code. Tried: specialised code for the runs.",
  ],
  [
    ["Rosenbrock"],
    "By hand the tridiagonal Hessian is known; here forward mode runs over reverse mode, with arrays for the gradient and its tangents. Tried: plain products, tapes known to be full, no copies of the arrays; `number[]` is checked to hold numbers before.",
  ],
  [
    ["xs.map(closure).reduce(closure)"],
    "By hand, one loop. Here `map` and `reduce` are a loop each, forth and back, with an array between them. Tried: no check where another one makes it needless, Float64Arrays for arrays that nobody else sees.",
  ],
  [
    ["Tree recursion", "Linear recursion"],
    "Recursive functions are not specialised: their calls pass tuples and closures. Only what is around them is.",
  ],
  [["In-place stencil"], "Within the noise of the measurement."],
];

export const reasonFor = (title: string): string | undefined =>
  reasons.find(([titles]) => titles.some((start) => title.startsWith(start)))?.[1];
