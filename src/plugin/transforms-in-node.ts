// The transforms that the loader applies to the text of modules. They are loaded while the program's own thread continues: on
// Node 20 that thread waits until the hooks exist.

import { loadLater } from "../host/code-cache.ts";
import type * as Transforms from "./transforms.ts";

const transforms = (): typeof Transforms => loadLater("transforms") as unknown as typeof Transforms;
setImmediate(transforms);

export const stripTypes: typeof Transforms.stripTypes = (...args) => transforms().stripTypes(...args);
export const transform: typeof Transforms.transform = (...args) => transforms().transform(...args);
export const transformFile: typeof Transforms.transformFile = (...args) => transforms().transformFile(...args);
export const withInlineMap: typeof Transforms.withInlineMap = (...args) => transforms().withInlineMap(...args);
