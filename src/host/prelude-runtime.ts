// What modules of the built prelude import in place of runtime.ts: the texts are loaded when one is first needed.

import type { FuncName } from "../ir/index.ts";
import { later } from "../compile/later.ts";
import { $module as moduleOf, type ModuleHandle } from "./runtime.ts";

export { $box, $exported, $imported, $z, $za, $zc, $zd, $zo, $zq } from "./runtime.ts";

/** The handle of a file in the prelude. */
export function $module(file: string): ModuleHandle {
  let module: ModuleHandle | undefined;
  const load = (): ModuleHandle => {
    const texts = later.preludeTexts()[file];
    if (texts === undefined) throw new Error(`the build has kept no text of ${file}`);
    return moduleOf(texts[0], file, texts[1]);
  };
  return { code: (name: FuncName) => (module ??= load()).code(name) };
}
