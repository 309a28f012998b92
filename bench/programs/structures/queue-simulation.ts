// Customers in front of several counters: the counters' free times sit in a priority queue of (time, counter). The
// result holds the mean wait, the mean time in the shop and the busy share of every counter.

import type { Program } from "../program.ts";

interface Shop {
  gaps: number[]; // times between arrivals
  service: number[];
  speeds: number[]; // of the counters
}

interface Report {
  meanWait: number;
  meanStay: number;
  busy: number[];
}

type Slot = [time: number, counter: number];

function siftDown(heap: Slot[]): void {
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) return;
    if (child + 1 < heap.length && heap[child + 1]![0] < heap[child]![0]) child++;
    if (heap[i]![0] <= heap[child]![0]) return;
    const moved = heap[i]!;
    heap[i] = heap[child]!;
    heap[child] = moved;
    i = child;
  }
}

function simulate(shop: Shop): Report {
  const free: Slot[] = shop.speeds.map((_, counter) => [counter * 1e-3, counter]);
  const work = shop.speeds.map(() => 0);
  let clock = 0;
  let waited = 0;
  let stayed = 0;
  for (let c = 0; c < shop.gaps.length; c++) {
    clock += shop.gaps[c]!;
    const [when, counter] = free[0]!;
    const begin = Math.max(clock, when);
    const duration = shop.service[c]! / shop.speeds[counter]!;
    waited += begin - clock;
    stayed += begin + duration - clock;
    work[counter]! += duration;
    free[0] = [begin + duration, counter];
    siftDown(free);
  }
  const end = free.reduce((latest, [t]) => (t > latest ? t : latest), 0);
  const n = shop.gaps.length;
  return { meanWait: waited / n, meanStay: stayed / n, busy: work.map((w) => w / end) };
}

export const program: Program = {
  f: simulate,
  inputs: (n) => [
    {
      gaps: Array.from({ length: n }, (_, i) => 0.5 - 0.45 * Math.sin(i * 2.3)),
      service: Array.from({ length: n }, (_, i) => 2.5 + 1.5 * Math.cos(i * i)),
      speeds: [1, 1.3, 0.9, 1.1, 1.05],
    },
  ],
  sizes: [12, 600],
  derivatives: ["vjp", "jvp"],
};
