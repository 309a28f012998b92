/** What rows are called with, for the libraries that they are compared with. */

import type { Numbers } from "./row.ts";

export interface Points {
  readonly points: readonly Numbers[];
}

export interface ScalarPoints {
  readonly points: readonly number[];
  readonly calls: number;
}

export interface Line extends Points {
  readonly a: number;
  readonly b: number;
}

export interface Directions extends Points {
  readonly directions: readonly Numbers[];
}

export interface Examples {
  readonly weights: readonly Numbers[];
  readonly bias: number;
  readonly xs: readonly Numbers[];
  readonly ys: Numbers;
}

export interface Nets {
  readonly nets: readonly { readonly w1: Numbers; readonly b1: Numbers; readonly w2: Numbers; readonly b2: Numbers }[];
  readonly images: readonly Numbers[];
  readonly labels: readonly number[];
}
