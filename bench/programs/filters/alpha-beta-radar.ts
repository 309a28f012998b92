// Follows a ship on radar with an alpha-beta tracker. Some sweeps have no echo, then the track coasts and gets less sure;
// weak echoes count for less. The result is the roughness of the track plus the mean squared surprise.

import type { Program } from "../program.ts";

interface Sweep {
  interval: number;
  range?: number;
  strength?: number;
}

interface Track {
  range: number;
  speed: number;
  doubt: number;
  surprise: number;
  turning: number;
  seen: number;
}

const coast = (track: Track, interval: number): Track => ({
  ...track,
  range: track.range + interval * track.speed,
  doubt: track.doubt + 0.3 * interval,
});

const correct = (track: Track, sweep: Sweep): Track => {
  const { range, strength = 1, interval } = sweep;
  if (range === undefined) return track;
  const innovation = range - track.range;
  const alpha = (track.doubt / (track.doubt + 1)) * Math.tanh(strength);
  const beta = (alpha * alpha) / (2 - alpha);
  return {
    range: track.range + alpha * innovation,
    speed: track.speed + (beta / interval) * innovation,
    doubt: track.doubt * (1 - alpha),
    surprise: track.surprise + (innovation * innovation) / (1 + track.doubt),
    turning: track.turning + ((beta / interval) * innovation) ** 2,
    seen: track.seen + 1,
  };
};

function trackQuality(sweeps: Sweep[]): number {
  const start: Track = { range: sweeps[0]?.range ?? 0, speed: 0, doubt: 2, surprise: 0, turning: 0, seen: 0 };
  const end = sweeps.slice(1).reduce((track, sweep) => correct(coast(track, sweep.interval), sweep), start);
  return (end.surprise + 0.5 * end.turning) / end.seen;
}

export const program: Program = {
  f: trackQuality,
  inputs: (n) => [
    Array.from({ length: n }, (_, i) => {
      const interval = 1 + 0.2 * Math.sin(i);
      if (i % 5 === 3) return { interval };
      const range = 20 - 0.8 * i + 0.4 * Math.sin(3 * i + 1);
      return i % 2 === 0 ? { interval, range } : { interval, range, strength: 0.8 + 0.3 * Math.cos(i) };
    }),
  ],
  sizes: [14, 280],
  derivatives: ["grad"],
};
