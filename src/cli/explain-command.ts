// `zeroth explain`: tells what a call of a derivative runs.

import { explain } from "../index.ts";
import type { ExplainOptions } from "./options.ts";
import { argumentsOf, entryFor, type Source } from "./passes-command.ts";

/** The text to print. */
export async function explainCommand(
  { name, operator, args, code }: ExplainOptions,
  { shown, load }: Pick<Source, "shown" | "load">,
): Promise<string> {
  const entry = entryFor(await load(), { name, operator, shown }) as (...args: unknown[]) => unknown;
  return (code ? explain.code : explain)(entry, ...argumentsOf(args)).trimEnd();
}
