// Reprojection error of bundle adjustment: cameras (angle-axis, translation, focal length, two distortion terms) and points;
// robust by the Cauchy loss.

import type { Program } from "../program.ts";

interface Camera {
  rotation: number[]; // angle-axis
  translation: number[];
  focal: number;
  distortion: [number, number];
}

interface Reconstruction {
  cameras: Camera[];
  points: number[][];
}

interface Observation {
  camera: number;
  point: number;
  u: number;
  v: number;
}

const cross = ([a, b, c]: number[], [x, y, z]: number[]): number[] => [
  b! * z! - c! * y!,
  c! * x! - a! * z!,
  a! * y! - b! * x!,
];
const dot = (a: number[], b: number[]): number => a.reduce((s, x, i) => s + x * b[i]!, 0);

function rotate(axis: number[], p: number[]): number[] {
  const theta2 = dot(axis, axis);
  if (theta2 < 1e-12) return cross(axis, p).map((c, i) => c + p[i]!);
  const theta = Math.sqrt(theta2);
  const k = axis.map((a) => a / theta);
  const kxp = cross(k, p);
  const kp = dot(k, p);
  const [c, s] = [Math.cos(theta), Math.sin(theta)];
  return p.map((x, i) => x * c + kxp[i]! * s + k[i]! * kp * (1 - c));
}

function project(camera: Camera, point: number[]): [number, number] {
  const [x, y, z] = rotate(camera.rotation, point).map((c, i) => c + camera.translation[i]!) as [
    number,
    number,
    number,
  ];
  const px = -x / z;
  const py = -y / z;
  const r2 = px * px + py * py;
  const [k1, k2] = camera.distortion;
  const bend = camera.focal * (1 + r2 * (k1 + k2 * r2));
  return [bend * px, bend * py];
}

export function reprojectionError({ cameras, points }: Reconstruction, observations: Observation[], width = 4): number {
  let cost = 0;
  for (const o of observations) {
    const [u, v] = project(cameras[o.camera]!, points[o.point]!);
    const e2 = (u - o.u) ** 2 + (v - o.v) ** 2;
    cost += (width ** 2 / 2) * Math.log1p(e2 / width ** 2);
  }
  return cost;
}

export const program: Program = {
  f: reprojectionError,
  inputs: (n) => {
    const cameras = Array.from({ length: 3 }, (_, c) => ({
      rotation: [0.05 * Math.sin(c), 0.2 * (c - 1), 0.03],
      translation: [0.5 * (1 - c), 0.1, -6],
      focal: 100 + c,
      distortion: [0.02, -0.01],
    }));
    const points = Array.from({ length: n }, (_, i) => [Math.sin(3 * i), Math.cos(5 * i), 0.8 * Math.sin(7 * i + 1)]);
    const observations = points.flatMap((p, point) =>
      [0, 1, 2]
        .filter((camera) => (point + camera) % 4 !== 0)
        .map((camera) => ({
          camera,
          point,
          u: (100 * (p[0]! + 0.5 * (1 - camera))) / 6 + Math.sin(11 * point),
          v: (100 * p[1]!) / 6 + 2 * Math.cos(9 * point + camera),
        })),
    );
    return [{ cameras, points }, observations];
  },
  sizes: [12, 120],
  derivatives: ["grad", "hvp"],
};
