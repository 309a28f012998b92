// What no message may show: names that only zeroth has.

const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a value of the intermediate representation", /%[\w.]+/u],
  ["a function of the intermediate representation", /(?<![\w/])@\w/u],
  ["a block", /\bbb\d+\b/u],
  ["a value that is not there", /(?<!`)\bundefined\b(?!`)/u],
  ["an object as text", /\[object /u],
  ["a name that the plugin inserts", /\$z\w*/u],
  ["a file of zeroth", /(?:src|dist|prelude|\.modules)\/[\w./-]*|zeroth:\/\/|node_modules/u],
  ["a derived function", /\w_(?:J|D|grad|back)\b|\.J\b|\bJ\*/u],
];

/** What the message shows of zeroth that the program does not contain. */
export function internalsIn(message: string, program: string): readonly string[] {
  const found = patterns.flatMap(([what, pattern]) => {
    const shown = pattern.exec(message)?.[0];
    return shown === undefined || program.includes(shown) ? [] : [`the message shows ${what}: ${shown}`];
  });
  return found;
}
