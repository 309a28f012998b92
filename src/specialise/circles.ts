// Finds functions that call each other in a circle. One that has been inlined elsewhere already is called instead: if all were
// inlined wherever they are called, each would make the code longer by a factor.

import type { Code } from "../ir/index.ts";
import type { Frame } from "./run.ts";

export class Circles {
  readonly #circles = new Map<Code, ReadonlySet<Code>>();

  /** Notes that a function called itself: in a circle with those that have been called since it was, other than the prelude's. */
  note(code: Code, caller: Frame | null, isPrelude: (code: Code) => boolean): void {
    const codes = [code];
    for (let f = caller; f !== null && f.code !== code; f = f.caller) if (!isPrelude(f.code)) codes.push(f.code);
    const circle = new Set(codes.flatMap((one) => [one, ...(this.#circles.get(one) ?? [])]));
    for (const one of circle) this.#circles.set(one, circle);
  }

  /** Whether a function is in a circle with one that is running. */
  has(code: Code, caller: Frame | null): boolean {
    const circle = this.#circles.get(code);
    if (circle === undefined) return false;
    for (let f = caller; f !== null; f = f.caller) if (circle.has(f.code)) return true;
    return false;
  }
}
