// A charged particle in a magnetic mirror by Boris's pusher, vectors as records: how its magnetic moment drifts and
// where it turns round.

import type { Program } from "../program.ts";

interface V3 {
  x: number;
  y: number;
  z: number;
}

const V = {
  add: (a: V3, b: V3): V3 => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }),
  scale: (a: V3, s: number): V3 => ({ x: s * a.x, y: s * a.y, z: s * a.z }),
  dot: (a: V3, b: V3): number => a.x * b.x + a.y * b.y + a.z * b.z,
  cross: (a: V3, b: V3): V3 => ({ x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }),
};

interface Launch {
  position: V3;
  velocity: V3;
  strength: number;
  ratio: number;
}

function mirror({ strength: b0, ratio }: Launch, { x, y, z }: V3): V3 {
  const along = b0 * (1 + ratio * z * z);
  return { x: -b0 * ratio * z * x, y: -b0 * ratio * z * y, z: along };
}

function fly(
  launch: Launch,
  steps: number,
  dt = 0.1,
  electric: V3 = { x: 0, y: 0.01, z: 0 },
): { moment: number; furthest: number; end: V3 } {
  let { position, velocity } = launch;
  let furthest = 0;
  let moment = 0;
  for (let k = 0; k < steps; k++) {
    const b = mirror(launch, position);
    const half = V.add(velocity, V.scale(electric, dt / 2));
    const t = V.scale(b, dt / 2);
    const s = V.scale(t, 2 / (1 + V.dot(t, t)));
    const prime = V.add(half, V.cross(half, t));
    velocity = V.add(V.add(half, V.cross(prime, s)), V.scale(electric, dt / 2));
    position = V.add(position, V.scale(velocity, dt));
    if (Math.abs(position.z) > furthest) furthest = Math.abs(position.z);
    const size = Math.sqrt(V.dot(b, b));
    const parallel = V.dot(velocity, b) / size;
    moment += (V.dot(velocity, velocity) - parallel ** 2) / (2 * size);
  }
  return { moment: moment / steps, furthest, end: position };
}

export const program: Program = {
  f: fly,
  inputs: (n) => [{ position: { x: 0.5, y: 0, z: 0 }, velocity: { x: 0.1, y: 1, z: 0.4 }, strength: 2, ratio: 0.3 }, n],
  sizes: [12, 300],
  derivatives: ["jvp", "vjp"],
};
