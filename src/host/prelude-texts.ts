// The prelude's IR and sources by file. scripts/build-prelude.mjs writes them; from sources, each file contains its own.

/** The text of the IR, and the source. */
export type Texts = readonly [ir: string, source: string];

export const preludeTexts: Readonly<Record<string, Texts>> = {};
