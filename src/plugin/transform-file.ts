// Makes a TypeScript module ready for Node: zeroth compiles it, its types are stripped, and one source map leads to the user's
// text. The loader and the build of the prelude use this; bundlers strip types themselves.

import remapping from "@jridgewell/remapping";
import { transformSync } from "oxc-transform";
import { assertShallow } from "../front/index.ts";
import { ZerothError } from "../ir/index.ts";
import { transform, type TransformOptions } from "./transform.ts";

export interface TransformedFile {
  readonly code: string;
  /** A source map, as JSON. */
  readonly map: string;
}

/** Compiles a module's functions and strips its types; the extension of `file` tells the syntax (`.ts`, `.tsx`, `.js`, …). */
export function transformFile(code: string, file: string, options: TransformOptions = {}): TransformedFile {
  assertShallow(code, file);
  const compiled = transform(code, file, options);
  return stripTypes(compiled?.code ?? code, file, compiled?.map);
}

/** Strips types; continues the source map of an earlier step. */
export function stripTypes(code: string, file: string, earlier?: string): TransformedFile {
  const stripped = transformSync(file, code, { sourcemap: true });
  const [error] = stripped.errors.filter(({ severity }) => String(severity) === "Error");
  if (error !== undefined)
    throw new ZerothError({ kind: "invalid", message: `${file}: ${error.codeframe ?? error.message}` });
  if (stripped.map === undefined) return { code: stripped.code, map: earlier ?? "" };
  const map = JSON.stringify(stripped.map);
  if (earlier === undefined) return { code: stripped.code, map };
  return { code: stripped.code, map: remapping([map, earlier], () => null).toString() };
}

/** Code that contains its source map, as a loader gives it to Node. */
export function withInlineMap({ code, map }: TransformedFile): string {
  if (map === "") return code;
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString("base64")}\n`;
}
