// Gravitational energy of bodies in the plane by a Barnes–Hut quad tree: near bodies one by one, far cells as a whole.

import type { Program } from "../program.ts";

interface Body {
  x: number;
  y: number;
  mass: number;
}

interface Cell {
  cx: number;
  cy: number;
  half: number;
  mass: number;
  mx: number; // mass-weighted sums
  my: number;
  body: Body | null;
  children: (Cell | null)[] | null;
}

const EPS = 0.05;

const cell = (cx: number, cy: number, half: number): Cell => ({
  cx,
  cy,
  half,
  mass: 0,
  mx: 0,
  my: 0,
  body: null,
  children: null,
});

function descend(c: Cell, b: Body): void {
  const quadrant = (b.x > c.cx ? 1 : 0) | (b.y > c.cy ? 2 : 0);
  const children = c.children!;
  let child = children[quadrant];
  if (!child) {
    const q = c.half / 2;
    child = cell(c.cx + (quadrant & 1 ? q : -q), c.cy + (quadrant & 2 ? q : -q), q);
    children[quadrant] = child;
  }
  insert(child, b);
}

function insert(c: Cell, b: Body): void {
  const empty = c.body === null && c.children === null;
  c.mass += b.mass;
  c.mx += b.mass * b.x;
  c.my += b.mass * b.y;
  if (empty) {
    c.body = b;
    return;
  }
  if (c.children === null) {
    c.children = [null, null, null, null];
    const old = c.body!;
    c.body = null;
    descend(c, old);
  }
  descend(c, b);
}

function potential(c: Cell, b: Body, theta: number): number {
  if (c.body === b) return 0;
  const dx = c.mx / c.mass - b.x;
  const dy = c.my / c.mass - b.y;
  const d = Math.sqrt(dx * dx + dy * dy + EPS * EPS);
  if (c.children === null || (2 * c.half) / d < theta) return -c.mass / d;
  let sum = 0;
  for (const child of c.children) if (child) sum += potential(child, b, theta);
  return sum;
}

function energy(bodies: Body[], theta: number): number {
  const root = cell(0, 0, 2);
  for (const b of bodies) insert(root, b);
  return 0.5 * bodies.reduce((e, b) => e + b.mass * potential(root, b, theta), 0);
}

export const program: Program = {
  f: energy,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      x: 1.8 * Math.sin(12.9 * i + 1),
      y: 1.8 * Math.sin(7.7 * i * i + 2),
      mass: 1 + 0.5 * Math.cos(i),
    })),
    0.8,
  ],
  sizes: [12, 60],
  derivatives: ["valueAndGrad"],
};
