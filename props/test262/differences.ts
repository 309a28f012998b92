// Why tests differ. docs/limitations.md has what users meet.

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
      /(?:bigint|order-of-evaluation|evaluation-order|symbol-to-(?:prim|string)|tostr-error|primitive-prototype|symbol-hasinstance|coercible|non-generic|ToNumberErr|precedence-unary)/,
    what: /(?:no error|captured to be|Expected SameValue|Actual \[)/,
    why: "an operation whose result is not used may not run, and so neither converts nor throws",
  },
  {
    tests: /(?:A2\.[23]_T\d|S9\.\d_A3|A7\.[789]|S15\.\d|S8\.12\.8)/,
    what: /^(?:error|x)$|Should have thrown|Cannot convert object to primitive|throw "error"/,
    why: "what arithmetic or a conversion throws is not caught by the function that does it",
  },
  {
    tests:
      /(?:thrw-close|array-rest-lref-err|iterator-closed|iter-map-fn-err|iterator-return-get-throws|iterator-close-(?:via-throw|throw)|rtrn-close)/,
    why: "where the body of a loop or a pattern throws, or a generator ends within a pattern, the iterator is not told",
  },
  {
    tests: /(?:generator|fn-name-gen|async-|proxy-function)/,
    why: "generators and asynchronous functions are refused where they are called; before that, the function is not what JavaScript makes",
  },
  {
    tests:
      /(?:length-dflt|trailing-comma|arguments-length|fn-name|\/name|method-definition|S11\.2\.4_A1|prototype-rules|anonymous-function-name|optional-chaining\/member-expression|class\/arguments\/access|definition\/(?:accessors|methods|getters-prop|setters-prop|numeric)|subclass\/default-constructor-2)/,
    why: "the name, the length and the prototype of functions that compiled code makes",
  },
  {
    tests: /throw-new|name-invoke-ctor|heritage-arrow|constructable-but-no-prototype|call-construct-invocation/,
    why: "arrows and methods that compiled code makes are constructors",
  },
  {
    tests: /(?:from-(?:arrow-)?function-expression|S11\.6\.1_A3\.2)/,
    why: "the text of functions that compiled code makes",
  },
  {
    tests:
      /(?:this-tdz|this-uninit|uninitialized-this|prop-expr-cls-key-err|this-access-restriction|in-constructor-superproperty|delete\/super-property|return-override|class\/arguments\/default-constructor|subclass\/binding)/,
    why: "before `super(…)`, `this` is undefined, where JavaScript throws; what a derived constructor may return is not checked",
  },
  {
    tests: /star-(?:iterable|rhs-iter)/,
    why: "`yield*` reads `done` and `value` of what an iterator gives, and makes a result of its own",
  },
  { tests: /open-heritage/, why: "in the head of a class, its name is what it is outside" },
  {
    tests: /(?:entries|values)\/getter-|get-descending-order|discarded-element-not-read/,
    why: "what getters do to the object or array while it is copied",
  },
  { tests: /prop-dup-get-data/, why: "a getter in a literal is not replaced by a value of the same name behind it" },
  {
    tests: /flatMap\/|resizable-buffer/,
    why: "the species of arrays is asked for where arrays are plain, and typed arrays are taken to keep their length",
  },
  { tests: /(?:prefix|postfix)-(?:in|de)crement\/bigint/, why: "`++` and `--` of a bigint throw a TypeError" },
  {
    tests:
      /(?:proxy|observable-operations|desc-missing|each-element-coerced|coercion-order|overflow-order|topropertykey-before)/i,
    why: "how often a proxy, a descriptor or a conversion is asked, and in which order",
  },
  {
    tests: /(?:call\/11\.2\.3-3|isCtor-after-args)/,
    why: "what is no function or no constructor may throw before the arguments are computed",
  },
  {
    tests: /set-length-zero-array/,
    why: "a method that changes nothing does not ask whether it might",
  },
  {
    tests: /(?:is-concat-spreadable-val-falsey|length-(?:exceeding|clamped)|S15\.4\.4\.7_A3)/,
    why: "`concat` takes an array for an array, and lengths near 2⁵³ are not those of the language everywhere",
  },
  {
    tests: /15\.2\.3\.7-6-a-1(?:64|76)/,
    why: "what fails to make the length of an array shorter does not make it constant",
  },
];
