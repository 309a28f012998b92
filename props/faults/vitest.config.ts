// The project's own tests on a compiler with a fault: the file that `ZEROTH_FAULT_TEXT` names says { file, text }.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { mergeConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config.ts";

interface FaultyText {
  /** Below the root of the repository. */
  readonly file: string;
  readonly text: string;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const { file, text } = JSON.parse(readFileSync(process.env["ZEROTH_FAULT_TEXT"] ?? "", "utf8")) as FaultyText;

/** The first failure ends it: what is called like the file comes first, then what takes least, as far as is known. */
class SoonestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    const isNamesake = ({ moduleId }: TestSpecification): boolean =>
      basename(moduleId).startsWith(`${basename(file, ".ts")}.`);
    const rest = longestFirst.filter((each) => !isNamesake(each));
    return [...files.filter(isNamesake), ...rest.reverse()];
  }
}

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
  test: {
    exclude: ["src/plugin/package.test.ts"],
    bail: 1,
    maxWorkers: 1,
    sequence: { sequencer: SoonestFirst },
    reporters: ["json"],
    watch: false,
  },
} satisfies ViteUserConfig);

export default config;
