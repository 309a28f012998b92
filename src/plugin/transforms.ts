// The transforms that the loader applies to the text of modules.

export { stripTypes, transformFile, withInlineMap } from "./transform-file.ts";
export { transform } from "./transform.ts";
