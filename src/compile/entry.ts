// Entry points: functions that run code made for the shape of a call, and say so where a call is of another shape.

/** Gets its arguments one by one if there are few, else in the list. */
export type Entry = (
  count: number,
  args: readonly unknown[],
  a0?: unknown,
  a1?: unknown,
  a2?: unknown,
  a3?: unknown,
) => unknown;

export const mostByName = 4;

/** What an entry gives for a list of arguments. */
export function called(entry: Entry, args: readonly unknown[]): unknown {
  return entry(args.length, args, args[0], args[1], args[2], args[3]);
}

/** What an entry gives if the call is not of the shape that it was made for. */
export const miss: unique symbol = Symbol("zeroth.miss");
