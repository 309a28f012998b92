// Writes the text that attaches to each function its code and a thunk of its captured values.

import type { BoxSite, FunctionSite } from "../front/index.ts";
import type { Capture, Func, Module } from "../ir/index.ts";
import { addDeclaration, type Edits } from "./edits.ts";
import { keyText, memberRead, propertyKey, propertyRead, quoted, type HelperNames } from "./helper-names.ts";

export interface StampContext {
  /** The closed functions. */
  readonly module: Module;
  readonly boxes: readonly BoxSite[];
  readonly names: HelperNames;
}

/** Wraps function expressions; puts the stamps of declarations among the declarations of their scopes. */
export function insertStamps(
  sites: readonly FunctionSite[],
  context: StampContext,
  edits: Edits,
  declarations: Map<number, string[]>,
): void {
  const boxed = new Set(context.boxes.map(({ name }) => name));
  const imported = new Set(context.boxes.flatMap(({ name, isImport }) => (isImport ? [name] : [])));
  for (const site of sites) {
    const { start, end, form, name, isExportDefaultAnonymous, literal, key } = site;
    const { member } = site;
    const { stamp, stampDeclared, stampMethods, stampAccessor } = context.names;
    const thunk = thunkText(site, context, { boxed, imported });
    if (form === "declaration" && !isExportDefaultAnonymous) {
      addDeclaration(declarations, site.scopeStart, `${stampDeclared}(${name},${thunk});`);
    } else if (member !== null) {
      addDeclaration(declarations, member.blockStart, memberText(form, member, thunk, context.names));
    } else if (form !== "method" && accessorKind(form) === null) {
      const [before, after] = keepingName(site);
      // Anything may follow what was a declaration.
      const semicolon = form === "declaration" ? ";" : "";
      const pure = site.parent === "module" ? "/*#__PURE__*/" : "";
      edits.wrap({ start, end, before: `${pure}${stamp}(${before}`, after: `${after},${thunk})${semicolon}` });
    } else if (literal !== null && key !== null) {
      const kind = accessorKind(form);
      const [helper, which] = kind === null ? [stampMethods, ""] : [stampAccessor, `${kind},`];
      edits.wrap({ ...literal, before: `${helper}(`, after: `,${keyText(key)},${which}${thunk})` });
    }
  }
}

/** What a class gets at its start: a static block, which runs when its members are there. */
function memberText(
  form: FunctionSite["form"],
  { key, isStatic, hasPrivates, privateFields, definesFields }: NonNullable<FunctionSite["member"]>,
  thunk: string,
  { stampDeclared, stampClass, stampAccessor, stampPrivate, probe }: HelperNames,
): string {
  const owner = `this${isStatic ? "" : ".prototype"}`;
  const kind = accessorKind(form);
  const noted = (name: string, what: string): string =>
    `static{${stampPrivate}(this,${quoted(name)},(o)=>${name} in o,${what});}`;
  if ("private" in key) return noted(key.private, `${kind ?? 2},${thunk}`);
  if (kind !== null) return `static{${stampAccessor}(${owner},${keyText(key)},${kind},${thunk});}`;
  if (form !== "constructor") return `static{${stampDeclared}(${owner}${memberRead(key)},${thunk});}`;
  const marks = definesFields ? `,${hasPrivates ? 1 : 0},${quoted(probe)}` : hasPrivates ? ",1" : "";
  const fields = privateFields.map((name) => noted(name, `(o)=>o.${name},(o,v)=>{o.${name}=v}`));
  return `${definesFields ? `static ${probe};` : ""}static{${stampClass}(this,${thunk}${marks});}${fields.join("")}`;
}

const accessorKind = (form: FunctionSite["form"]): 0 | 1 | null =>
  form === "getter" ? 0 : form === "setter" ? 1 : null;

/** JavaScript names a function by its place: in an argument list it loses that name, in a literal it gets it. */
function keepingName({ isNamed, name }: FunctionSite): readonly [before: string, after: string] {
  if (isNamed || name === "" || name === "__proto__") return ["", ""];
  return [`{${propertyKey(name)}:`, `}${propertyRead(name)}`];
}

interface BoxedNames {
  readonly boxed: ReadonlySet<string>;
  /** The imports of the module among them. */
  readonly imported: ReadonlySet<string>;
}

function thunkText(
  { func: name, isOnce, member, className }: FunctionSite,
  { module, names }: StampContext,
  boxed: BoxedNames,
): string {
  const { captures } = module.functions[name] as Func;
  // The stamps of members are in static blocks.
  const home = member === null ? className : "this";
  const reads = captures.map((capture) => readText(capture, names, boxed, home));
  // What an import means may still be found out later.
  const imports = captures.flatMap((capture, k) => (isImport(capture, boxed) ? [k] : []));
  const once = isOnce ? ",1" : "";
  const marks = imports.length === 0 ? once : `,${isOnce ? 1 : 0},[${imports.join()}]`;
  return `()=>[${names.module},${quoted(name)},[${reads.join()}]${marks}]`;
}

const isImport = ({ name, from }: Capture, { imported }: BoxedNames): boolean =>
  from === "module" && imported.has(name);

const importText = ({ name, boxed }: Capture, names: HelperNames): string =>
  `${names.boxOf(name)}.${boxed ? "box" : "callee"}`;

/** A function that reads a variable. */
function readText(capture: Capture, names: HelperNames, boxedNames: BoxedNames, home: string): string {
  const { name, boxed: isBox } = capture;
  if (name === "super") return isBox ? `($v=>()=>$v)(${names.box}(()=>${home}))` : `()=>${home}`;
  if (isImport(capture, boxedNames)) return `()=>${importText(capture, names)}`;
  if (!isBox) return `()=>${name}`;
  if (boxedNames.boxed.has(name)) return `()=>${names.boxOf(name)}`;
  return `($v=>()=>$v)(${names.box}(()=>${name}))`;
}
