// What the loader does to the text of modules.

export { stripTypes, transformFile, withInlineMap } from "./transform-file.ts";
export { transform } from "./transform.ts";
