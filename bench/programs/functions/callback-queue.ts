// A clinic with a desk and two doctors, simulated by events: what happens at a time is a callback in a list kept in order of
// time, and callbacks plan further ones. Mean time that patients spend, with a cost for overtime.

import type { Program } from "../program.ts";

interface Appointment {
  time: number;
  action: () => void;
  next: Appointment | null;
}

class Agenda {
  now = 0;
  private head: Appointment | null = null;

  at(time: number, action: () => void): void {
    if (this.head === null || time < this.head.time) {
      this.head = { time, action, next: this.head };
      return;
    }
    let before = this.head;
    while (before.next !== null && before.next.time <= time) before = before.next;
    before.next = { time, action, next: before.next };
  }

  after(delay: number, action: () => void): void {
    this.at(this.now + delay, action);
  }

  run(): number {
    while (this.head !== null) {
      const { time, action } = this.head;
      this.head = this.head.next;
      this.now = time;
      action();
    }
    return this.now;
  }
}

type Work = (done: () => void) => void;

/** A station serves as many at once as it has servers; others wait for their turn. */
function station(agenda: Agenda, servers: number, duration: () => number): Work {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const leave = (done: () => void): void => {
    busy--;
    waiting.shift()?.();
    done();
  };
  return (done) => {
    const begin = (): void => {
      busy++;
      agenda.after(duration(), () => leave(done));
    };
    if (busy < servers) begin();
    else waiting.push(begin);
  };
}

interface Clinic {
  gap: number;
  desk: number;
  consultation: number;
  spread: number;
}

function timeSpent({ gap, desk, consultation, spread }: Clinic, patients: number): number {
  const agenda = new Agenda();
  const quantiles = (phase: number) => {
    let k = 0;
    return (): number => (phase + ++k * 0.7548776662466927) % 1;
  };
  const [u, v] = [quantiles(0.13), quantiles(0.57)];
  const register = station(agenda, 1, () => desk * (0.6 + 0.8 * v()));
  const consult = station(agenda, 2, () => consultation * Math.exp(spread * (2 * u() - 1)));

  let spent = 0;
  let seen = 0;
  for (let p = 0; p < patients; p++) {
    const planned = p * gap * (1 + 0.1 * Math.sin(5 * p));
    agenda.at(planned, () => {
      register(() =>
        consult(() => {
          seen++;
          spent += agenda.now - planned;
        }),
      );
    });
  }
  const closing = agenda.run();
  const overtime = Math.max(0, closing - patients * gap);
  return spent / seen + 0.2 * overtime;
}

export const program: Program = {
  f: timeSpent,
  inputs: (n) => [{ gap: 5.1, desk: 3.3, consultation: 9.2, spread: 0.55 }, n],
  sizes: [12, 150],
  derivatives: ["grad"],
};
