// From the Earth towards the Moon in the rotating frame: variable steps by how strong gravity is, then the distance to
// the Moon at closest approach and the change of the Jacobi constant.

import type { Program } from "../program.ts";

interface Craft {
  r: { x: number; y: number };
  v: { x: number; y: number };
}

const MU = 0.01215;

function acceleration({ r, v }: Craft): { x: number; y: number } {
  const d1 = ((r.x + MU) ** 2 + r.y ** 2) ** 1.5;
  const d2 = ((r.x - 1 + MU) ** 2 + r.y ** 2) ** 1.5;
  return {
    x: 2 * v.y + r.x - ((1 - MU) * (r.x + MU)) / d1 - (MU * (r.x - 1 + MU)) / d2,
    y: -2 * v.x + r.y - ((1 - MU) * r.y) / d1 - (MU * r.y) / d2,
  };
}

function jacobiConstant({ r: { x, y }, v }: Craft): number {
  const near = (1 - MU) / Math.hypot(x + MU, y) + MU / Math.hypot(x - 1 + MU, y);
  return x * x + y * y + 2 * near - (v.x * v.x + v.y * v.y);
}

const moved = (c: Craft, dv: Craft["v"], da: Craft["v"], h: number): Craft => ({
  r: { x: c.r.x + h * dv.x, y: c.r.y + h * dv.y },
  v: { x: c.v.x + h * da.x, y: c.v.y + h * da.y },
});

function transfer(start: Craft, steps: number): number {
  const before = jacobiConstant(start);
  let craft = start;
  let nearest = Infinity;
  for (let k = 0; k < steps; k++) {
    const a = acceleration(craft);
    const h = Math.min(0.02, 0.02 / (1 + Math.hypot(a.x, a.y)) ** 0.5);
    const middle = moved(craft, craft.v, a, h / 2);
    craft = moved(craft, middle.v, acceleration(middle), h);
    nearest = Math.min(nearest, Math.hypot(craft.r.x - 1 + MU, craft.r.y));
  }
  return nearest + 10 * (jacobiConstant(craft) - before) ** 2;
}

export const program: Program = {
  f: transfer,
  inputs: (n) => [{ r: { x: 0.3, y: 0.05 }, v: { x: 0.4, y: 1.9 } }, n],
  sizes: [12, 200],
  derivatives: ["grad", "hessian"],
};
