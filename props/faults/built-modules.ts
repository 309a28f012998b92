// A faulty text as the modules of dist that it changes.
//
// What belongs to the prelude is compiled by zeroth (without the fault), as the build does it, and the texts that
// derivatives of it are made of stand in a module of their own.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripTypes, transformFile } from "../../src/plugin/transform-file.ts";
import type { Fault } from "./faults.ts";

export interface BuiltModule {
  readonly url: string;
  readonly source: string;
}

/** In dist, relative imports of the compiler are `.js`; those of what plants faults of the IR stay. */
const withEmittedNames = (code: string): string =>
  code.replaceAll(/(from\s*"\.\.?\/(?!\.\.\/props\/)[^"]*)\.ts"/g, '$1.js"');

export function builtModules(root: string, { file, text }: Fault): readonly BuiltModule[] {
  const built = (path: string, source: string): BuiltModule => ({ url: pathToFileURL(join(root, path)).href, source });
  const target = file.replace(/^src\/(.*)\.ts$/, "dist/$1.js");
  if (!file.startsWith("src/prelude/")) return [built(target, withEmittedNames(stripTypes(text, file).code))];
  const shownAs = `zeroth/${file}`;
  const kept: (readonly string[])[] = [];
  const keep = (...texts: readonly string[]): void => void kept.push(texts);
  const { code } = transformFile(text, file, { shownAs, runtime: "../host/prelude-runtime.js", keep });
  const all = join("dist", "host", "prelude-texts.js");
  const others = readFileSync(join(root, all), "utf8");
  return [
    built(target, withEmittedNames(code)),
    ...kept.map((texts) =>
      built(all, `${others}\npreludeTexts[${JSON.stringify(shownAs)}] = ${JSON.stringify(texts)};`),
    ),
  ];
}
