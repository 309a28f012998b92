// Text that is nested too deeply for a stack: the compiler's own, JavaScript's for the same text, or the parser's, which would
// end the process.

import { ZerothError, isStackFull, type Refusal } from "../ir/index.ts";

/** Engines run no text with more nested brackets unless their stack is enlarged; the parser can take twice as many. */
const deepest = 2000;

const nestedTooDeeply: Omit<Refusal, "span"> = {
  message: "code that is nested too deeply for JavaScript's stack",
  remedy: "name parts of it by constants, or run node with a larger --stack-size",
};

/** The refusal of a function whose text overflowed the stack. */
export const tooDeepAt = (span: Refusal["span"]): Refusal => ({ ...nestedTooDeeply, span });

/** Throws if the brackets of a text, including those in strings and comments, are nested too deeply for the parser. */
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

/** The result of a step of the compiler; if the text overflows the stack, an error says so. */
export function withinStack<T>(file: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!isStackFull(error)) throw error;
    const { message, remedy } = nestedTooDeeply;
    throw new ZerothError({ kind: "invalid", message: `${file}: ${message}`, remedy }, { cause: error });
  }
}
