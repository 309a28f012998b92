// The environment of one of the user's own functions: its captured variables, each with a function that reads it.

/**
 * Variables by index. They are read when they are needed, since a variable may not be initialised yet. After that it keeps its
 * value, for what is assigned is in a box; but what an import means may still be found out.
 *
 * An object literal with accessors would do the same, but engines take 1 µs to make one.
 */
export class CapturedVariables {
  readonly [k: number]: unknown;
  readonly reads: readonly (() => unknown)[];
  /** The indices of imports. */
  readonly live: readonly number[];

  constructor(reads: readonly (() => unknown)[], live: readonly number[] = []) {
    this.reads = reads;
    this.live = live;
    while (readable < reads.length) addAccessor(readable++);
  }

  get length(): number {
    return this.reads.length;
  }
}

/** How many indices all environments have accessors for. */
let readable = 0;

function addAccessor(k: number): void {
  Object.defineProperty(CapturedVariables.prototype, k, {
    get(this: CapturedVariables) {
      return this.reads[k]?.();
    },
  });
}
