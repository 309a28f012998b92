// Full colour from a sensor with a mosaic of red, green and blue cells: green by the smoother direction (soft choice by the
// gradients), red and blue by colour differences. The result is the false colour energy, by the raw cells.

import type { Program } from "../program.ts";

function falseColour(raw: Float64Array, width: number, height: number): number {
  const at = (x: number, y: number): number => {
    const cx = x < 0 ? -x : x >= width ? 2 * width - 2 - x : x;
    const cy = y < 0 ? -y : y >= height ? 2 * height - 2 - y : y;
    return cy * width + cx;
  };

  const green = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const here = y * width + x;
      if ((x + y) % 2 === 0) {
        green[here] = raw[here]!;
        continue;
      }
      const left = raw[at(x - 1, y)]!;
      const right = raw[at(x + 1, y)]!;
      const up = raw[at(x, y - 1)]!;
      const down = raw[at(x, y + 1)]!;
      const across = (left - right) ** 2 + (2 * raw[here]! - raw[at(x - 2, y)]! - raw[at(x + 2, y)]!) ** 2;
      const along = (up - down) ** 2 + (2 * raw[here]! - raw[at(x, y - 2)]! - raw[at(x, y + 2)]!) ** 2;
      const share = (along + 1e-3) / (across + along + 2e-3);
      green[here] = 0.5 * (share * (left + right) + (1 - share) * (up + down));
    }
  }

  const difference = [new Float64Array(width * height), new Float64Array(width * height)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 2; c++) {
        let sum = 0;
        let count = 0;
        rows: for (let py = y - 1; py <= y + 1; py++) {
          if (py < 0 || py % 2 !== c) continue;
          for (let px = x - 1; px <= x + 1; px++) {
            if (py >= height) break rows;
            if (px >= width) continue rows;
            if (px < 0 || (px + py) % 2 === 0) continue;
            sum += raw[py * width + px]! - green[py * width + px]!;
            count++;
          }
        }
        difference[c]![y * width + x] = sum / count;
      }
    }
  }

  let energy = 0;
  for (const plane of difference) {
    for (let i = 0; i < plane.length; i++) {
      if ((i + 1) % width !== 0) energy += Math.hypot(plane[i + 1]! - plane[i]!, 0.02);
      if (i + width < plane.length) energy += Math.hypot(plane[i + width]! - plane[i]!, 0.02);
    }
  }
  return energy / raw.length;
}

export const program: Program = {
  f: falseColour,
  inputs: (n) => {
    const width = Math.round(Math.sqrt(n)) + 1;
    const raw = Float64Array.from(
      { length: width * width },
      (_, i) => 0.5 + 0.3 * Math.sin(i / 3) + 0.1 * Math.cos(i * i),
    );
    return [raw, width, width];
  },
  sizes: [14, 280],
  derivatives: ["grad", "hvp"],
};
