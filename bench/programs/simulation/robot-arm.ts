// Forward kinematics of a robot arm, a tree of links with revolute and sliding joints walked recursively;
// the cost adds the gripper's distance to its goal and soft joint limits.

import type { Program } from "../program.ts";

type Mat4 = number[];

interface Link {
  joint: "revolute" | "sliding";
  axis: "x" | "y" | "z";
  offset: [number, number, number];
  limits?: [low: number, high: number];
  children: Link[];
}

function multiply(a: Mat4, b: Mat4): Mat4 {
  const c: Mat4 = [];
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) {
      let s = 0;
      for (let k = 0; k < 4; k++) s += a[4 * i + k]! * b[4 * k + j]!;
      c.push(s);
    }
  return c;
}

const translation = (x: number, y: number, z: number): Mat4 => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1];

function rotation(axis: Link["axis"], angle: number): Mat4 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  if (axis === "x") return [1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1];
  if (axis === "y") return [c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0, 0, 0, 0, 1];
  return [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
}

function slide(axis: Link["axis"], by: number): Mat4 {
  return translation(axis === "x" ? by : 0, axis === "y" ? by : 0, axis === "z" ? by : 0);
}

function reach(joints: number[], root: Link, goals: [number, number, number][]): number {
  const tips: Mat4[] = [];
  let penalty = 0;
  let next = 0;

  const walk = (link: Link, frame: Mat4): void => {
    const q = joints[next++]!;
    if (link.limits) {
      const [low, high] = link.limits;
      if (q < low) penalty += (low - q) ** 2;
      else if (q > high) penalty += (q - high) ** 2;
    }
    const motion = link.joint === "revolute" ? rotation(link.axis, q) : slide(link.axis, q);
    const end = multiply(multiply(frame, motion), translation(...link.offset));
    if (link.children.length === 0) tips.push(end);
    for (const child of link.children) walk(child, end);
  };

  walk(root, translation(0, 0, 0));
  return tips.reduce((cost, tip, i) => {
    const [gx, gy, gz] = goals[i % goals.length]!;
    return cost + (tip[3]! - gx) ** 2 + (tip[7]! - gy) ** 2 + (tip[11]! - gz) ** 2;
  }, penalty);
}

function build(count: number): Link {
  const axes = ["z", "y", "x"] as const;
  const finger = (i: number): Link => ({ joint: "sliding", axis: "x", offset: [0.1, 0.05 * i, 0], children: [] });
  let link: Link = { joint: "revolute", axis: "x", offset: [0.1, 0, 0], children: [finger(-1), finger(1)] };
  for (let i = 0; i < count - 3; i++)
    link = { joint: "revolute", axis: axes[i % 3]!, offset: [0.2, 0, 0.1], limits: [-0.5, 0.5], children: [link] };
  return link;
}

export const program: Program = {
  f: reach,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => 0.7 * Math.sin(2 * i + 1)),
    build(n),
    [
      [1, 0.5, 0.5],
      [1, 0.7, 0.5],
    ],
  ],
  sizes: [12, 160],
  derivatives: ["grad", "hessian"],
};
