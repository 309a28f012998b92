// For tests: `zeroth check` on texts that stand for files.

import { compile } from "zeroth";
import * as testing from "zeroth/testing";
import { checkCommand } from "../cli/check-command.ts";
import type { Options } from "../cli/options.ts";

export interface Ran {
  readonly code: number;
  readonly text: string;
  readonly errors: string;
}

export type Texts = Readonly<Record<string, string>>;

/** Runs the command; `interrupt.call` is what interrupts it, and what the texts import from "test". */
export async function checkTexts(
  texts: Texts,
  options: Partial<Options> = {},
  interrupt?: { call: () => void },
): Promise<Ran> {
  const printed: string[] = [];
  let errors = "";
  const code = await checkCommand(
    { files: Object.keys(texts), runs: 10, seed: 1, time: undefined, json: false, ...options },
    {
      files: {
        exists: (path) => path in texts,
        read: (path) => texts[path] ?? "",
        load: (path) =>
          compile(texts[path] ?? "", { file: path, imports: { "zeroth/testing": testing, test: { interrupt } } }),
        shown: (path) => path,
      },
      find: (patterns) => ({
        files: patterns.filter((path) => path in texts),
        missing: patterns.filter((path) => !(path in texts)),
      }),
      print: (text) => printed.push(text),
      errors: { isTTY: false, write: (text: string) => (errors += text) } as unknown as NodeJS.WriteStream,
      onInterrupt: (listener) => {
        if (interrupt !== undefined) interrupt.call = listener;
      },
    },
  );
  return { code, text: printed.join("\n"), errors };
}
