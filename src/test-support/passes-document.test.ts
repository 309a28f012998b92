// docs/passes.md is what the pipeline and the passes say. `vitest run src/test-support/passes-document -u` writes it.

import { format, resolveConfig } from "prettier";
import { expect, test } from "vitest";
import { passesDocument, passesFile } from "./passes-document.ts";

test("docs/passes.md", async () => {
  const options = { ...(await resolveConfig(passesFile)), filepath: passesFile };
  await expect(await format(passesDocument(), options)).toMatchFileSnapshot(passesFile);
});
