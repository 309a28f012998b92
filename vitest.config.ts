import { fileURLToPath } from "node:url";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { zeroth } from "./src/host/vite.ts";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

// The plugin under test is also the plugin of these tests. It stamps examples, props and bench like any user's program, and
// the prelude, which is written in the language it differentiates. The rest of src is the compiler and is never stamped:
// everything below src/ but src/prelude/ is excluded by path, and node_modules as always.
const unstamped = new RegExp(`/node_modules/|^${escaped(path("./src/"))}(?!prelude/)`);

const config: ViteUserConfig = defineConfig({
  plugins: [zeroth({ exclude: unstamped })],
  resolve: {
    // The package's own name means its sources, in tests and in what the plugin generates: one instance of everything.
    alias: [
      { find: /^zeroth$/, replacement: path("./src/index.ts") },
      { find: /^zeroth\/ir$/, replacement: path("./src/ir/index.ts") },
      { find: /^zeroth\/(register|vite|runtime)$/, replacement: path("./src/host/$1.ts") },
    ],
  },
  test: {
    include: ["src/**/*.test.ts", "examples/**/*.test.ts", "props/**/*.prop.ts"],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // The prelude's stamps would count as functions and branches that nobody wrote.
      exclude: ["src/**/*.test.ts", "src/**/fixtures/**", "src/prelude/**"],
      reporter: ["text-summary", "html"],
    },
  },
});

export default config;
