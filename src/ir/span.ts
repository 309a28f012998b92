// Source spans: where in the user's text a value, call or function comes from.
//
// Lines and columns count from 1, as stack traces do. `length` is the number of columns to underline on that
// line (at least 1). `synthetic` marks a span inherited by derived code: the place whose derivative it is. `caller` is known of
// specialised code from the prelude: the place of the user's program that called it.

export interface Span {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly synthetic: boolean;
  readonly caller?: Span;
}

/** The span of code that no source text stands for (hand-written IR, tests). */
export const noSpan: Span = { file: "", line: 0, column: 0, length: 0, synthetic: true };

/** The text of a place: `file:line:column`. */
export const textOfPlace = ({ file, line, column }: Span): string => `${file}:${line}:${column}`;

/** Whether a place is in the prelude: no file of the user has a name that starts like those of the prelude. */
export const isInPrelude = ({ file }: Pick<Span, "file">): boolean => file.startsWith("zeroth/");

/** The place in the user's program that a span stands for; null if there is none. */
export function placeOfUser(span: Span): Span | null {
  const { caller = null } = span;
  return span.line > 0 && !isInPrelude(span) ? span : caller;
}

/** A span of the prelude with the place of the user's program that called it; other spans as they are. */
export const calledFrom = (span: Span, caller: Span | null): Span =>
  caller === null || span.caller !== undefined || (span.line > 0 && !isInPrelude(span)) ? span : { ...span, caller };

/** The span that derived code inherits from the primal code it differentiates. */
export function synthetic(span: Span): Span {
  return span.synthetic ? span : { ...span, synthetic: true };
}
