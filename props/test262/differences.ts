// Why tests differ. Everything here is in docs/limitations.md.

interface Difference {
  /** The names of the tests. */
  readonly tests: RegExp;
  /** What the test says. */
  readonly what?: RegExp;
  readonly why: string;
}

export const differences: readonly Difference[] = [
  {
    tests:
      /bigint|order-of-evaluation|symbol-to-(?:prim|string)|tostr-error|primitive-prototype|symbol-hasinstance-not-callable/,
    what: /\(no error\)/,
    why: "an operation whose result is not used may not run, and so does not throw",
  },
  {
    tests: /(?:thrw-close|array-rest-lref-err|iterator-closed|iter-map-fn-err)/,
    why: "where the body of a loop or a pattern throws, the iterator is not told",
  },
  {
    tests: /generator|fn-name-gen|async-|built-in-generator|proxy-function/,
    why: "generators and asynchronous functions are refused where they are called; before that, the function is not what JavaScript makes",
  },
];
