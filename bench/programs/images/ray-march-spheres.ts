// Sphere tracing of a small scene given by signed distances (spheres melted together over a floor), lit by one lamp with
// soft shadows; mean brightness of the picture as a function of the scene.

import type { Program } from "../program.ts";

type V3 = [number, number, number];

interface Scene {
  spheres: { centre: V3; radius: number }[];
  lamp: V3;
  blend: number;
}

const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (a: V3, t: number, d: V3): V3 => [a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]];
const unit = (a: V3): V3 => {
  const k = 1 / Math.sqrt(dot(a, a));
  return [k * a[0], k * a[1], k * a[2]];
};

function smoothMin(a: number, b: number, k: number): number {
  const h = Math.max(0, Math.min(1, 0.5 + (0.5 * (b - a)) / k));
  return b * (1 - h) + a * h - k * h * (1 - h);
}

function distance(scene: Scene, p: V3): number {
  let d = p[1] + 1;
  for (const { centre, radius } of scene.spheres) {
    const offset = along(p, -1, centre);
    d = smoothMin(d, Math.sqrt(dot(offset, offset)) - radius, scene.blend);
  }
  return d;
}

function normal(scene: Scene, p: V3): V3 {
  const e = 1e-3;
  return unit([
    distance(scene, [p[0] + e, p[1], p[2]]) - distance(scene, [p[0] - e, p[1], p[2]]),
    distance(scene, [p[0], p[1] + e, p[2]]) - distance(scene, [p[0], p[1] - e, p[2]]),
    distance(scene, [p[0], p[1], p[2] + e]) - distance(scene, [p[0], p[1], p[2] - e]),
  ]);
}

function shade(scene: Scene, eye: V3, ray: V3): number {
  let t = 0;
  for (let i = 0; i < 12; i++) t += distance(scene, along(eye, t, ray));
  if (t > 12) return 0.1; // sky
  const hit = along(eye, t, ray);
  const toLamp = unit(along(scene.lamp, -1, hit));
  const lambert = dot(normal(scene, hit), toLamp);
  if (lambert <= 0) return 0.02;
  let shadow = 1;
  for (let i = 0, s = 0.1; i < 5; i++) {
    const h = distance(scene, along(hit, s, toLamp));
    shadow = Math.min(shadow, (6 * h) / s);
    s += Math.max(h, 0.1);
  }
  return 0.02 + lambert / (1 + Math.exp(-8 * (shadow - 0.5)));
}

export function brightness(scene: Scene, width: number, height: number): number {
  const eye: V3 = [0, 0.3, -4];
  let sum = 0;
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++)
      sum += shade(scene, eye, unit([(2 * (i + 0.5)) / width - 1, (2 * (j + 0.5)) / height - 1.2, 2.1]));
  return sum / (width * height);
}

export const program: Program = {
  f: brightness,
  inputs: (n) => [
    {
      spheres: [
        { centre: [-0.6, -0.2, 0], radius: 0.7 },
        { centre: [0.6, 0, 0.3], radius: 0.6 },
        { centre: [0, 0.8, 0.2], radius: 0.4 },
      ],
      lamp: [2, 4, -3],
      blend: 0.3,
    },
    Math.floor(n / 4),
    Math.floor(n / 4),
  ],
  sizes: [12, 60],
  derivatives: ["grad"],
};
