// A plucked string by the Karplus–Strong algorithm with a ring buffer of delays: the sound's energy after the attack,
// as a function of the pluck, the damping and the stretch.

import type { Program } from "../program.ts";

interface StringModel {
  pluck: Float64Array;
  damping: number;
  stretch: number;
}

interface Ring {
  data: Float64Array;
  head: number;
}

function step(ring: Ring, value: number): number {
  const old = ring.data[ring.head]!;
  ring.data[ring.head] = value;
  ring.head = (ring.head + 1) % ring.data.length;
  return old;
}

function tailEnergy(model: StringModel, samples: number): number {
  const ring: Ring = { data: Float64Array.from(model.pluck), head: 0 };
  let previous = 0;
  let filtered = 0;
  let energy = 0;
  for (let t = 0; t < samples; t++) {
    const delayed = ring.data[ring.head]!;
    filtered = model.damping * (model.stretch * delayed + (1 - model.stretch) * previous);
    previous = step(ring, filtered);
    if (t >= model.pluck.length) energy += filtered * filtered;
  }
  return Math.log(energy / samples);
}

export const program: Program = {
  f: tailEnergy,
  inputs: (n) => [
    {
      pluck: Float64Array.from({ length: n }, (_, i) => Math.sin(i * 1.7) + 0.3 * Math.sin(i * i)),
      damping: 0.98,
      stretch: 0.6,
    },
    8 * n,
  ],
  sizes: [12, 500],
  derivatives: ["grad"],
};
