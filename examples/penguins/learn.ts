/**
 * The whole experiment, which its seed determines: a split, a network, its training.
 */

import { network } from "./network.ts";
import { examples, readPenguins, species, split, type Example, type Split } from "./penguins.ts";
import { randomFrom } from "./random.ts";
import { train, type Training } from "./training.ts";

export interface Experiment {
  readonly parts: Split;
  readonly seen: readonly Example[];
  readonly unseen: readonly Example[];
  readonly training: Training;
}

export function learn({ seed, steps }: { readonly seed: number; readonly steps: number }): Experiment {
  const parts = split(readPenguins(), seed);
  const seen = examples(parts.training, parts);
  const unseen = examples(parts.heldOut, parts);
  const start = network(2, 6, species.length, randomFrom(seed));
  return { parts, seen, unseen, training: train(start, seen, unseen, { steps, rate: 1 }) };
}
