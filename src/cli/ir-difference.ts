// The lines of IR that a pass has changed, with some context.

import { styleText } from "node:util";
import { structuredPatch } from "diff";

const linesAround = 1;

/** The difference of two texts: `-` for removed lines, `+` for added ones; compared with an empty text, all are added. */
export function irDifference(before: string, after: string, isColoured: boolean): string {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: linesAround });
  const styled = (line: string): string => {
    if (!isColoured) return line;
    const colour = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : null;
    // The caller decides about colours.
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
