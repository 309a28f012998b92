// What laws count on the way: how often something was seen, and the worst case of a figure.

export interface Worst {
  readonly value: number;
  readonly text: string;
}

export interface Tally {
  readonly counts: { readonly [what: string]: number };
  readonly worst: { readonly [what: string]: Worst };
}

export const emptyTally: Tally = { counts: {}, worst: {} };

/** Collects a tally while laws are checked. */
export class Counter {
  readonly #counts: Record<string, number> = {};
  readonly #worst: Record<string, Worst> = {};

  count(what: string, times = 1): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + times;
  }

  worst(what: string, value: number, text: () => string): void {
    if (value > (this.#worst[what]?.value ?? -Infinity)) this.#worst[what] = { value, text: text() };
  }

  get tally(): Tally {
    return { counts: { ...this.#counts }, worst: { ...this.#worst } };
  }
}

export function mergeTallies(a: Tally, b: Tally): Tally {
  const counts = { ...a.counts };
  for (const [what, n] of Object.entries(b.counts)) counts[what] = (counts[what] ?? 0) + n;
  const worst = { ...a.worst };
  for (const [what, seen] of Object.entries(b.worst)) {
    if (seen.value > (worst[what]?.value ?? -Infinity)) worst[what] = seen;
  }
  return { counts, worst };
}

export const printTally = ({ counts, worst }: Tally): string =>
  [
    ...Object.entries(counts).map(([what, n]) => `${what}: ${n}`),
    ...Object.entries(worst).map(([what, { value, text }]) => `${what}: ${value.toFixed(2)}, by\n${text}`),
  ].join("\n");
