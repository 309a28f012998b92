// Text that is nested more deeply than a stack lasts: the compiler's own, JavaScript's for the same text, or the parser's, which
// would end the process.

import { ZerothError, isStackFull, type Refusal } from "../ir/index.ts";

/** Engines run no text with more brackets in one another unless their stack is enlarged; the parser lasts twice as long. */
const deepest = 2000;

const nestedTooDeeply: Omit<Refusal, "span"> = {
  message: "code that is nested too deeply for JavaScript's stack",
  remedy: "name parts of it by constants, or run node with a larger --stack-size",
};

/** Why a function is refused whose text took all of the stack. */
export const tooDeepAt = (span: Refusal["span"]): Refusal => ({ ...nestedTooDeeply, span });

/** Fails if the brackets of a text, those in strings and comments included, are nested beyond what can be parsed. */
export function assertShallow(text: string, file: string): void {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()[\]{}]/g)) {
    depth = /[([{]/.test(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth <= deepest) continue;
    const before = text.slice(0, index);
    const line = before.split("\n").length;
    const column = index - before.lastIndexOf("\n");
    throw new ZerothError({
      kind: "invalid",
      message: `more than ${deepest} brackets in one another`,
      remedy: "name parts of the expression by constants",
      span: { file, line, column, length: 1, synthetic: false },
    });
  }
}

/** What a step of the compiler gives; a text that takes all of the stack is an error that says so. */
export function withinStack<T>(file: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!isStackFull(error)) throw error;
    const { message, remedy } = nestedTooDeeply;
    throw new ZerothError({ kind: "invalid", message: `${file}: ${message}`, remedy }, { cause: error });
  }
}
