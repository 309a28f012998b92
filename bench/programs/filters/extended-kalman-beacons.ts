// An extended Kalman filter for a robot that drives by wheel odometry and measures the range and bearing of beacons.
// Result: negative log-likelihood of the measurements given the noise settings and the beacons' positions.

import type { Program } from "../program.ts";

interface Point {
  x: number;
  y: number;
}

interface Pose extends Point {
  heading: number;
}

interface Model {
  beacons: Point[];
  sigma: { range: number; bearing: number; speed: number; turn: number };
}

interface Step {
  speed: number;
  turn: number;
  seen?: { beacon: number; range: number; bearing: number };
}

const wrap = (angle: number): number => {
  let a = angle;
  while (a > Math.PI) a -= 2 * Math.PI;
  while (a < -Math.PI) a += 2 * Math.PI;
  return a;
};

function times(A: number[][], B: number[][]): number[][] {
  const C: number[][] = [];
  for (let i = 0; i < A.length; i++) {
    C[i] = [];
    for (let j = 0; j < B[0]!.length; j++) {
      let sum = 0;
      for (let k = 0; k < B.length; k++) sum += A[i]![k]! * B[k]![j]!;
      C[i]![j] = sum;
    }
  }
  return C;
}

const flip = (A: number[][]): number[][] => A[0]!.map((_, j) => A.map((r) => r[j]!));

export function localise({ beacons, sigma }: Model, steps: Step[]): number {
  const dt = 0.1;
  let pose: Pose = { x: 0, y: 0, heading: 0 };
  let P = [
    [0.01, 0, 0],
    [0, 0.01, 0],
    [0, 0, 0.005],
  ];
  let nll = 0;

  for (const { speed, turn, seen } of steps) {
    const c = Math.cos(pose.heading);
    const s = Math.sin(pose.heading);
    const J = [
      [1, 0, -speed * dt * s],
      [0, 1, speed * dt * c],
      [0, 0, 1],
    ];
    pose = { x: pose.x + speed * dt * c, y: pose.y + speed * dt * s, heading: wrap(pose.heading + turn * dt) };
    P = times(times(J, P), flip(J));
    const along = (sigma.speed * dt) ** 2;
    P[0]![0]! += along * c * c;
    P[0]![1]! += along * c * s;
    P[1]![0]! += along * c * s;
    P[1]![1]! += along * s * s;
    P[2]![2]! += (sigma.turn * dt) ** 2;

    if (!seen) continue;
    const target = beacons[seen.beacon]!;
    const dx = target.x - pose.x;
    const dy = target.y - pose.y;
    const d = Math.hypot(dx, dy);
    const H = [
      [-dx / d, -dy / d, 0],
      [dy / d ** 2, -dx / d ** 2, -1],
    ];
    const PH = times(P, flip(H));
    const S = times(H, PH);
    const a = S[0]![0]! + sigma.range ** 2;
    const b = S[0]![1]!;
    const e = S[1]![1]! + sigma.bearing ** 2;
    const det = a * e - b * b;
    const inv = [
      [e / det, -b / det],
      [-b / det, a / det],
    ];
    const z = [[seen.range - d], [wrap(seen.bearing - Math.atan2(dy, dx) + pose.heading)]];
    const K = times(PH, inv);
    const [ux, uy, uh] = times(K, z).flat();
    nll += 0.5 * (times(flip(z), times(inv, z))[0]![0]! + Math.log(det));
    pose = { x: pose.x + ux!, y: pose.y + uy!, heading: wrap(pose.heading + uh!) };
    const KH = times(K, H);
    P = times(
      KH.map((row, i) => row.map((v, j) => (i === j ? 1 : 0) - v)),
      P,
    );
  }
  return nll;
}

function drive(n: number): Step[] {
  const beacons = layout();
  const at: Pose = { x: 0, y: 0, heading: 0 };
  const steps: Step[] = [];
  for (let i = 0; i < n; i++) {
    const speed = 1 + 0.2 * Math.sin(i / 7);
    const turn = 0.5 * Math.cos(i / 9);
    at.x += speed * 0.1 * Math.cos(at.heading);
    at.y += speed * 0.1 * Math.sin(at.heading);
    at.heading += turn * 0.1 + 0.004 * Math.sin(13 * i);
    if (i % 3 === 2) steps.push({ speed, turn });
    else {
      const beacon = i % beacons.length;
      const dx = beacons[beacon]!.x - at.x;
      const dy = beacons[beacon]!.y - at.y;
      const range = Math.hypot(dx, dy) + 0.1 * Math.sin(29 * i);
      const bearing = Math.atan2(dy, dx) - at.heading + 0.03 * Math.cos(31 * i);
      steps.push({ speed, turn, seen: { beacon, range, bearing } });
    }
  }
  return steps;
}

const layout = (): Point[] => [
  { x: 4, y: 3 },
  { x: -2, y: 5 },
  { x: 6, y: -4 },
  { x: 1, y: -6 },
];

export const program: Program = {
  f: localise,
  inputs: (n) => [{ beacons: layout(), sigma: { range: 0.1, bearing: 0.05, speed: 0.2, turn: 0.1 } }, drive(n)],
  sizes: [12, 80],
  derivatives: ["valueAndGrad"],
};
