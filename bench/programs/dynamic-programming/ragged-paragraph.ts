// Sets words into lines of a column so that the ragged right edge looks even: least sum of cubed relative gaps, with a
// price for each hyphen-like short last word. The result is the ugliness of the best setting, by the widths of the words.

import type { Program } from "../program.ts";

interface Style {
  measure: number;
  space?: number;
  shortLine?: number;
}

function paragraphUgliness(widths: number[], { measure, space = 1, shortLine = 0.15 }: Style): number {
  const n = widths.length;
  const best: number[] = new Array<number>(n + 1).fill(Infinity);
  const breaks: number[] = new Array<number>(n + 1).fill(0);
  best[0] = 0;
  for (let end = 1; end <= n; end++) {
    let length = -space;
    for (let start = end - 1; start >= 0; start--) {
      length += widths[start]! + space;
      if (length > measure && start < end - 1) break;
      const gap = (measure - length) / measure;
      let ugly = end === n ? 0 : Math.abs(gap) ** 3;
      if (widths[end - 1]! < 2.5) ugly += shortLine / widths[end - 1]!;
      const total = best[start]! + ugly;
      if (total < best[end]!) {
        best[end] = total;
        breaks[end] = start;
      }
    }
  }
  let lines = 0;
  for (let at = n; at > 0; at = breaks[at]!) lines++;
  return best[n]! / lines;
}

export const program: Program = {
  f: paragraphUgliness,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => 4.3 + 2.6 * Math.sin(2.3 * i + 0.4) + 0.3 * Math.cos(11 * i)),
    { measure: 19.5 },
  ],
  sizes: [14, 150],
  derivatives: ["grad", "hvp"],
};
