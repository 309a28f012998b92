// Hooks of Node's module loader by which `zeroth` and its entry points mean, in the files to be checked, the package whose
// command runs: one instance of everything, wherever it is installed.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { ResolveFnOutput, ResolveHook, ResolveHookContext } from "node:module";

type NextResolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

const require = createRequire(import.meta.url);
const entries = new Set([
  "zeroth",
  ...["ir", "register", "runtime", "testing", "vite"].map((name) => `zeroth/${name}`),
]);

function own(specifier: string): ResolveFnOutput | null {
  if (!entries.has(specifier)) return null;
  return { url: pathToFileURL(require.resolve(specifier)).href, format: "module", shortCircuit: true };
}

export const resolve: ResolveHook = (specifier, context, next) => own(specifier) ?? next(specifier, context);

export function resolveSync(specifier: string, context: ResolveHookContext, next: NextResolve): ResolveFnOutput {
  return own(specifier) ?? next(specifier, context);
}
