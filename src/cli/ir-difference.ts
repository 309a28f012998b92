// The lines of IR that a pass has changed, with some of those around them.

import { styleText } from "node:util";
import { structuredPatch } from "diff";

const linesAround = 1;

/** Lines of a text that became another: `-` went, `+` came; of an empty text, all came. */
export function irDifference(before: string, after: string, isColoured: boolean): string {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: linesAround });
  const styled = (line: string): string => {
    if (!isColoured) return line;
    const colour = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : null;
    // Whether to colour is the caller's to say.
    return colour === null ? line : styleText(colour, line, { validateStream: false });
  };
  return hunks
    .map(({ lines }) =>
      lines
        .filter((line) => !line.startsWith("\\"))
        .map(styled)
        .join("\n"),
    )
    .join("\n   ⋮\n");
}
