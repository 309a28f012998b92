// Turtle graphics for a plant grown by an L-system: the spread of the branch ends as a function of angle, step and
// the factor by which branches shrink.

import type { Program } from "../program.ts";

interface Pen {
  x: number;
  y: number;
  heading: number;
  step: number;
}

interface Habit {
  angle: number;
  step: number;
  shrink: number;
  bend: number;
}

function grow(axiom: string, times: number): string {
  let s = axiom;
  for (let k = 0; k < times; k++) {
    let next = "";
    for (const ch of s) next += ch === "X" ? "F[+X][-X]FX" : ch;
    s = next;
  }
  return s;
}

function draw(habit: Habit, commands: string): [number, number][] {
  const stack: Pen[] = [];
  const ends: [number, number][] = [];
  let pen: Pen = { x: 0, y: 0, heading: Math.PI / 2, step: habit.step };
  for (const c of commands) {
    if (c === "F") {
      pen.x += pen.step * Math.cos(pen.heading);
      pen.y += pen.step * Math.sin(pen.heading);
      pen.heading += habit.bend;
    } else if (c === "+") pen.heading += habit.angle;
    else if (c === "-") pen.heading -= habit.angle;
    else if (c === "[") {
      stack.push({ ...pen });
      pen.step *= habit.shrink;
    } else if (c === "]") {
      ends.push([pen.x, pen.y]);
      const back = stack.pop();
      if (back) pen = back;
    }
  }
  return ends;
}

function spread(habit: Habit, n: number): number {
  const ends = draw(habit, grow("X", Math.max(2, Math.floor(Math.log2(n)) - 2)));
  const meanX = ends.reduce((s, [x]) => s + x, 0) / ends.length;
  const meanY = ends.reduce((s, [, y]) => s + y, 0) / ends.length;
  return ends.reduce((s, [x, y]) => s + (x - meanX) ** 2 + 0.5 * (y - meanY) ** 2, 0) / ends.length;
}

export const program: Program = {
  f: spread,
  inputs: (n) => [{ angle: 0.44, step: 1, shrink: 0.8, bend: 0.03 }, n],
  sizes: [12, 200],
  derivatives: ["grad", "hessian"],
};
