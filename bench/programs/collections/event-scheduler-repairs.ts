// Machines that break and are repaired by too few mechanics: a simulation of events in time, each kind with its handler in a
// map. The result is the share of the time in which machines work.

import type { Program } from "../program.ts";

interface Shop {
  uptime: number;
  repair: number;
  shape: number;
  mechanics: number;
}

type Kind = "breaks" | "repaired" | "end";

interface Event {
  time: number;
  kind: Kind;
  machine: number;
}

class Scheduler {
  now = 0;
  private readonly pending = new Set<Event>();
  private readonly handlers = new Map<Kind, (event: Event) => void>();

  on(kind: Kind, handler: (event: Event) => void): this {
    this.handlers.set(kind, handler);
    return this;
  }

  after(delay: number, kind: Kind, machine = -1): void {
    this.pending.add({ time: this.now + delay, kind, machine });
  }

  run(): void {
    while (this.pending.size > 0) {
      let first: Event | null = null;
      for (const event of this.pending) if (first === null || event.time < first.time) first = event;
      this.pending.delete(first!);
      this.now = first!.time;
      this.handlers.get(first!.kind)!(first!);
      if (first!.kind === "end") this.pending.clear();
    }
  }
}

function availability(shop: Shop, machines: number, horizon: number): number {
  let draws = 0;
  const draw = (): number => (++draws * 0.6180339887) % 1;
  const scheduler = new Scheduler();
  const working = new Map<number, number>();
  const waiting: number[] = [];
  let free = shop.mechanics;
  let worked = 0;

  const start = (machine: number): void => {
    working.set(machine, scheduler.now);
    // Weibull
    scheduler.after(shop.uptime * (-Math.log(draw())) ** (1 / shop.shape), "breaks", machine);
  };
  const mend = (machine: number): void => {
    free--;
    scheduler.after(shop.repair * (0.5 + draw()), "repaired", machine);
  };

  scheduler
    .on("breaks", ({ machine }) => {
      worked += scheduler.now - working.get(machine)!;
      working.delete(machine);
      if (free > 0) mend(machine);
      else waiting.push(machine);
    })
    .on("repaired", ({ machine }) => {
      free++;
      start(machine);
      const next = waiting.shift();
      if (next !== undefined) mend(next);
    })
    .on("end", () => {
      for (const since of working.values()) worked += scheduler.now - since;
    });

  for (let k = 0; k < machines; k++) start(k);
  scheduler.after(horizon, "end");
  scheduler.run();
  return worked / (machines * horizon);
}

export const program: Program = {
  f: (times: Omit<Shop, "mechanics">, machines: number, horizon: number): number =>
    availability({ ...times, mechanics: 2 }, machines, horizon),
  inputs: (n) => [{ uptime: 9.3, repair: 2.1, shape: 1.4 }, 6, 2 * n],
  sizes: [12, 100],
  derivatives: ["grad"],
};
