// Arrays of zeros that engines store as floating-point numbers from the start. An array filled with 0 would store small integers,
// and be converted at the first other number.

/** Longer arrays are not worth a template. */
const longest = 2 ** 15;
let template: number[] = [];

export function arrayOfZeros(n: number): number[] {
  if (!(n >= 0 && n <= longest)) {
    const zeros = new Array<number>(n);
    zeros[0] = 0.5;
    return zeros.fill(0);
  }
  if (template.length < n) grow(n);
  return template.slice(0, n);
}

function grow(n: number): void {
  const zeros: number[] = [];
  for (let k = 0; k < Math.min(2 * n, longest); k++) zeros.push(0.5);
  template = zeros.fill(0);
}
