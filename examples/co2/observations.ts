/**
 * The Mauna Loa record: monthly means of CO₂ since March 1958, from the package vega-datasets.
 *
 * The package exports a loader that goes to the network and hides its files, so the file is
 * found from where the package resolves to. A few months are missing in the record, hence dates and not row numbers.
 */

import { readFileSync } from "node:fs";

export interface Observation {
  /** Decimal year of the middle of the month. */
  readonly year: number;
  /** The same, scaled so that the record runs from 0 to 1. */
  readonly t: number;
  /** Mole fraction of CO₂ in parts per million. */
  readonly ppm: number;
}

export function readObservations(): Observation[] {
  const file = new URL("../data/co2-concentration.csv", import.meta.resolve("vega-datasets"));
  const [header = "", ...rows] = readFileSync(file, "utf8").trim().split(/\r?\n/);
  const names = header.split(",");
  const dateColumn = names.indexOf("Date");
  const ppmColumn = names.indexOf("CO2");
  const points = rows.map((row) => {
    const cells = row.split(",");
    return { year: decimalYear(cells[dateColumn]!), ppm: Number(cells[ppmColumn]) };
  });

  const first = points[0]!.year;
  const span = points.at(-1)!.year - first;
  return points.map(({ year, ppm }) => ({ year, t: (year - first) / span, ppm }));
}

function decimalYear(date: string): number {
  const [year = NaN, month = NaN] = date.split("-").map(Number);
  return year + (month - 0.5) / 12;
}
