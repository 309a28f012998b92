/**
 * The penguins of the Palmer archipelago, from the package vega-datasets: two measures of the beak, and three species.
 *
 * The package exports a loader that goes to the network and hides its files, so the file is found from where the package
 * resolves to. Two birds were not measured. What is held out takes no part in anything, the standardisation included.
 */

import { readFileSync } from "node:fs";
import { randomFrom, shuffled } from "./random.ts";

export const species = ["Adelie", "Chinstrap", "Gentoo"] as const;

export interface Penguin {
  /** Length and depth of the beak, in millimetres. */
  readonly beak: readonly [length: number, depth: number];
  /** An index of `species`. */
  readonly kind: number;
}

/** A penguin as the network sees it: measures of mean 0 and deviation 1 over the training part. */
export interface Example {
  readonly x: number[];
  readonly kind: number;
}

export interface Split {
  readonly training: readonly Penguin[];
  readonly heldOut: readonly Penguin[];
  readonly standardise: (beak: Penguin["beak"]) => number[];
}

export function readPenguins(): Penguin[] {
  const file = new URL("../data/penguins.json", import.meta.resolve("vega-datasets"));
  const rows = JSON.parse(readFileSync(file, "utf8")) as readonly Readonly<Record<string, string | number | null>>[];
  return rows.flatMap((row) => {
    const [length, depth] = [row["Beak Length (mm)"], row["Beak Depth (mm)"]];
    if (typeof length !== "number" || typeof depth !== "number") return [];
    return [{ beak: [length, depth] as const, kind: species.findIndex((name) => name === row["Species"]) }];
  });
}

/** Holds out 30 % of the penguins, by the seed. */
export function split(penguins: readonly Penguin[], seed: number): Split {
  const order = shuffled(penguins, randomFrom(seed));
  const count = Math.round(0.3 * order.length);
  const [heldOut, training] = [order.slice(0, count), order.slice(count)];
  const scales = ([0, 1] as const).map((k) => scaleOf(training.map(({ beak }) => beak[k])));
  return { training, heldOut, standardise: (beak) => scales.map((scale, k) => scale(beak[k]!)) };
}

export const examples = (penguins: readonly Penguin[], { standardise }: Split): Example[] =>
  penguins.map(({ beak, kind }) => ({ x: standardise(beak), kind }));

function scaleOf(values: readonly number[]): (value: number) => number {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length;
  return (value) => (value - mean) / Math.sqrt(variance);
}
