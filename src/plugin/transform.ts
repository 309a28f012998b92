// Makes the text of a module differentiable: each function gets its compiled code and a thunk of its captured values.
//
// **Before** `export const scale = (a: number) => (x: number) => a * x;`
// **After**  `import{…}from"zeroth/runtime";const $zt=$zm("fn @scale …","scale.ts","…");export const scale =
// $z({scale:(a: number) => $z((x: number) => a * x,()=>[$zt,"scale.fn",[()=>a]])}.scale,
// ()=>[$zt,"scale",[],1]);` (on one line; `1`: no other function has this code)
//
// Invariants: no line moves; functions keep identity, name and `this`; thunks read the variables when they are called, so the
// order of initialisation does not matter; a captured variable that is assigned has one box for each instance of its scope,
// declared where the variable is.

import MagicString from "magic-string";
import { lower, type Format, type FunctionSite, type Lowered } from "../front/index.ts";
import { printModule, ZerothError } from "../ir/index.ts";
import { compileModule } from "../compile/closing.ts";
import { insertBoxes } from "./box-text.ts";
import { Edits } from "./edits.ts";
import { headerText, helperNames } from "./helper-names.ts";
import { reachable } from "../ir/reachable.ts";
import { insertStamps } from "./stamp-text.ts";

export interface TransformOptions {
  /** The name of the file in errors and stack traces; by default its path. */
  readonly shownAs?: string;
  /** What the text is; if it is not known, CommonJS modules are left alone. */
  readonly format?: Format;
  /** The specifier of the run-time, by default `zeroth/runtime`; for CommonJS an expression, by default what the loader keeps. */
  readonly runtime?: string;
  /** Receives the text of the IR and the source, which the module then lacks: its run-time finds them by `shownAs`. */
  readonly keep?: (ir: string, source: string) => void;
}

/** Where the loader keeps the run-time for CommonJS modules (common-js.ts). */
const runtimeOfScripts = 'globalThis[Symbol.for("zeroth/runtime")]';

export interface Transformed {
  readonly code: string;
  /** A source map, as JSON. */
  readonly map: string;
}

/** Makes a module's functions differentiable; null for modules without functions and for invalid texts. */
export function transform(code: string, file: string, options: TransformOptions = {}): Transformed | null {
  if (options.format === undefined && isCommonJs(code, file)) return null;
  const format = options.format ?? "module";
  const shownAs = options.shownAs ?? file;
  const lowered = lowerValid(code, shownAs, format);
  const sites = lowered?.functions.filter((site) => isStamped(site)) ?? [];
  if (lowered === null || sites.length === 0) return null;
  const module = compileModule(lowered.module);
  const stamped = lastOfEachName(sites);
  const names = helperNames(code);
  const edits = new Edits();
  const declarations = new Map<number, string[]>();
  insertStamps(stamped, { module, boxes: lowered.boxes, names }, edits, declarations);
  // After the stamps: a body that gets braces for a box may be a function, and the braces go around its stamp.
  insertBoxes(lowered, code, names, edits, declarations);
  const kept = reachable(
    module,
    stamped.map(({ func }) => func),
  );
  const ir = printModule(kept, { spans: true, sources: false });
  options.keep?.(ir, code);
  const loadedFrom = options.keep === undefined ? [ir, shownAs, code] : [shownAs];
  const runtime = options.runtime ?? (format === "module" ? "zeroth/runtime" : runtimeOfScripts);
  insertDeclarations(code, lowered.start, headerText(names, loadedFrom, runtime, format), edits, declarations);
  return finish(code, file, edits);
}

/** Whether a text is a CommonJS module, by the extension of its file or by what it contains. */
export function isCommonJs(code: string, file: string): boolean {
  if (/\.c[jt]sx?$/.test(file)) return true;
  if (/\.m[jt]sx?$/.test(file)) return false;
  return /\bmodule\.exports\b|\bexports\.[\w$]+ *=|\brequire *\(/.test(code) && !/^\s*(?:import|export)\b/m.test(code);
}

/** The lowered module; null if its text is invalid: whoever reads it next will report that. */
function lowerValid(code: string, file: string, format: Format): Lowered | null {
  try {
    return lower(code, file, format);
  } catch (error) {
    if (error instanceof ZerothError && error.kind === "invalid") return null;
    throw error;
  }
}

function isStamped(site: FunctionSite): boolean {
  if (site.isCallee) return false;
  switch (site.form) {
    case "declaration":
    case "expression":
    case "arrow":
      return true;
    case "method":
      return site.literal !== null && site.key !== null;
    case "class-method":
    case "constructor":
      return site.member !== null;
    case "getter":
    case "setter":
      return site.member !== null || (site.literal !== null && site.key !== null);
    default:
      return false;
  }
}

/** Of several declarations of one name in one scope, the last one counts. */
function lastOfEachName(sites: readonly FunctionSite[]): readonly FunctionSite[] {
  const isDeclared = ({ form, isExportDefaultAnonymous }: FunctionSite): boolean =>
    form === "declaration" && !isExportDefaultAnonymous;
  const key = ({ parent, name, scopeStart }: FunctionSite): string => `${parent} ${scopeStart} ${name}`;
  const last = new Map(sites.filter(isDeclared).map((site) => [key(site), site] as const));
  return sites.filter((site) => !isDeclared(site) || last.get(key(site)) === site);
}

/** Puts the header on the first line, and declarations where their scopes start. */
function insertDeclarations(
  code: string,
  start: number,
  header: string,
  edits: Edits,
  declarations: ReadonlyMap<number, readonly string[]>,
): void {
  for (const place of new Set([start, ...declarations.keys()])) {
    const text = (place === start ? header : "") + (declarations.get(place) ?? []).join("");
    const before = code.slice(0, place);
    if (before.startsWith("#!") && !before.includes("\n")) {
      // A hashbang ends with its line.
      const next = code.indexOf("\n", place) + 1;
      edits.insert(next === 0 ? code.length : next, next === 0 ? `\n${text}` : text);
    } else {
      // A directive may lack its semicolon.
      edits.insert(place, before === "" || before.endsWith("{") ? text : `;${text}`);
    }
  }
}

function finish(code: string, file: string, edits: Edits): Transformed {
  const text = new MagicString(code);
  edits.apply(text);
  const map = text.generateMap({ source: file, includeContent: true, hires: "boundary" });
  return { code: text.toString(), map: map.toString() };
}
