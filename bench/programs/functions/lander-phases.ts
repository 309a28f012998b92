// A lunar lander as a state machine: each phase of the descent has a function in a map, which steers and names the next phase, and
// listeners hear of the changes. Points for a soft landing and the fuel that is left, by the settings of the autopilot.

import type { Program } from "../program.ts";

type Phase = "coast" | "brake" | "approach" | "hover" | "down";

interface Craft {
  height: number;
  speed: number;
  fuel: number;
}

interface Autopilot {
  brakeAt: number;
  thrust: number;
  glide: number;
  damping: number;
  sink: number;
}

type Controller = (craft: Craft) => { thrust: number; next: Phase };
type Listener = (from: Phase, to: Phase, craft: Craft, time: number) => void;

function controllers({ brakeAt, thrust, glide, damping, sink }: Autopilot): Map<Phase, Controller> {
  const hold = (gain: number, wanted: (craft: Craft) => number) => (craft: Craft) =>
    Math.max(0, 1.62 + gain * (wanted(craft) - craft.speed));
  const followGlide = hold(damping, ({ height }) => -glide * Math.sqrt(height + 1));
  const settle = hold(2 * damping, () => -sink);
  return new Map<Phase, Controller>([
    ["coast", ({ height, speed }) => ({ thrust: 0, next: height + 2 * speed < brakeAt ? "brake" : "coast" })],
    ["brake", ({ height, speed }) => ({ thrust, next: speed > -glide * Math.sqrt(height + 1) ? "approach" : "brake" })],
    ["approach", (craft) => ({ thrust: followGlide(craft), next: craft.height < 12 ? "hover" : "approach" })],
    ["hover", (craft) => ({ thrust: settle(craft), next: craft.height <= 0 ? "down" : "hover" })],
    ["down", () => ({ thrust: 0, next: "down" })],
  ]);
}

class Descent {
  phase: Phase = "coast";
  time = 0;
  private readonly listeners = new Set<Listener>();
  private readonly table: Map<Phase, Controller>;

  constructor(table: Map<Phase, Controller>) {
    this.table = table;
  }

  onChange(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tick(craft: Craft, h: number): Craft {
    const { thrust, next } = this.table.get(this.phase)!(craft);
    if (next !== this.phase) {
      for (const listener of this.listeners) listener(this.phase, next, craft, this.time);
      this.phase = next;
    }
    const push = Math.min(thrust, 8 * craft.fuel);
    const speed = craft.speed + h * (push - 1.62);
    this.time += h;
    return { height: craft.height + h * speed, speed, fuel: craft.fuel - 0.004 * h * push };
  }
}

function points(autopilot: Autopilot, start: Craft, ticks: number): number {
  const descent = new Descent(controllers(autopilot));
  let craft = start;
  let score = 0;
  const quiet = descent.onChange((_, to, { speed }) => {
    if (to === "approach") score -= 0.02 * speed ** 2;
    if (to === "hover") quiet();
  });
  descent.onChange((_, to, { speed, height }) => {
    if (to === "down") score += 10 * Math.exp(-((speed - height) ** 2));
  });
  for (let k = 0; k < ticks && descent.phase !== "down"; k++) craft = descent.tick(craft, 0.2);
  return score + 20 * craft.fuel - 0.01 * Math.max(craft.height, 0) + 0.05 * craft.speed;
}

export const program: Program = {
  f: points,
  inputs: (n) => [
    { brakeAt: 130, thrust: 5.1, glide: 0.83, damping: 0.4, sink: 1.2 },
    { height: 160, speed: -18, fuel: 1 },
    n,
  ],
  sizes: [40, 200],
  derivatives: ["grad", "hvp"],
};
