// Traffic on a ring road by the intelligent driver model; one car brakes for a moment.
// Result: mean speed minus a penalty for harsh braking, in terms of the drivers' parameters.

import type { Program } from "../program.ts";

interface Driver {
  desired: number;
  headway: number;
  acceleration: number;
  comfort: number;
  gap: number;
}

const CAR_LENGTH = 5;

function comfortScore(driver: Driver, cars: number, steps: number): number {
  const road = cars * 20;
  let position = Array.from({ length: cars }, (_, i) => i * 20 + Math.sin(4 * i));
  let speed = Array.from({ length: cars }, (_, i) => 8 + 0.5 * Math.cos(3 * i));
  const dt = 0.25;
  let harsh = 0;
  let travelled = 0;

  for (let t = 0; t < steps; t++) {
    const acc = speed.map((v, i) => {
      if (i === 0 && t >= 4 && t < 8) return -2;
      const ahead = (i + 1) % cars;
      let gap = position[ahead]! - position[i]! - CAR_LENGTH;
      if (ahead === 0) gap += road;
      const closing = v - speed[ahead]!;
      const wanted =
        driver.gap +
        Math.max(0, v * driver.headway + (v * closing) / (2 * Math.sqrt(driver.acceleration * driver.comfort)));
      return driver.acceleration * (1 - (v / driver.desired) ** 4 - (wanted / gap) ** 2);
    });
    for (const a of acc) if (a < -0.5) harsh += (a + 0.5) ** 2;
    speed = speed.map((v, i) => Math.max(0, v + dt * acc[i]!));
    position = position.map((x, i) => x + dt * speed[i]!);
    travelled += speed.reduce((a, b) => a + b, 0);
  }
  return travelled / (cars * steps) - (0.1 * harsh) / cars;
}

export const program: Program = {
  f: comfortScore,
  inputs: (n) => [{ desired: 14, headway: 1.2, acceleration: 1.1, comfort: 1.6, gap: 2 }, Math.ceil(n / 2), 2 * n],
  sizes: [12, 60],
  derivatives: ["grad", "hvp"],
};
