// Metabolism of a yeast as a network of reactions, each a record with its stoichiometry and its rate law: a function made by a
// constructor for the kind of kinetics. Concentrations after a while, by the kinetic constants.

import type { Program } from "../program.ts";

type State = Map<string, number>;
type RateLaw = (c: State) => number;

interface Reaction {
  change: Record<string, number>;
  rate: RateLaw;
}

const get = (c: State, species: string): number => c.get(species) ?? 0;

function massAction(k: number, ...species: string[]): RateLaw {
  return (c) => species.reduce((rate, s) => rate * get(c, s), k);
}

function michaelisMenten({ vmax, km }: { vmax: number; km: number }, substrate: string): RateLaw {
  return (c) => (vmax * get(c, substrate)) / (km + get(c, substrate));
}

function inhibited(law: RateLaw, inhibitor: string, ki: number, order = 1): RateLaw {
  return (c) => law(c) / (1 + (get(c, inhibitor) / ki) ** order);
}

const reversible =
  (forth: RateLaw, back: RateLaw): RateLaw =>
  (c) =>
    forth(c) - back(c);

interface Constants {
  uptake: { vmax: number; km: number };
  glycolysis: { vmax: number; km: number; ki: number };
  transport: { out: number; in: number };
  growth: number;
  leak: number;
}

const networkOf = ({ uptake, glycolysis, transport, growth, leak }: Constants): Reaction[] => [
  {
    change: { glucose: -1, inside: 1 },
    rate: inhibited(michaelisMenten(uptake, "glucose"), "ethanol", 4),
  },
  {
    change: { inside: -1, pyruvate: 2, atp: 2 },
    rate: inhibited(michaelisMenten(glycolysis, "inside"), "atp", glycolysis.ki, 2),
  },
  { change: { pyruvate: -1, cell: 1 }, rate: massAction(0.8, "pyruvate") },
  {
    change: { cell: -1, ethanol: 1 },
    rate: reversible(massAction(transport.out, "cell"), massAction(transport.in, "ethanol")),
  },
  { change: { atp: -3, inside: -0.2 }, rate: massAction(growth, "atp", "inside") },
  { change: { atp: -1 }, rate: (c) => leak * Math.sqrt(get(c, "atp") + 0.01) },
];

function slopes(reactions: Reaction[], c: State): State {
  const d: State = new Map();
  for (const { change, rate } of reactions) {
    const speed = rate(c);
    for (const [species, count] of Object.entries(change)) d.set(species, get(d, species) + count * speed);
  }
  return d;
}

const moved = (c: State, h: number, d: State): State => new Map([...c].map(([s, x]) => [s, x + h * get(d, s)]));

function concentrations(constants: Constants, steps: number): Record<string, number> {
  const reactions = networkOf(constants);
  const h = 0.05;
  let c: State = new Map(Object.entries({ glucose: 3, inside: 0.2, pyruvate: 0.1, cell: 0, ethanol: 0.05, atp: 0.6 }));
  for (let k = 0; k < steps; k++) {
    const first = slopes(reactions, c);
    const second = slopes(reactions, moved(c, h, first));
    c = moved(moved(c, h / 2, first), h / 2, second);
  }
  return Object.fromEntries(c);
}

export const program: Program = {
  f: concentrations,
  inputs: (n) => [
    {
      uptake: { vmax: 1.4, km: 0.7 },
      glycolysis: { vmax: 2.1, km: 0.4, ki: 1.5 },
      transport: { out: 1.1, in: 0.2 },
      growth: 0.35,
      leak: 0.25,
    },
    n,
  ],
  sizes: [12, 150],
  derivatives: ["vjp", "jvp"],
};
