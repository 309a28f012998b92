// All passes of the pipeline, for those who inspect it: fixtures, laws, documents and the command `zeroth passes`.

import type { Pass } from "../ir/index.ts";
import { resolveShadows } from "../opt/index.ts";
import { cleaning } from "./cleaning.ts";
import { closing } from "./closing.ts";
import { finishing, logging, relaxing, reusing, shipping, storing } from "./finishing.ts";
import { optimising } from "./optimising.ts";
import { bound, type PhaseName } from "./pipeline.ts";

/** What functions may have that are shown in parts. */
const fewInstrs = 6;

/** What a pass that is made of others runs. */
const partsOf = (pass: Pass): readonly Pass[] => pass.steps?.flatMap(partsOf) ?? [pass];

/** The passes of each phase, in order. */
export const passesByPhase: Readonly<Record<PhaseName, readonly Pass[]>> = {
  lower: [],
  close: closing,
  clean: partsOf(cleaning),
  differentiate: [],
  specialise: bound("specialise", [resolveShadows([])]),
  optimise: partsOf(optimising),
  finish: finishing,
  relax: relaxing,
  reuse: reusing,
  store: storing,
  polish: partsOf(optimising),
  log: logging(0),
  ship: shipping(() => fewInstrs),
  emit: [],
};

/** Each pass once, at its first position. */
export const allPasses: readonly Pass[] = [...new Set(Object.values(passesByPhase).flat())];
