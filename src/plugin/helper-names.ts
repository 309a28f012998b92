// The names that inserted text uses, distinct from all names of the module, and the spelling of literals.

import type { Format, MemberKey } from "../front/index.ts";

export interface HelperNames {
  /** The specifiers of the import of the run-time. */
  readonly imports: string;
  readonly stamp: string;
  readonly stampDeclared: string;
  readonly stampMethods: string;
  readonly stampClass: string;
  /** A static field that classes have while they are made, if their fields are defined. */
  readonly probe: string;
  readonly stampAccessor: string;
  readonly stampPrivate: string;
  readonly box: string;
  readonly exportedBox: string;
  readonly imported: string;
  readonly load: string;
  /** The constant that holds the module's code. */
  readonly module: string;
  /** The box of a variable. */
  readonly boxOf: (variable: string) => string;
}

/** Names that the text does not use: `$z…`, or `$z1…`, `$z2…` if it does use `$z`. */
export function helperNames(code: string): HelperNames {
  let prefix = "$z";
  for (let n = 1; code.includes(prefix); n++) prefix = `$z${n}_`;
  const imported = (name: string, suffix: string): string => {
    const local = prefix + suffix;
    return local === name ? name : `${name} as ${local}`;
  };
  return {
    imports: [
      imported("$z", ""),
      imported("$zd", "d"),
      imported("$zo", "o"),
      imported("$zc", "c"),
      imported("$za", "a"),
      imported("$zq", "q"),
      imported("$box", "b"),
      imported("$exported", "be"),
      imported("$imported", "bi"),
      imported("$module", "m"),
    ].join(","),
    stamp: prefix,
    stampDeclared: `${prefix}d`,
    stampMethods: `${prefix}o`,
    stampClass: `${prefix}c`,
    probe: `${prefix}p`,
    stampAccessor: `${prefix}a`,
    stampPrivate: `${prefix}q`,
    box: `${prefix}b`,
    exportedBox: `${prefix}be`,
    imported: `${prefix}bi`,
    load: `${prefix}m`,
    module: `${prefix}t`,
    boxOf: (variable) => `${prefix}b_${variable}`,
  };
}

/** A text as a literal that is safe in a script element. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("</", String.raw`<\/`);
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** A name as the key of an object literal. */
export function propertyKey(name: string): string {
  return identifier.test(name) ? name : quoted(name);
}

/** The text that reads a property of that name. */
export function propertyRead(name: string): string {
  return identifier.test(name) ? `.${name}` : `[${quoted(name)}]`;
}

/** The text of a member's key, and the text that reads a member with that key. */
export const keyText = (key: MemberKey): string =>
  "symbol" in key ? `Symbol.${key.symbol}` : quoted("name" in key ? key.name : key.private);
export const memberRead = (key: MemberKey): string => ("name" in key ? propertyRead(key.name) : `[${keyText(key)}]`);

/** The import of the run-time, which CommonJS takes from an expression, and the constant that holds the module's code, loaded from these texts. */
export function headerText(
  { imports, module, load }: HelperNames,
  loadedFrom: readonly string[],
  runtime: string,
  format: Format,
): string {
  const code = `/*#__PURE__*/${load}(${loadedFrom.map(quoted).join(",")})`;
  const header =
    format === "module"
      ? `import{${imports}}from${quoted(runtime)};`
      : `const{${imports.replaceAll(" as ", ":")}}=${runtime};`;
  return `${header}const ${module}=${code};`;
}
