// The text of a module, made differentiable: each function gets its compiled code and a thunk of what it captures.
//
// **Before** `export const scale = (a: number) => (x: number) => a * x;`
// **After**  `import{…}from"zeroth/runtime";const $zt=$zm("fn @scale …","scale.ts","…");export const scale =
// $z({scale:(a: number) => $z((x: number) => a * x,()=>[$zt,"scale.fn",{get 0(){return a},length:1}])}.scale,
// ()=>[$zt,"scale",[]]);` (on one line)
//
// What must hold: no line moves; functions keep identity, name and `this`; thunks read the variables when they are
// called, so that order of initialisation does not matter; a captured variable that is assigned has one box for each
// instance of its scope, declared where the variable is.

import MagicString from "magic-string";
import { lower, type BoxSite, type FunctionSite, type Lowered } from "../front/index.ts";
import { printModule, ZerothError, type Capture, type Func, type FuncName, type Module } from "../ir/index.ts";
import { compileModule } from "../pipeline.ts";
import { Edits } from "./edits.ts";
import { helperNames, propertyKey, propertyRead, quoted, type HelperNames } from "./helper-names.ts";
import { reachable } from "./reachable.ts";

export interface TransformOptions {
  /** What errors and stack traces call the file; its path if not given. */
  readonly shownAs?: string;
  /** The specifier of the run-time; `zeroth/runtime` if not given. */
  readonly runtime?: string;
}

export interface Transformed {
  readonly code: string;
  /** A source map, as JSON. */
  readonly map: string;
}

/** Makes a module's functions differentiable; null for modules without functions and texts that are not valid. */
export function transform(code: string, file: string, options: TransformOptions = {}): Transformed | null {
  const shownAs = options.shownAs ?? file;
  const lowered = lowerValid(code, shownAs);
  const sites = lowered?.functions.filter(isStamped) ?? [];
  if (lowered === null || sites.length === 0) return null;
  const module = compileModule(lowered.module);
  const stamped = lastOfEachName(sites);
  const names = helperNames(code);
  const emit = new Emission(code, names, lowered, module);
  for (const site of stamped) emit.stamp(site);
  emit.boxes();
  const kept = reachable(module, stamped.map(({ func }) => func));
  emit.header(shownAs, printModule(kept, { spans: true, sources: false }), options.runtime ?? "zeroth/runtime");
  return emit.finish(file);
}

/** The lowered module; null if its text is not valid, which whoever reads it next will report. */
function lowerValid(code: string, file: string): Lowered | null {
  try {
    return lower(code, file);
  } catch (error) {
    if (error instanceof ZerothError && error.kind === "invalid") return null;
    throw error;
  }
}

function isStamped(site: FunctionSite): boolean {
  if (site.isCallee || site.isInPlaceCallback) return false;
  switch (site.form) {
    case "declaration":
    case "expression":
    case "arrow":
      return true;
    case "method":
      return site.literal !== null && site.key !== null;
    default:
      return false;
  }
}

/** Of declarations of one name in one scope the last counts. */
function lastOfEachName(sites: readonly FunctionSite[]): readonly FunctionSite[] {
  const isDeclared = ({ form, isExportDefaultAnonymous }: FunctionSite): boolean => form === "declaration" && !isExportDefaultAnonymous;
  const key = ({ parent, name, scopeStart }: FunctionSite): string => `${parent} ${scopeStart} ${name}`;
  const last = new Map(sites.filter(isDeclared).map((site) => [key(site), site] as const));
  return sites.filter((site) => !isDeclared(site) || last.get(key(site)) === site);
}

class Emission {
  readonly #code: string;
  readonly #names: HelperNames;
  readonly #lowered: Lowered;
  readonly #module: Module;
  readonly #edits = new Edits();
  readonly #text: MagicString;
  /** Declarations to insert at a place: boxes first. */
  readonly #boxes = new Map<number, string[]>();
  readonly #stamps = new Map<number, string[]>();
  readonly #boxed: ReadonlySet<string>;

  constructor(code: string, names: HelperNames, lowered: Lowered, module: Module) {
    this.#code = code;
    this.#names = names;
    this.#lowered = lowered;
    this.#module = module;
    this.#text = new MagicString(code);
    this.#boxed = new Set(lowered.boxes.map(({ name }) => name));
  }

