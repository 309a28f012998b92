// Work in steps: a generator that yields where the work may be interrupted, and returns its result.

export type Steps<T> = Generator<undefined, T, undefined>;

/** Milliseconds. Some hosts have nothing but the language. */
export const now = (): number => (typeof performance === "undefined" ? Date.now() : performance.now());

let deadline = Infinity;

/** Whether it is time to yield. */
export const isDue = (): boolean => deadline !== Infinity && now() >= deadline;

/** Work that is done in one step. */
// oxlint-disable-next-line require-yield
export function* atOnce<T>(work: () => T): Steps<T> {
  return work();
}

/** Does all of the work. */
export function inWhole<T>(steps: Steps<T>): T {
  const { value } = until(Infinity, steps) as IteratorReturnResult<T>;
  return value;
}

/** Works for about this long, in milliseconds. */
export const forAWhile = <T>(milliseconds: number, steps: Steps<T>): IteratorResult<undefined, T> =>
  until(now() + milliseconds, steps);

/** The same work; `spent` is told how long each part of it took. */
export function* timed<T>(steps: Steps<T>, spent: (milliseconds: number) => void): Steps<T> {
  for (;;) {
    const start = now();
    let step: IteratorResult<undefined, T>;
    try {
      step = steps.next();
    } finally {
      spent(now() - start);
    }
    if (step.done === true) return step.value;
    yield;
  }
}

function until<T>(time: number, steps: Steps<T>): IteratorResult<undefined, T> {
  const before = deadline;
  deadline = time;
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true || isDue()) return step;
    }
  } finally {
    deadline = before;
  }
}
