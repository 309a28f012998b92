// Length of a track on the ellipsoid by Vincenty's inverse formula, for way-points in degrees, plus a penalty on sharp
// turns between legs.

import type { Program } from "../program.ts";

type Waypoint = [latitude: number, longitude: number];

const A = 6378.137;
const F = 1 / 298.257223563;
const B = A * (1 - F);
const rad = (deg: number): number => (deg * Math.PI) / 180;

function inverse([lat1, lon1]: Waypoint, [lat2, lon2]: Waypoint): { distance: number; bearing: number } {
  const U1 = Math.atan((1 - F) * Math.tan(rad(lat1)));
  const U2 = Math.atan((1 - F) * Math.tan(rad(lat2)));
  const L = rad(lon2 - lon1);
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(U1), Math.cos(U1), Math.sin(U2), Math.cos(U2)];
  let lambda = L;
  let previous: number;
  let sigma = 0;
  let sinSigma = 0;
  let cosSigma = 0;
  let cosSqAlpha = 0;
  let cos2SigmaM = 0;
  let rounds = 0;
  do {
    const sinL = Math.sin(lambda);
    const cosL = Math.cos(lambda);
    sinSigma = Math.sqrt((cosU2 * sinL) ** 2 + (cosU1 * sinU2 - sinU1 * cosU2 * cosL) ** 2);
    if (sinSigma === 0) return { distance: 0, bearing: 0 };
    cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosL;
    sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosU1 * cosU2 * sinL) / sinSigma;
    cosSqAlpha = 1 - sinAlpha * sinAlpha;
    cos2SigmaM = cosSqAlpha === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cosSqAlpha;
    const C = (F / 16) * cosSqAlpha * (4 + F * (4 - 3 * cosSqAlpha));
    previous = lambda;
    lambda =
      L +
      (1 - C) * F * sinAlpha * (sigma + C * sinSigma * (cos2SigmaM + C * cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1)));
  } while (Math.abs(lambda - previous) > 1e-12 && ++rounds < 100);

  const uSq = (cosSqAlpha * (A * A - B * B)) / (B * B);
  const a = 1 + (uSq / 16384) * (4096 + uSq * (-768 + uSq * (320 - 175 * uSq)));
  const b = (uSq / 1024) * (256 + uSq * (-128 + uSq * (74 - 47 * uSq)));
  const deltaSigma =
    b *
    sinSigma *
    (cos2SigmaM +
      (b / 4) *
        (cosSigma * (2 * cos2SigmaM ** 2 - 1) -
          (b / 6) * cos2SigmaM * (4 * sinSigma ** 2 - 3) * (4 * cos2SigmaM ** 2 - 3)));
  const bearing = Math.atan2(cosU2 * Math.sin(lambda), cosU1 * sinU2 - sinU1 * cosU2 * Math.cos(lambda));
  return { distance: B * a * (sigma - deltaSigma), bearing };
}

function trackCost(track: Waypoint[], turnCost: number): number {
  let cost = 0;
  let heading: number | null = null;
  for (let i = 1; i < track.length; i++) {
    const { distance, bearing } = inverse(track[i - 1]!, track[i]!);
    cost += distance;
    if (heading !== null) cost += turnCost * (1 - Math.cos(bearing - heading));
    heading = bearing;
  }
  return cost;
}

export const program: Program = {
  f: trackCost,
  inputs: (n) => [
    Array.from({ length: n }, (_, i): Waypoint => [45 + 4 * Math.sin(i / 2), 5 + 1.3 * i + 0.7 * Math.cos(3 * i)]),
    50,
  ],
  sizes: [12, 100],
  derivatives: ["grad"],
};
