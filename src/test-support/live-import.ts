// A module that is not compiled, and assigns what it exports.

type Numeric = (x: number) => number;

export let chosen: Numeric = (x) => x * x;

export function choose(f: Numeric): void {
  chosen = f;
}
