// Errors of the compiler's own that were met while code was specialised. A list of its own, so that a suite can look at it
// without loading the compiler: each test fails that leaves one here (test-support/no-internal-errors.ts).

export const internalErrors: unknown[] = [];
