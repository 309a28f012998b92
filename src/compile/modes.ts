// Whether calls run specialised code, general code, or both.

/** `comparing`: general code makes every call too (compared-call.ts); `general`: only general code runs. */
type Mode = "usual" | "comparing" | "general";

const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;

export let mode: Mode = environment?.["ZEROTH_CHECK"] === "1" ? "comparing" : "usual";
/** The part of the mode that every call tests. */
export let isUsual: boolean = mode === "usual";

function setMode(to: Mode): void {
  mode = to;
  isUsual = to === "usual";
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
