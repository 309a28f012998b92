// Arrays that hold the tapes of one call. They come from a pool and go back to it when the call ends; one that an
// exception keeps away is simply lost. A call within a call takes another one.

const pool: Float64Array[] = [];

/** An ordinary array grows as it is written. */
type Arena = Float64Array | number[];

/** How many arrays wait for the next call. */
const mostWaiting = 8;
const firstLength = 256;
/** An array of more elements is kept only while calls need so many. */
const longestKept = 2 ** 17;

export function takeArena(): Arena {
  return pool.pop() ?? new Float64Array(firstLength);
}

export function giveArena(data: Arena): void {
  if (data instanceof Float64Array && pool.length < mostWaiting && data.length <= longestKept) pool.push(data);
}

/** An array with the same elements and room for `length`. */
export function arenaWithRoom(data: Arena, length: number): Arena {
  return length <= data.length || !(data instanceof Float64Array) ? data : grown(data, length);
}

/**
 * The same for so many records of a width after a start; a loop runs at least once, however often it says. One that says that it
 * runs more often than memory lasts ends before, by an exception: until then, an array grows with it.
 */
export function arenaForLoop(data: Arena, start: number, width: number, times: number): Arena {
  const length = start + width * (times >= 1 ? Math.ceil(times) : 1);
  try {
    return arenaWithRoom(data, length);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return Array.from(data.slice(0, start));
  }
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
