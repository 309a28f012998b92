// Selects the modules that plugin and loader compile.
//
// By default these are all modules of the user's own program: JavaScript and TypeScript files outside of `node_modules`.
// `include` replaces that set, `exclude` removes from it. Virtual modules and zeroth's own files are never compiled, except the
// sources of its prelude and of its tests.

import { fileURLToPath } from "node:url";

/** A glob over project-relative paths (`**` any folders, `*` any name, `{a,b}` either), or an expression over absolute paths. */
export type ModulePattern = string | RegExp;

/** Which modules the plugin compiles. */
export interface SelectOptions {
  /** The modules to compile; by default all outside of `node_modules`. */
  readonly include?: ModulePattern | readonly ModulePattern[];
  /** Modules to leave alone. */
  readonly exclude?: ModulePattern | readonly ModulePattern[];
}

/** Decides whether to compile a file, by its absolute path. */
export type Select = (file: string) => boolean;

/** CommonJS files (`.cjs`, `.cts`) cannot import the run-time. */
const scriptFile = /\.m?[jt]sx?$/;
const declarationFile = /\.d\.m?ts$/;

/** The package's own folder, `dist` or `src` below it. */
const packageRoot = slashes(fileURLToPath(new URL("../../", import.meta.url)));

/** Makes the selection for the modules below a project folder. */
export function selectModules(root: string, { include, exclude }: SelectOptions = {}): Select {
  const included = patterns(include, root);
  const excluded = patterns(exclude, root);
  return (path) => {
    const file = slashes(path);
    if (!scriptFile.test(file) || declarationFile.test(file) || file.includes("\0")) return false;
    if (excluded.some((pattern) => pattern.test(file))) return false;
    if (included.length > 0)
      return included.some((pattern) => pattern.test(file)) && !file.startsWith(`${packageRoot}dist/`);
    return !file.includes("/node_modules/") && !isOwn(file);
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

function patterns(given: ModulePattern | readonly ModulePattern[] | undefined, root: string): readonly RegExp[] {
  const list = given === undefined ? [] : typeof given === "string" || given instanceof RegExp ? [given] : given;
  return list.map((pattern) => (typeof pattern === "string" ? globExpression(pattern, root) : pattern));
}

/** A glob as a regular expression over absolute paths with forward slashes. */
export function globExpression(glob: string, root: string): RegExp {
  const relative = glob.replace(/^\.\//, "");
  const absolute = /^(\/|[A-Za-z]:|\*\*)/.test(relative) ? relative : `${slashes(root).replace(/\/$/, "")}/${relative}`;
  let depth = 0;
  const body = absolute.replace(/\*\*\/|\*\*|\*|\?|[{},]|[.+^$()|[\]\\]/g, (token) => {
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
  return new RegExp(`^${body}$`);
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}
