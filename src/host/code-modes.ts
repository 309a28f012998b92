// Whether calls of what operators return run specialised code, general code, or both.

/** `comparing`: general code makes every call too (compile/compared-call.ts); `general`: only general code runs. */
type Mode = "usual" | "comparing" | "general";

const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;

let mode: Mode = environment?.["ZEROTH_CHECK"] === "1" ? "comparing" : "usual";
let repeatableRuns = 0;
/** The part of the mode that every call tests. */
export let isUsual: boolean = mode === "usual";

export const currentMode = (): Mode => (repeatableRuns > 0 ? "general" : mode);

function setMode(to: Mode): void {
  mode = to;
  setRuns(repeatableRuns);
}

function inMode<T>(to: Mode, run: () => T): T {
  const before = mode;
  setMode(to);
  let result: T;
  try {
    result = run();
  } catch (error) {
    setMode(before);
    throw error;
  }
  if (!(result instanceof Promise)) {
    setMode(before);
    return result;
  }
  return result.finally(() => {
    setMode(before);
  }) as T;
}

/** Runs `run`, and waits for its promise. General code also makes every specialised call; a difference is an error. */
export const comparing = <T>(run: () => T): T => inMode("comparing", run);

export const byGeneralCode = <T>(run: () => T): T => inMode("general", run);

// The prelude's code, which is differentiated itself, has no `finally`: an exception may leave a run without its end.

/** Begins a run of a function that another run must repeat to the bit: general code makes both. */
export function beginRepeatableRun(): void {
  if (repeatableRuns === 0) void Promise.resolve(0).then(setRuns);
  setRuns(repeatableRuns + 1);
}

export function endRepeatableRun(): void {
  setRuns(Math.max(0, repeatableRuns - 1));
}

function setRuns(to: number): void {
  repeatableRuns = to;
  isUsual = mode === "usual" && to === 0;
}
