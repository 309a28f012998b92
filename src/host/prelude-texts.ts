// The prelude's IR and sources by file. Written by scripts/build-prelude.mjs: from sources, each file has its own inside.

/** The text of the IR, and the source. */
export type Texts = readonly [ir: string, source: string];

export const preludeTexts: Readonly<Record<string, Texts>> = {};
