// The text of a `@check` tag:
//
//     @check
//     @check x in [0.1, 5], layer.w in [-1, 1]
//     @check length 2..4, order 2, runs 50, trust rules
//
// `… in [a, b]` is the range of the numbers of a parameter, or of a part of it; `length` is the length of all arrays of a call.

export interface TagOptions {
  /** Ranges by path, which starts with the name of a parameter. */
  readonly ranges: { readonly [path: string]: { readonly min: number; readonly max: number } };
  readonly length: readonly [least: number, greatest: number];
  readonly order?: 1 | 2;
  readonly runs?: number;
  readonly rules?: "trust";
}

const real = String.raw`([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)`;
const rangeClause = new RegExp(String.raw`^([\w$]+(?:\.[\w$]+)*) in \[ *${real} *, *${real} *\]$`);

/** Reads the text after the tag; gives a message if it is invalid. */
export function readTag(text: string): TagOptions | string {
  let options: TagOptions = { ranges: {}, length: [1, 4] };
  for (const clause of clausesOf(text)) {
    const next = withClause(options, clause);
    if (next === null) return `\`${clause}\` is not understood`;
    options = next;
  }
  return options;
}

/** The text split at commas and line ends, except inside brackets. */
function clausesOf(text: string): readonly string[] {
  return text
    .split(/[,;\n](?![^[\]]*\])/)
    .map((clause) => clause.trim().replace(/\s+/g, " "))
    .filter((clause) => clause !== "");
}

function withClause(options: TagOptions, clause: string): TagOptions | null {
  const range = rangeClause.exec(clause);
  if (range !== null) {
    const [path = "", min, max] = [range[1], Number(range[2]), Number(range[3])];
    return min <= max ? { ...options, ranges: { ...options.ranges, [path]: { min, max } } } : null;
  }
  const length = /^length (\d+)(?:\.\.(\d+))?$/.exec(clause);
  if (length !== null) {
    const least = Number(length[1]);
    const greatest = Number(length[2] ?? length[1]);
    return least <= greatest ? { ...options, length: [least, greatest] } : null;
  }
  const order = /^order ([12])$/.exec(clause);
  if (order !== null) return { ...options, order: order[1] === "2" ? 2 : 1 };
  const runs = /^runs ([1-9]\d*)$/.exec(clause);
  if (runs !== null) return { ...options, runs: Number(runs[1]) };
  return clause === "trust rules" ? { ...options, rules: "trust" } : null;
}
