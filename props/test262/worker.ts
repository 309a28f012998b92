// A process that judges tests for run.ts.

import { installPrelude } from "../../src/host/install.ts";
import { later } from "../../src/compile/later.ts";
import { setSourceCompiler } from "../../src/host/from-source.ts";
import { prepareHarness } from "./harness.ts";
import { judge, type Verdict } from "./judge.ts";

export interface Task {
  readonly root: string;
  readonly files: readonly string[];
}

export type Message =
  | { readonly kind: "ready" }
  /** The test has passed as JavaScript. */
  | { readonly kind: "began" }
  | { readonly kind: "judged"; readonly verdict: Verdict };

installPrelude();
setSourceCompiler(later.compileSource);
prepareHarness();

const send = (message: Message): void => {
  process.send?.(message);
};

process.on("message", ({ root, files }: Task) => {
  void run(root, files);
});
process.on("disconnect", () => process.exit());
// Promises that tests leave behind.
process.on("unhandledRejection", () => undefined);

async function run(root: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { verdict, isWhole } = judge(root, file, () => send({ kind: "began" }));
    send({ kind: "judged", verdict });
    if (!isWhole) process.exit();
    await new Promise((resolve) => setImmediate(resolve));
  }
  send({ kind: "ready" });
}

send({ kind: "ready" });