  /** Attaches its code to a function. */
  stamp(site: FunctionSite): void {
    const { start, end, form, name, isExportDefaultAnonymous, literal, key } = site;
    const { stamp, stampDeclared, stampMethods } = this.#names;
    const thunk = this.#thunk(site.func);
    if (form === "declaration" && !isExportDefaultAnonymous) {
      append(this.#stamps, site.scopeStart, `${stampDeclared}(${name},${thunk});`);
    } else if (form === "method") {
      if (literal !== null && key !== null) {
        this.#edits.wrap({ start: literal.start, end: literal.end, before: `${stampMethods}(`, after: `,${quoted(key)},${thunk})` });
      }
    } else {
      const isNameKept = site.isNamed || name === "" || name === "__proto__";
      const [before, after] = isNameKept ? ["", ""] : [`{${propertyKey(name)}:`, `}${propertyRead(name)}`];
      const semicolon = form === "declaration" ? ";" : "";
      const pure = site.parent === "module" ? "/*#__PURE__*/" : "";
      this.#edits.wrap({ start, end, before: `${pure}${stamp}(${before}`, after: `${after},${thunk})${semicolon}` });
    }
  }

  #thunk(name: FuncName): string {
    const { captures } = this.#module.functions[name] as Func;
    const entries = captures.map((capture, k) => this.#entry(capture, k));
    const env = entries.length === 0 ? "[]" : `{${entries.join(",")},length:${entries.length}}`;
    return `()=>[${this.#names.module},${quoted(name)},${env}]`;
  }

  /** Accessors read a variable when it is asked for; in an accessor `this` would be the environment. */
  #entry({ name, boxed }: Capture, k: number): string {
    if (name === "this") return `${k}:this`;
    if (!boxed) return `get ${k}(){return ${name}}`;
    if (this.#boxed.has(name)) return `get ${k}(){return ${this.#names.boxOf(name)}}`;
    return `${k}:${this.#names.box}(()=>${name})`;
  }

  /** Declares the box of every captured variable that needs one. */
  boxes(): void {
    const wrapped = new Map<number, { readonly end: number; readonly isExpression: boolean; readonly sites: BoxSite[] }>();
    for (const site of this.#lowered.boxes) {
      const { place } = site;
      if (place.kind === "statement") {
        append(this.#boxes, place.offset, this.#declaration(site));
        continue;
      }
      const known = wrapped.get(place.start);
      if (known === undefined) wrapped.set(place.start, { end: place.end, isExpression: place.kind === "wrap-expression", sites: [site] });
      else known.sites.push(site);
    }
    for (const [start, { end, isExpression, sites }] of wrapped) {
      const declarations = sites.map((site) => this.#declaration(site)).join("");
      const arrow = isExpression ? this.#arrowBody(sites[0] as BoxSite, start) : null;
      if (arrow === null) this.#edits.wrap({ start, end, before: `{${declarations}`, after: "}" });
      else this.#edits.wrap({ ...arrow, before: `{${declarations}return(`, after: ")}" });
    }
  }

  #declaration({ name, isWritable }: BoxSite): string {
    const { box, boxOf } = this.#names;
    const write = isWritable ? `,($v)=>{${name}=$v}` : "";
    return `const ${boxOf(name)}=${box}(()=>${name}${write});`;
  }

  /** The range after `=>`, parentheses included. */
  #arrowBody({ func }: BoxSite, bodyStart: number): { readonly start: number; readonly end: number } | null {
    const site = this.#lowered.functions.find((candidate) => candidate.func === func);
    if (site === undefined) return null;
    const head = this.#code.slice(site.start, bodyStart);
    const arrow = /=>(?:\s|\(|\/\*[\s\S]*?\*\/|\/\/.*\n)*$/.exec(head);
    return arrow === null ? null : { start: site.start + arrow.index + 2, end: site.end };
  }

  /** The import of the run-time and the module's code, on the first line, and all other insertions. */
  header(file: string, text: string, runtime: string): void {
    const { imports, module, load } = this.#names;
    const head = `import{${imports}}from${quoted(runtime)};const ${module}=/*#__PURE__*/${load}(${quoted(text)},${quoted(file)},${quoted(this.#code)});`;
    const { start } = this.#lowered;
    const places = new Set([start, ...this.#boxes.keys(), ...this.#stamps.keys()]);
    for (const place of places) {
      const declarations = [...(this.#boxes.get(place) ?? []), ...(this.#stamps.get(place) ?? [])].join("");
      const inserted = place === start ? head + declarations : declarations;
      const before = this.#code.slice(0, place);
      // A directive may lack its semicolon; a hashbang ends with its line.
      const isHashbang = before.startsWith("#!") && !before.includes("\n");
      const at = isHashbang ? this.#code.indexOf("\n", place) + 1 || this.#code.length : place;
      const separator = isHashbang && at === this.#code.length ? "\n" : before === "" || before.endsWith("{") || isHashbang ? "" : ";";
      this.#edits.insert(at, separator + inserted);
    }
  }

  finish(file: string): Transformed {
    this.#edits.apply(this.#text);
    const map = this.#text.generateMap({ source: file, includeContent: true, hires: "boundary" });
    return { code: this.#text.toString(), map: map.toString() };
  }
}

function append(texts: Map<number, string[]>, place: number, text: string): void {
  const known = texts.get(place);
  if (known === undefined) texts.set(place, [text]);
  else known.push(text);
}
