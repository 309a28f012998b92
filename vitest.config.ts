import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { nodeOptions } from "./props/node-options.ts";
import { zeroth } from "./src/plugin/vite.ts";
import { onModules } from "./src/test-support/on-modules.ts";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * The files that take longest. Vitest knows how long files took the last time, but nothing in a fresh copy: it then begins with
 * the largest, and the matrix of operators, a small file, would run at the end, with all other cores idle.
 */
const longest = [
  "src/plugin/package.test.ts",
  "props/matrix/matrix.test.ts",
  "src/programs/linearize.test.ts",
  "props/rows.prop.ts",
].map(path);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.includes(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const alone = "**/*.alone.{test,prop}.ts";

const config: ViteUserConfig = defineConfig({
  // The plugin under test is also the plugin of these tests: it stamps examples, props, bench and the test files like any
  // user's program, and src/prelude, which is written in the language it differentiates. The rest of src is the compiler
  // itself and is never stamped, nor is node_modules: that is the plugin's own default (src/plugin/select.ts).
  plugins: [onModules(), zeroth()],
  resolve: {
    // The package's own name means its sources, in tests and in what the plugin generates: one instance of everything.
    alias: [
      { find: /^zeroth$/, replacement: path("./src/index.ts") },
      { find: /^zeroth\/(ir|testing)$/, replacement: path("./src/$1/index.ts") },
      { find: /^zeroth\/(register|vite)$/, replacement: path("./src/plugin/$1.ts") },
      { find: /^zeroth\/runtime$/, replacement: path("./src/host/runtime.ts") },
    ],
  },
  test: {
    // The first test of a file compiles the operators' derivatives, on machines of any speed.
    testTimeout: 30_000,
    // All cores: on two, Vitest would leave one idle.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    execArgv: [...nodeOptions],
    // Files share what a process has loaded and compiled, which is most of what tests wait for. So none may leave behind
    // what others would see.
    isolate: false,
    restoreMocks: true,
    setupFiles: ["src/test-support/no-internal-errors.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: [
            "src/**/*.test.ts",
            "bench/**/*.test.ts",
            "examples/**/*.test.ts",
            "props/**/*.prop.ts",
            "props/**/*.test.ts",
          ],
          exclude: [...configDefaults.exclude, alone],
        },
      },
      // What a process learns from these files changes what it makes of others; or they take long in one that has learnt much.
      { extends: true, test: { name: "alone", include: [alone], isolate: true } },
    ],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // The prelude's stamps would count as functions and branches that nobody wrote.
      exclude: [
        "src/**/*.test.ts",
        "src/**/*.test-d.ts",
        "src/**/fixtures/**",
        "src/test-support/**",
        "src/prelude/**",
      ],
      reporter: ["text-summary", "html"],
    },
  },
});

export default config;
