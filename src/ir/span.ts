// Source spans: where in the user's text a value, call or function comes from.
//
// Lines and columns count from 1, as stack traces do. `length` is the number of columns to underline on that
// line (at least 1). `synthetic` marks a span inherited by derived code: the place whose derivative it is.

export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly synthetic: boolean;
}

/** The span of code that no source text stands for (hand-written IR, tests). */
export const noSpan: Span = { file: "", line: 0, column: 0, length: 0, synthetic: true };

/** The span that derived code inherits from the primal code it differentiates. */
export function synthetic(span: Span): Span {
  return span.synthetic ? span : { ...span, synthetic: true };
}
