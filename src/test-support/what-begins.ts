// What is thrown so that all that has been written is written again.

import { BeginAgain } from "../specialise/not-specialised.ts";

export function whatBegins(does: () => void): BeginAgain {
  try {
    does();
  } catch (error) {
    if (error instanceof BeginAgain) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
