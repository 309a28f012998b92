// Internal errors of the compiler that occurred during specialisation. The list has a module of its own so that a suite can
// look at it without loading the compiler: every test that leaves an error here fails (test-support/no-internal-errors.ts).

export const internalErrors: unknown[] = [];
