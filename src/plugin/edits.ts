// Insertions into a source text, in any order; `apply` orders those that meet at one place.
//
// A wrap encloses a range of the text. If wraps start or end at the same place, the inner range gets the inner text: nested
// functions can end at one offset (`s => x => x * s`). Text inserted at a place comes before wraps that start there.

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

  /** Encloses a range. Of two wraps of the same range the later one is outside. */
  wrap(wrap: Wrap): void {
    this.#wraps.push(wrap);
  }

  /** Inserts a text at a place, after texts inserted there before. */
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

/** Adds a text to those for a place. */
export function addDeclaration(declarations: Map<number, string[]>, place: number, text: string): void {
  const known = declarations.get(place);
  if (known === undefined) declarations.set(place, [text]);
  else known.push(text);
}
