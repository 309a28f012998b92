// Runs the text of a milling job: moves in words such as "G1 X3 Y4 F20", arcs, dwells and changes of spindle speed. The
// result is the cost of the part (time and wear of the tool), by the constants of the machine.

import type { Program } from "../program.ts";

interface Machine {
  acceleration: number;
  rapid: number;
  wear: number;
  hourly: number;
  drag: [x: number, y: number, z: number];
}

const moveTime = (length: number, speed: number, acceleration: number): number =>
  length < (speed * speed) / acceleration
    ? 2 * Math.sqrt(length / acceleration)
    : length / speed + speed / acceleration;

function partCost(machine: Machine, job: string): number {
  const state = { x: 0, y: 0, z: 0, feed: 10, spindle: 100 };
  let time = 0;
  let worn = 0;

  for (const line of job.split("\n")) {
    const words = line.trim().split(" ");
    const word = (letter: string): number | undefined => {
      const found = words.find((w) => w.startsWith(letter));
      return found === undefined ? undefined : Number(found.slice(1));
    };
    state.feed = word("F") ?? state.feed;
    const target = { x: word("X") ?? state.x, y: word("Y") ?? state.y, z: word("Z") ?? state.z };
    const d = [target.x - state.x, target.y - state.y, target.z - state.z];
    const straight = Math.sqrt(d.reduce((s, v, i) => s + (1 + machine.drag[i]!) * v * v, 0));
    switch (words[0]) {
      case "G0":
        time += moveTime(straight, machine.rapid, machine.acceleration);
        break;
      case "G1":
      case "G2": {
        const radius = word("R") ?? 0;
        const length = words[0] === "G1" ? straight : 2 * radius * Math.asin(Math.min(straight / (2 * radius), 0.999));
        const t = moveTime(length, state.feed, machine.acceleration);
        time += t;
        worn += machine.wear * t * (state.spindle / 100) ** 1.7 * Math.exp(state.feed / 40);
        break;
      }
      case "G4":
        time += word("P") ?? 0;
        break;
      case "S":
        state.spindle = Number(words[1]);
        time += Math.log1p(state.spindle / machine.acceleration);
        break;
      default:
        throw new Error(`cannot run ${line}`);
    }
    Object.assign(state, target);
  }
  return time * machine.hourly + worn ** 1.2;
}

export const program: Program = {
  f: partCost,
  inputs: (n) => [
    { acceleration: 50, rapid: 60, wear: 0.05, hourly: 0.7, drag: [0.02, 0.03, 0.1] },
    Array.from({ length: n }, (_, i) => {
      const x = (5 + 4 * Math.sin(i)).toFixed(2);
      const y = (5 + 4 * Math.cos(1.7 * i)).toFixed(2);
      const forms = [
        `G0 X${x} Y${y} Z2`,
        `G1 X${x} Z-0.5 F${12 + (i % 5)}`,
        `G2 X${x} Y${y} R15`,
        "G4 P0.5",
        `S ${90 + (i % 50)}`,
      ];
      return forms[i % 5]!;
    }).join("\n"),
  ],
  sizes: [14, 150],
  derivatives: ["grad", "hessian"],
};
