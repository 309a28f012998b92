// Hooks of Node's module loader by which `zeroth` and its entry points mean, in the files to be checked, the package whose
// command runs: one instance of everything, wherever it is installed.

import type { ResolveFnOutput, ResolveHook, ResolveHookContext } from "node:module";

type NextResolve = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput;

const entries: { readonly [specifier: string]: string | undefined } = {
  zeroth: "../index.js",
  "zeroth/ir": "../ir/index.js",
  "zeroth/register": "../host/register.js",
  "zeroth/runtime": "../host/runtime.js",
  "zeroth/testing": "../testing/index.js",
  "zeroth/vite": "../host/vite.js",
};

function own(specifier: string): ResolveFnOutput | null {
  const path = Object.hasOwn(entries, specifier) ? entries[specifier] : undefined;
  if (path === undefined) return null;
  return { url: new URL(path, import.meta.url).href, format: "module", shortCircuit: true };
}

export const resolve: ResolveHook = (specifier, context, next) => own(specifier) ?? next(specifier, context);

export function resolveSync(specifier: string, context: ResolveHookContext, next: NextResolve): ResolveFnOutput {
  return own(specifier) ?? next(specifier, context);
}
