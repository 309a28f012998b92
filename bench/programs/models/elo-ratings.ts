// Elo ratings through a season with home advantage, margins of victory, draws and a pull back to the mean at half
// time: the log loss of the predictions, as a function of the settings and starting ratings.

import type { Program } from "../program.ts";

interface Settings {
  k: number;
  home: number;
  drawWidth: number;
  marginWeight: number;
  regress: number;
  initial: Record<string, number>;
}

interface Match {
  home: string;
  away: string;
  score: `${number}:${number}`;
  neutral?: true;
}

const expected = (difference: number): number => 1 / (1 + 10 ** (-difference / 400));

function seasonLoss(settings: Settings, season: Match[]): number {
  const ratings = { ...settings.initial };
  let loss = 0;
  season.forEach((match, round) => {
    if (round === Math.floor(season.length / 2)) {
      const teams = Object.keys(ratings);
      const mean = teams.reduce((s, team) => s + ratings[team]!, 0) / teams.length;
      for (const team of teams) ratings[team] = mean + settings.regress * (ratings[team]! - mean);
    }
    const advantage = match.neutral ? 0 : settings.home;
    const difference = ratings[match.home]! + advantage - ratings[match.away]!;
    const pHome = expected(difference - settings.drawWidth);
    const pAway = expected(-difference - settings.drawWidth);

    const [h, a] = match.score.split(":").map(Number) as [number, number];
    const p = h > a ? pHome : h < a ? pAway : 1 - pHome - pAway;
    loss -= Math.log(p);

    const result = h > a ? 1 : h < a ? 0 : 0.5;
    const margin = 1 + settings.marginWeight * Math.log(1 + Math.abs(h - a));
    const change = settings.k * margin * (result - expected(difference));
    ratings[match.home]! += change;
    ratings[match.away]! -= change;
  });
  return loss / season.length;
}

const TEAMS = ["Reds", "Blues", "Rovers", "City", "United", "Wanderers"];

export const program: Program = {
  f: seasonLoss,
  inputs: (n) => [
    {
      k: 24,
      home: 65,
      drawWidth: 40,
      marginWeight: 0.5,
      regress: 0.8,
      initial: Object.fromEntries(TEAMS.map((team, i) => [team, 1500 + 40 * Math.sin(i + 1)])),
    },
    Array.from({ length: 2 * n }, (_, i): Match => {
      const home = TEAMS[i % 6]!;
      const away = TEAMS[(i + 1 + (i % 5)) % 6]!;
      const score = `${(i * i + 1) % 4}:${(3 * i) % 3}` as const;
      return i % 9 === 4 ? { home, away, score, neutral: true } : { home, away, score };
    }),
  ],
  sizes: [12, 150],
  derivatives: ["grad"],
};
