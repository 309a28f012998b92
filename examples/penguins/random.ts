/**
 * Random numbers that are the same each time, on all machines: the generator of Park and Miller, in whole numbers.
 */

/** Numbers between 0 and 1 that are determined by a seed, a whole number from 1 up. */
export function randomFrom(seed: number): () => number {
  const modulus = 2 ** 31 - 1;
  let state = seed % modulus;
  return () => {
    state = (state * 48271) % modulus;
    return state / modulus;
  };
}

/** The items in random order (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}
