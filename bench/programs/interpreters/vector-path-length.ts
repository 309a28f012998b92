// A drawing's path given as text of commands, the points apart from it: lengths of lines, quadratic and cubic curves by
// chords, and the area it encloses.

import type { Program } from "../program.ts";

type Point = [x: number, y: number];

const mix = ([ax, ay]: Point, [bx, by]: Point, t: number): Point => [ax + t * (bx - ax), ay + t * (by - ay)];

function onCurve(control: Point[], t: number): Point {
  if (control.length === 1) return control[0]!;
  return onCurve(
    control.slice(1).map((p, i) => mix(control[i]!, p, t)),
    t,
  );
}

function trace(points: Point[], commands: string): Point[] {
  const out: Point[] = [];
  let used = 0;
  let start: Point = [0, 0];
  let pen: Point = start;
  const draw = (control: Point[], pieces = 6): void => {
    for (let k = 1; k <= pieces; k++) out.push(onCurve([pen, ...control], k / pieces));
    pen = control[control.length - 1]!;
  };
  for (const command of commands) {
    switch (command) {
      case "M":
        pen = start = points[used++]!;
        out.push(pen);
        break;
      case "L":
        draw([points[used++]!], 1);
        break;
      case "H":
        draw([[points[used++]![0], pen[1]]], 1);
        break;
      case "Q":
        draw(points.slice(used, used + 2));
        used += 2;
        break;
      case "C":
        draw(points.slice(used, used + 3));
        used += 3;
        break;
      case "Z":
        draw([start], 1);
        break;
      default:
        throw new Error(`unknown command ${command}`);
    }
  }
  return out;
}

function compactness(points: Point[], commands: string): number {
  const path = trace(points, commands);
  let [length, area] = [0, 0];
  path.forEach(([x, y], i) => {
    const [px, py] = path[(i || path.length) - 1]!;
    length += Math.sqrt((x - px) ** 2 + (y - py) ** 2 + 1e-9);
    area += 0.5 * (px * y - x * py);
  });
  return (4 * Math.PI * area) / (length * length);
}

export const program: Program = {
  f: compactness,
  inputs: (n) => {
    const commands = "M" + "LQCHQ".repeat(Math.max(1, Math.floor(n / 9))) + "LZ";
    const count = 2 + 9 * Math.max(1, Math.floor(n / 9));
    const angle = (i: number): number => (2 * Math.PI * i) / count;
    return [
      Array.from({ length: count }, (_, i) => [3 * Math.cos(angle(i)) + 0.2 * Math.sin(5 * i), 2 * Math.sin(angle(i))]),
      commands,
    ];
  },
  sizes: [12, 150],
  derivatives: ["grad", "hvp"],
};
