// Gravitational energy of many bodies in the plane by a quadtree (Barnes–Hut): far cells act as one body.

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
  mx: number;
  my: number;
  body: Body | null;
  kids: (Cell | null)[];
}

const emptyCell = (cx: number, cy: number, half: number): Cell => ({
  cx,
  cy,
  half,
  mass: 0,
  mx: 0,
  my: 0,
  body: null,
  kids: [null, null, null, null],
});

function insert(cell: Cell, b: Body): void {
  if (cell.mass === 0) {
    cell.body = b;
  } else {
    if (cell.body !== null) {
      const old = cell.body;
      cell.body = null;
      push(cell, old);
    }
    push(cell, b);
  }
  cell.mass += b.mass;
  cell.mx += b.mass * b.x;
  cell.my += b.mass * b.y;
}

function push(cell: Cell, b: Body): void {
  const q = (b.x > cell.cx ? 1 : 0) | (b.y > cell.cy ? 2 : 0);
  const h = cell.half / 2;
  const kid = cell.kids[q] ?? emptyCell(cell.cx + (q & 1 ? h : -h), cell.cy + (q & 2 ? h : -h), h);
  cell.kids[q] = kid;
  insert(kid, b);
}

function potential(cell: Cell, b: Body, theta: number): number {
  if (cell.body === b) return 0;
  const dx = cell.mx / cell.mass - b.x;
  const dy = cell.my / cell.mass - b.y;
  const r = Math.sqrt(dx * dx + dy * dy + 1e-2);
  if (cell.body !== null || (2 * cell.half) / r < theta) return -cell.mass / r;
  let sum = 0;
  for (const kid of cell.kids) if (kid) sum += potential(kid, b, theta);
  return sum;
}

function energy(bodies: Body[], theta = 0.9): number {
  const root = emptyCell(0, 0, 2);
  for (const b of bodies) insert(root, b);
  return bodies.reduce((sum, b) => sum + 0.5 * b.mass * potential(root, b, theta), 0);
}

export const program: Program = {
  f: energy,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => ({
      x: Math.sin(i * i + 0.1),
      y: Math.cos(2.9 * i + 0.4),
      mass: 1 + 0.5 * Math.sin(i),
    })),
  ],
  sizes: [12, 120],
  derivatives: ["grad"],
};
