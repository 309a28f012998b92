// Hooks of Node's module loader by which `zeroth` and its entry points mean, in the files to be checked, the package whose
// command runs: one instance of everything, wherever it is installed.

import type { ResolveFnOutput, ResolveHook, ResolveHookContext } from "node:module";

type NextResolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

const entries = new Set([
  "zeroth",
  ...["ir", "register", "runtime", "testing", "vite"].map((name) => `zeroth/${name}`),
]);

/** Who imports the package is a file of it. */
const asOwn = (specifier: string, context: ResolveHookContext): ResolveHookContext =>
  entries.has(specifier) ? { ...context, parentURL: import.meta.url } : context;

export const resolve: ResolveHook = (specifier, context, next) => next(specifier, asOwn(specifier, context));

export function resolveSync(specifier: string, context: ResolveHookContext, next: NextResolve): ResolveFnOutput {
  return next(specifier, asOwn(specifier, context));
}
