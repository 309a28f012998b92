// Selects the modules that plugin and loader compile: those of the user's own program, which are all JavaScript and TypeScript
// files outside of `node_modules`, and those of the packages in `include`. `exclude` removes from them.
//
// Virtual modules are never compiled, nor are zeroth's own files, except the sources of its prelude and of its tests, nor the
// packages that zeroth depends on: compiling them would need what they are.

import { fileURLToPath } from "node:url";
import { ZerothError } from "../ir/diagnostics.ts";
import { packagesOfZeroth } from "./own-packages.ts";

/** A glob over project-relative paths (`**` any folders, `*` any name, `{a,b}` either), or an expression over absolute paths. */
export type ModulePattern = string | RegExp;

/** Which modules the plugin compiles. */
export interface SelectOptions {
  /**
   * Packages to compile besides the program's own modules, named as in imports: `"ml-matrix"`, `"@stdlib/*"`, or a part of
   * one: `"three/src/math/**"`.
   */
  readonly include?: string | readonly string[];
  /** Modules to leave alone. */
  readonly exclude?: ModulePattern | readonly ModulePattern[];
}

/** Decides whether to compile a file, by its absolute path. */
export type Select = (file: string) => boolean;

const scriptFile = /\.[cm]?[jt]sx?$/;
const declarationFile = /\.d\.[cm]?ts$/;

/** The package's own folder, `dist` or `src` below it. */
const packageRoot = slashes(fileURLToPath(new URL("../../", import.meta.url)));

/** Makes the selection for the modules below a project folder; throws if a pattern of `include` is none. */
export function selectModules(root: string, { include, exclude }: SelectOptions = {}): Select {
  const included = (typeof include === "string" ? [include] : (include ?? [])).map(packageExpression);
  const excluded = patterns(exclude, root);
  return (path) => {
    const file = slashes(path);
    if (!scriptFile.test(file) || declarationFile.test(file) || file.includes("\0")) return false;
    if (excluded.some((pattern) => pattern.test(file)) || isOwn(file)) return false;
    const inPackage = pathInPackages(file);
    if (inPackage === null) return true;
    return included.some((pattern) => pattern.test(inPackage)) && !packagesOfZeroth().has(packageOf(inPackage));
  };
}

/** The name of a prelude file in errors; no file of the user has such a name. Null for other files. */
export function preludeName(path: string): string | null {
  const file = slashes(path);
  return file.startsWith(`${packageRoot}src/prelude/`) ? `zeroth/${file.slice(packageRoot.length)}` : null;
}

function isOwn(file: string): boolean {
  if (file.startsWith(`${packageRoot}dist/`)) return true;
  if (!file.startsWith(`${packageRoot}src/`) || file.startsWith(`${packageRoot}src/prelude/`)) return false;
  return !/\.test\.ts$|\/fixtures\//.test(file.slice(packageRoot.length));
}

/** The path of a file as an import would name it, `three/src/math/Vector3.js`; null for files outside of packages. */
export function pathInPackages(path: string): string | null {
  return /^.*\/node_modules\/(.+)$/.exec(slashes(path))?.[1] ?? null;
}

/** The name of the package that an import names. */
export function packageOf(specifier: string): string {
  return /^(?:@[^/]*\/)?[^/]*/.exec(specifier)?.[0] ?? specifier;
}

/** A pattern of `include`, over paths as imports name them. */
function packageExpression(given: string): RegExp {
  const pattern: unknown = given;
  if (typeof pattern !== "string") throw badPattern(String(pattern), "is no text", 'name packages, as in "ml-matrix"');
  const within = pathInPackages(`/${pattern}`);
  if (within !== null) throw badPattern(pattern, "is a path", `name the package: "${within.replace(/\/\*\*.*$/, "")}"`);
  if (/^(?:\.{0,2}\/|[A-Za-z]:|\*\*)/.test(pattern))
    throw badPattern(
      pattern,
      "is a path",
      'the program\'s own files are compiled without it; of other files name the package, as in "ml-matrix" or "three/src/math/**"',
    );
  const name = packageOf(pattern);
  if (!/^(?:@[\w.~*?{},-]+\/)?[\w.~*?{},-]+$/.test(name))
    throw badPattern(pattern, "does not begin with the name of a package", 'write it as in "ml-matrix" or "@stdlib/*"');
  if (packagesOfZeroth().has(name))
    throw badPattern(pattern, name === "zeroth" ? "is zeroth itself" : "is needed by zeroth itself", "leave it out");
  return new RegExp(`^${globBody(pattern.replace(/\/$/, ""))}${pattern === name ? "/.*" : "(?:/.*)?"}$`);
}

function badPattern(pattern: string, why: string, remedy: string): ZerothError {
  const message =
    pattern === "" ? "`include` has an empty pattern" : `the pattern \`${pattern}\` of \`include\` ${why}`;
  return new ZerothError({ kind: "invalid", message, remedy });
}

function patterns(given: ModulePattern | readonly ModulePattern[] | undefined, root: string): readonly RegExp[] {
  const list = given === undefined ? [] : typeof given === "string" || given instanceof RegExp ? [given] : given;
  return list.map((pattern) => (typeof pattern === "string" ? globExpression(pattern, root) : pattern));
}

/** A glob as a regular expression over absolute paths with forward slashes. */
export function globExpression(glob: string, root: string): RegExp {
  const relative = glob.replace(/^\.\//, "");
  const absolute = /^(\/|[A-Za-z]:|\*\*)/.test(relative) ? relative : `${slashes(root).replace(/\/$/, "")}/${relative}`;
  return new RegExp(`^${globBody(absolute)}$`);
}

function globBody(glob: string): string {
  let depth = 0;
  return glob.replace(/\*\*\/|\*\*|\*|\?|[{},]|[.+^$()|[\]\\]/g, (token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    if (token === "?") return "[^/]";
    if (token === "{") {
      depth++;
      return "(?:";
    }
    if (token === "}") return depth-- > 0 ? ")" : "\\}";
    if (token === ",") return depth > 0 ? "|" : ",";
    return `\\${token}`;
  });
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}
