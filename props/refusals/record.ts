// Which lines of zeroth's sources made the errors of a run.
//
// Errors that zeroth makes are seen where they are made: many never leave it, since what a function refuses is kept as data
// until the function is called. The constructor of ZerothError calls that of its parent, so another parent sees all of them.

import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ZerothError } from "zeroth";

/** A line of a source, as `src/front/calls.ts:33`, and the column. */
export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const root: string = fileURLToPath(new URL("../../", import.meta.url));

/** Frames of generated code are not the innermost ones where the prelude refuses something. */
const depth = 40;

/** Runs `run`; gives the frames within `src` of all errors that were made meanwhile. */
export async function recorded(run: () => Promise<void>): Promise<readonly Frame[]> {
  const seen: Error[] = [];
  class Seen extends Error {
    constructor(...args: ConstructorParameters<typeof Error>) {
      super(...args);
      seen.push(this);
    }
  }
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = depth;
  Object.setPrototypeOf(ZerothError, Seen);
  try {
    await run();
  } finally {
    Object.setPrototypeOf(ZerothError, Error);
    Error.stackTraceLimit = limit;
  }
  return seen.filter((error) => error instanceof ZerothError && error.kind === "unsupported").flatMap(framesOf);
}

const framePattern = /\(?((?:file:\/\/|zeroth\/)?[^\s()]+\.[jt]s)(?:\?[^:)]*)?:(\d+):(\d+)\)?$/gmu;

function framesOf({ stack = "" }: Error): readonly Frame[] {
  return [...stack.matchAll(framePattern)].flatMap(([, where = "", line, column]) => {
    const frame = { file: where, line: Number(line), column: Number(column) };
    if (where.startsWith("zeroth/")) return [{ ...frame, file: where.slice("zeroth/".length) }];
    const path = where.startsWith("file://") ? fileURLToPath(where) : where;
    const source = path.endsWith(".js") ? inSource(path, frame) : { ...frame, file: path };
    if (source === null) return [];
    const file = relative(root, source.file);
    return file.startsWith("src/") ? [{ ...source, file }] : [];
  });
}

const maps = new Map<string, SourceMap | null>();

/** A place of a module that was made of a source. */
function inSource(path: string, { line, column }: Frame): Frame | null {
  let map = maps.get(path);
  if (map === undefined) {
    const file = `${path}.map`;
    map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8")) as never) : null;
    maps.set(path, map);
  }
  const entry = map?.findEntry(line - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return null;
  const source = new URL(entry.originalSource, `file://${path}`);
  return { file: fileURLToPath(source), line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}
