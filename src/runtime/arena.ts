// Arrays that hold the tapes of one call. They come from a pool and return to it when the call ends; an array that an exception
// prevents from returning is lost. A call within a call takes another array.

const pool: Float64Array[] = [];

/** An ordinary array grows when it is written. */
type Arena = Float64Array | number[];

/** At most this many arrays wait for the next call. */
const mostWaiting = 8;
const firstLength = 256;
/** Longer arrays are kept only while a call needs them. */
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
 * Makes room for `times` records of a width after a start. A loop runs at least once, whatever `times` is. A loop that claims
 * more iterations than memory has room for ends earlier, with an exception: until then an array grows with it.
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

/** An integer that was read from an array of doubles: engines count faster if it is a small integer from the start. */
export function asWhole(x: number): number {
  const small = x | 0;
  return small === x ? small : x;
}
