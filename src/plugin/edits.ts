// Insertions into a source text, in any order; `apply` puts them where several meet at one place.
//
// A wrap encloses a range of the text. Where wraps start or end at the same place the inner range is the inner text:
// nested functions can end at one offset (`s => x => x * s`). Text that stands at a place comes before wraps that
// start there.

import type MagicString from "magic-string";

export interface Wrap {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

export class Edits {
  readonly #wraps: Wrap[] = [];
  readonly #texts = new Map<number, string[]>();

  /** Encloses a range. Of two wraps of one range the later is the outer. */
  wrap(wrap: Wrap): void {
    this.#wraps.push(wrap);
  }

  /** Puts a text at a place, after texts put there before. */
  insert(position: number, text: string): void {
    const texts = this.#texts.get(position);
    if (texts === undefined) this.#texts.set(position, [text]);
    else texts.push(text);
  }

  apply(target: MagicString): void {
    const inner = (a: Wrap, b: Wrap): number => a.end - a.start - (b.end - b.start);
    const wraps = this.#wraps.toSorted(inner);
    for (const { start, before } of wraps.toReversed()) target.appendRight(start, before);
    for (const { end, after } of wraps) target.appendLeft(end, after);
    for (const [position, texts] of this.#texts) target.appendLeft(position, texts.join(""));
  }
}

/** Adds a text to those that are to stand at a place. */
export function addDeclaration(declarations: Map<number, string[]>, place: number, text: string): void {
  const known = declarations.get(place);
  if (known === undefined) declarations.set(place, [text]);
  else known.push(text);
}
