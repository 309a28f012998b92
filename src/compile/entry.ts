// Entry points: functions that run code made for one shape of calls, and report a miss on a call of another shape.

/** Takes its arguments one by one if there are few, else in the list. */
export type Entry = (
  count: number,
  args: readonly unknown[],
  a0?: unknown,
  a1?: unknown,
  a2?: unknown,
  a3?: unknown,
) => unknown;

export const mostByName = 4;

/** Calls an entry with a list of arguments. */
export function called(entry: Entry, args: readonly unknown[]): unknown {
  return entry(args.length, args, args[0], args[1], args[2], args[3]);
}

/** The result of an entry if the call does not have the shape that the entry was made for. */
export const miss: unique symbol = Symbol("zeroth.miss");
