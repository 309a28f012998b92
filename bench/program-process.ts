/** A process that measures derivatives of programs, one after the other: it is sent questions, and sends what it found. */

import { measureDerivative } from "./corpus/measure-derivative.ts";
import type { Question } from "./corpus/result.ts";
import type { Program } from "./programs/program.ts";

const programNamed = async (name: string): Promise<Program> =>
  ((await import(new URL(`programs/${name}.ts`, import.meta.url).href)) as { readonly program: Program }).program;

process.on("message", (question: Question) => {
  void (async (): Promise<void> => {
    try {
      process.send?.(await measureDerivative(question, await programNamed(question.name)));
    } catch (error) {
      process.send?.({ ...question, kind: "failed", message: String(error) });
    }
  })();
});
