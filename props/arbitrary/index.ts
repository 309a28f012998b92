// Random programs as an arbitrary of fast-check.

import fc from "fast-check";
import { generate, type ProgramOptions } from "./generate.ts";
import type { Program } from "./program.ts";
import { renderExample } from "./render.ts";
import { smallerPrograms } from "./shrink.ts";

export { render, renderClosed, renderClosure, renderExample } from "./render.ts";
export { isWellScoped } from "./scope.ts";
export { unrestricted } from "./generate.ts";
export { formsOf, hasTrait, smallerPrograms } from "./shrink.ts";
export { renamed, withDeadCode, withIndependentSwapped } from "./variations.ts";
export type { Program } from "./program.ts";

/** A program that fast-check prints as the text to paste into a test. */
export interface PrintedProgram extends Program {
  readonly [fc.toStringMethod]: () => string;
}

const printed = (program: Program): PrintedProgram => ({
  ...program,
  [fc.toStringMethod]: () => `\n${renderExample(program)}`,
});

class ProgramArbitrary extends fc.Arbitrary<PrintedProgram> {
  readonly #options: ProgramOptions;

  constructor(options: ProgramOptions) {
    super();
    this.#options = options;
  }

  generate(random: fc.Random): fc.Value<PrintedProgram> {
    return new fc.Value(printed(generate(random, this.#options)), undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is PrintedProgram {
    return false;
  }

  shrink(program: PrintedProgram): fc.Stream<fc.Value<PrintedProgram>> {
    return fc.stream(smallerPrograms(program)).map((smaller) => new fc.Value(printed(smaller), undefined));
  }
}

/** Well-typed, terminating programs whose numbers stay moderate and inside the domains of their functions. */
export const arbProgram = (options: ProgramOptions = {}): fc.Arbitrary<PrintedProgram> => new ProgramArbitrary(options);
