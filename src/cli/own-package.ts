// Hooks of Node's module loader. In the files to check, they make `zeroth` and its entry points mean the package whose command
// runs: one instance of everything, wherever it is installed.

import type { ResolveFnOutput, ResolveHook, ResolveHookContext } from "node:module";

type NextResolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

const entries = new Set([
  "zeroth",
  ...["ir", "register", "runtime", "testing", "vite"].map((name) => `zeroth/${name}`),
]);

/** Pretends that a file of the package itself makes the import. */
const asOwn = (specifier: string, context: ResolveHookContext): ResolveHookContext =>
  entries.has(specifier) ? { ...context, parentURL: import.meta.url } : context;

export const resolve: ResolveHook = (specifier, context, next) => next(specifier, asOwn(specifier, context));

export function resolveSync(specifier: string, context: ResolveHookContext, next: NextResolve): ResolveFnOutput {
  return next(specifier, asOwn(specifier, context));
}
