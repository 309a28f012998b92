// Jobs on one processor in turns: a queue of jobs that get a slice of time each and go to the back, new ones join as
// time passes. Mean time to finish, the slowdown of short jobs, and when all is done.

import type { Program } from "../program.ts";

interface Job {
  arrival: number;
  work: number;
}

function serve(jobs: Job[], quantum = 0.7, switching = 0.05): { turnaround: number; slowdown: number; end: number } {
  const waiting = [...jobs].sort((a, b) => a.arrival - b.arrival);
  const ready: { job: Job; left: number }[] = [];
  let clock = 0;
  let turnaround = 0;
  let slowdown = 0;
  const admit = (): void => {
    while (waiting.length > 0 && waiting[0]!.arrival <= clock) {
      const job = waiting.shift()!;
      ready.push({ job, left: job.work });
    }
  };
  while (waiting.length > 0 || ready.length > 0) {
    admit();
    const turn = ready.shift();
    if (!turn) {
      clock = waiting[0]!.arrival;
      continue;
    }
    const slice = Math.min(quantum, turn.left);
    clock += slice + switching;
    admit();
    if (turn.left > quantum) {
      ready.push({ ...turn, left: turn.left - slice });
      continue;
    }
    const stay = clock - turn.job.arrival;
    turnaround += stay;
    slowdown += stay / turn.job.work;
  }
  return { turnaround: turnaround / jobs.length, slowdown: slowdown / jobs.length, end: clock };
}

export const program: Program = {
  f: serve,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      arrival: 1.3 * i + 0.7 * Math.sin(4 * i) + 0.71,
      work: 1.2 + 0.9 * Math.sin(i * i + 1),
    })),
  ],
  sizes: [12, 150],
  derivatives: ["vjp", "linearize"],
};
