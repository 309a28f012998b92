// Arrays that hold the tapes of one call. They come from a pool and go back to it when the call ends; one that an
// exception keeps away is simply lost. A call within a call takes another one.

const pool: Float64Array[] = [];

/** How many arrays wait for the next call. */
const mostWaiting = 8;
const firstLength = 256;
/** An array of more elements is kept only while calls need so many. */
const longestKept = 2 ** 17;

export function takeArena(): Float64Array {
  return pool.pop() ?? new Float64Array(firstLength);
}

export function giveArena(data: Float64Array): void {
  if (pool.length < mostWaiting && data.length <= longestKept) pool.push(data);
}

/** An array with the same elements and room for `length`. */
export function arenaWithRoom(data: Float64Array, length: number): Float64Array {
  return length <= data.length ? data : grown(data, length);
}

/** The same for so many records of a width after a start; a loop runs at least once, however often it says. */
export function arenaForLoop(data: Float64Array, start: number, width: number, times: number): Float64Array {
  return arenaWithRoom(data, start + width * (times >= 1 ? Math.ceil(times) : 1));
}

function grown(data: Float64Array, length: number): Float64Array {
  const longer = new Float64Array(Math.max(2 * data.length, length));
  longer.set(data);
  return longer;
}

/** A whole number that was read from an array of doubles: engines count faster where it is a small integer from the start. */
export function asWhole(x: number): number {
  const small = x | 0;
  return small === x ? small : x;
}
