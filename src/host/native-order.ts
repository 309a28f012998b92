// JavaScript's own sort, as far as the prelude needs it: the order of elements, as a permutation.

/** The numbers from 0 to `n` − 1 in the order of a comparison of them. */
export const orderedBy = (n: number, compare: (i: number, j: number) => unknown): number[] =>
  Array.from({ length: n }, (_, k) => k).sort(compare as (i: number, j: number) => number);

/** The same in the order of the texts of elements. */
export function orderedByText(values: readonly unknown[]): number[] {
  return orderedBy(values.length, (i, j) => {
    const [a, b] = [String(values[i]), String(values[j])];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

/** Whether it is known that an array has no holes and no elements that are `undefined`. Only the specialiser knows such things. */
export const isKnownPacked = (_array: readonly unknown[]): boolean => false;
