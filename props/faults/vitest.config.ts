// The project's own tests on a compiler with a fault: the file that `ZEROTH_FAULT_TEXT` names says { file, text }.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { mergeConfig, type ViteUserConfig } from "vitest/config";
import base from "../../vitest.config.ts";

interface FaultyText {
  /** Below the root of the repository. */
  readonly file: string;
  readonly text: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const { file, text } = JSON.parse(readFileSync(process.env["ZEROTH_FAULT_TEXT"] ?? "", "utf8")) as FaultyText;

const planted: Plugin = {
  name: "planted-fault",
  enforce: "pre",
  load: (id) => (id.split("?")[0] === `${root}${file}` ? text : null),
};

// Sources as Vite serves them, or the fault would not be in what the tests load.
const plugins = base.plugins?.filter((plugin) => !(plugin && "name" in plugin && plugin.name === "on-modules"));

const config: ViteUserConfig = mergeConfig({ ...base, plugins }, {
  root,
  plugins: [planted],
  // What tests the built package knows nothing of the fault.
  test: { exclude: ["src/plugin/package.test.ts"], bail: 1, maxWorkers: 1, reporters: ["json"], watch: false },
} satisfies ViteUserConfig);

export default config;
