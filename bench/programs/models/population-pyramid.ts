// A population pyramid by age and sex, moved on year by year (a Leslie model with migration and falling mortality):
// the dependency ratio and the median age at the end.

import type { Program } from "../program.ts";

interface Scenario {
  fertilityPeak: number;
  totalFertility: number;
  mortality: { logBase: number; slope: number; improvement: number };
  migration: number;
}

interface Pyramid {
  women: number[];
  men: number[];
}

interface Summary {
  dependency: number;
  median: number;
  total: number;
}

const OLDEST = 95;

function fertility(s: Scenario, age: number): number {
  if (age < 15 || age > 49) return 0;
  return (s.totalFertility * Math.exp(-(((age - s.fertilityPeak) / 6) ** 2))) / (6 * Math.sqrt(Math.PI));
}

function nextYear(s: Scenario, p: Pyramid, year: number): Pyramid {
  const survive = (age: number, male: boolean): number => {
    const hazard = Math.exp(s.mortality.logBase + s.mortality.slope * age) * (1 - s.mortality.improvement) ** year;
    return Math.exp(-hazard * (male ? 1.3 : 1));
  };
  const births = p.women.reduce((sum, w, age) => sum + w * fertility(s, age), 0);
  const move = (group: number[], male: boolean): number[] => {
    const older = group
      .slice(0, OLDEST)
      .map((v, age) => v * survive(age, male) + (age >= 18 && age < 40 ? s.migration : 0));
    older.unshift(births * (male ? 0.512 : 0.488));
    older[OLDEST]! += group[OLDEST]! * survive(OLDEST, male);
    return older;
  };
  return { women: move(p.women, false), men: move(p.men, true) };
}

function project(s: Scenario, start: Pyramid, years: number): Summary {
  let p = start;
  for (let y = 0; y < years; y++) p = nextYear(s, p, y);
  const both = p.women.map((w, age) => w + p.men[age]!);
  const total = both.reduce((a, b) => a + b);
  const working = both.slice(18, 65).reduce((a, b) => a + b);
  let seen = 0;
  let median = 0;
  for (const [age, count] of both.entries()) {
    if (seen + count >= total / 2) {
      median = age + (total / 2 - seen) / count;
      break;
    }
    seen += count;
  }
  return { dependency: (total - working) / working, median, total };
}

export const program: Program = {
  f: project,
  inputs: (n) => {
    const women = Array.from(
      { length: OLDEST + 1 },
      (_, age) => 100 * Math.exp(-((age / 75) ** 4)) + 10 * Math.sin(age / 9),
    );
    return [
      {
        fertilityPeak: 30,
        totalFertility: 1.7,
        mortality: { logBase: -10.1, slope: 0.095, improvement: 0.012 },
        migration: 0.4,
      },
      {
        women: women.map((w) => Math.max(w, 0.5)),
        men: women.map((w, age) => Math.max(w * (1.04 - 0.003 * age), 0.4)),
      },
      Math.round(n / 4),
    ];
  },
  sizes: [12, 120],
  derivatives: ["vjp", "jacobian"],
};
