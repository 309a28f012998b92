// A truss of springs and dampers is released and swings: elastic plus kinetic energy left after some steps,
// as a function of the stiffness and rest length of every spring.

import type { Program } from "../program.ts";

interface Spring {
  stiffness: number;
  rest: number;
}

// which two masses a spring joins
type Ends = [a: number, b: number];

interface Mass {
  x: number;
  y: number;
  vx: number;
  vy: number;
  fixed: boolean;
}

const DT = 0.01;
const DAMPING = 0.2;

function forces(masses: Mass[], springs: Spring[], ends: Ends[]): { fx: number[]; fy: number[]; energy: number } {
  const fx = masses.map(() => 0);
  const fy = masses.map(() => -0.5);
  let energy = 0;
  for (const [i, { stiffness, rest }] of springs.entries()) {
    const [a, b] = ends[i]!;
    const p = masses[a]!;
    const q = masses[b]!;
    const dx = q.x - p.x;
    const dy = q.y - p.y;
    const length = Math.sqrt(dx * dx + dy * dy);
    const pull = stiffness * (length - rest) + DAMPING * (((q.vx - p.vx) * dx + (q.vy - p.vy) * dy) / length);
    energy += 0.5 * stiffness * (length - rest) ** 2;
    fx[a]! += (pull * dx) / length;
    fy[a]! += (pull * dy) / length;
    fx[b]! -= (pull * dx) / length;
    fy[b]! -= (pull * dy) / length;
  }
  return { fx, fy, energy };
}

export function swing(springs: Spring[], ends: Ends[], rest: Mass[], steps: number): number {
  const masses = rest.map((m) => ({ ...m }));
  for (let s = 0; s < steps; s++) {
    const { fx, fy } = forces(masses, springs, ends);
    masses.forEach((m, i) => {
      if (m.fixed) return;
      m.vx += DT * fx[i]!;
      m.vy += DT * fy[i]!;
      m.x += DT * m.vx;
      m.y += DT * m.vy;
    });
  }
  return forces(masses, springs, ends).energy + masses.reduce((e, m) => e + 0.5 * (m.vx ** 2 + m.vy ** 2), 0);
}

function truss(bays: number): [Spring[], Ends[], Mass[]] {
  const masses: Mass[] = [];
  const springs: Spring[] = [];
  const ends: Ends[] = [];
  const join = (a: number, b: number, rest: number): void => {
    ends.push([a, b]);
    springs.push({ rest, stiffness: 40 + 5 * Math.sin(a + 2 * b) });
  };
  for (let i = 0; i <= bays; i++) {
    masses.push({ x: i, y: 0, vx: 0, vy: 0, fixed: i === 0 }, { x: i, y: 1, vx: 0, vy: 0, fixed: i === 0 });
    join(2 * i, 2 * i + 1, 1);
    if (i === 0) continue;
    join(2 * i - 2, 2 * i, 1.02);
    join(2 * i - 1, 2 * i + 1, 0.97);
    join(2 * i - 2, 2 * i + 1, Math.SQRT2);
  }
  return [springs, ends, masses];
}

export const program: Program = {
  f: swing,
  inputs: (n) => [...truss(Math.ceil(n / 4)), 2 * n],
  sizes: [12, 60],
  derivatives: ["grad", "hvp"],
};
