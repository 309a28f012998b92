// Compiling in portions, so that no call waits long for it: one piece of work at a time, which goes on whenever a call asks for
// code that is not there yet.

import { forAWhile, inWhole, type Steps } from "../ir/index.ts";

let pending: Steps<void> | null = null;
/** Whether a portion is running: what it runs may ask for code, too. */
let isAtWork = false;

/** Does all of the work, or goes on for about this long with the work that is pending. If there is none, this work is. */
export function work(milliseconds: number, begin: () => Steps<void>): void {
  if (milliseconds === Infinity) {
    finishPending();
    inWhole(begin());
  } else if (!isAtWork) {
    pending ??= begin();
    goOn(milliseconds);
  }
}

/** Does all that is left of the pending work. */
export function finishPending(): void {
  while (pending !== null && !isAtWork) goOn(Infinity);
}

function goOn(milliseconds: number): void {
  isAtWork = true;
  let isDone = true;
  try {
    isDone = forAWhile(milliseconds, pending as Steps<void>).done === true;
  } finally {
    isAtWork = false;
    if (isDone) pending = null;
  }
}
