// A parachute jump as an automaton: each state is an object of its own class that knows its drag and which state comes next.
// The result is the place of landing and the hardest jerk.

import type { Program } from "../program.ts";

interface Plan {
  openAt: number;
  drag: { free: number; drogue: number; canopy: number };
  wind: number;
  inflation: number;
}

class Jumper {
  height = 900;
  drift = 0;
  speed = 0;
  sideways = 30;
  time = 0;
  worst = 0;
  state: Flight;

  constructor(state: Flight) {
    this.state = state;
  }

  get isDown(): boolean {
    return this.state instanceof Landed;
  }

  step(dt: number, wind: number): void {
    this.state = this.state.next(this);
    const k = this.state.drag(this.time);
    const lateral = this.sideways - wind;
    const airspeed = Math.hypot(this.speed, lateral);
    const pull = k * airspeed;
    this.worst = Math.max(this.worst, pull * airspeed);
    this.speed += dt * (9.81 - pull * this.speed);
    this.sideways -= dt * pull * lateral;
    this.height -= dt * this.speed;
    this.drift += dt * this.sideways;
    this.time += dt;
  }
}

abstract class Flight {
  protected readonly plan: Plan;
  protected readonly since: number;

  constructor(plan: Plan, since: number) {
    this.plan = plan;
    this.since = since;
  }

  abstract drag(time: number): number;
  abstract next(jumper: Jumper): Flight;
}

class FreeFall extends Flight {
  drag(): number {
    return this.plan.drag.free;
  }

  next(jumper: Jumper): Flight {
    return jumper.time >= 4 ? new Drogue(this.plan, jumper.time) : this;
  }
}

class Drogue extends FreeFall {
  override drag(): number {
    return super.drag() + this.plan.drag.drogue;
  }

  override next(jumper: Jumper): Flight {
    return jumper.height < this.plan.openAt ? new Canopy(this.plan, jumper.time) : this;
  }
}

class Canopy extends Flight {
  drag(time: number): number {
    const open = 1 - Math.exp(-(((time - this.since) / this.plan.inflation) ** 2));
    return this.plan.drag.drogue + open * this.plan.drag.canopy;
  }

  next(jumper: Jumper): Flight {
    return jumper.height <= 0 ? new Landed(this.plan, jumper.time) : this;
  }
}

class Landed extends Flight {
  drag(): number {
    return 1;
  }

  next(): Flight {
    return this;
  }
}

function jump(plan: Plan, perSecond: number): { drift: number; jerk: number; speed: number } {
  const jumper = new Jumper(new FreeFall(plan, 0));
  for (let k = 0; !jumper.isDown && k < 200 * perSecond; k++) {
    jumper.step(1 / perSecond, plan.wind * (1 + 0.2 * Math.sin(jumper.height / 100)));
  }
  return { drift: jumper.drift, jerk: jumper.worst, speed: jumper.speed };
}

export const program: Program = {
  f: jump,
  inputs: (n) => [{ openAt: 600.1, drag: { free: 0.0035, drogue: 0.004, canopy: 0.35 }, wind: 6, inflation: 1.3 }, n],
  sizes: [4, 30],
  derivatives: ["vjp", "linearize"],
};
