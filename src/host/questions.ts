// What the prelude asks of code that runs it. General code calls these functions; the specialiser answers by what it knows
// (specialise/foreign-calls.ts), so that code is written for one answer alone.

/** Whether general code runs, which can do what it finds to be best when it runs. It is asked about a function. */
export const isGeneralCode = (_f: unknown): boolean => true;

/** Whether a number is known: to general code all numbers are. */
export const isKnownNumber = (_n: number): boolean => true;
