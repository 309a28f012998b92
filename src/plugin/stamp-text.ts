// Writes the text that attaches to each function its code and a thunk of its captured values.

import type { BoxSite, FunctionSite } from "../front/index.ts";
import type { Capture, Func, Module } from "../ir/index.ts";
import { addDeclaration, type Edits } from "./edits.ts";
import { propertyKey, propertyRead, quoted, type HelperNames } from "./helper-names.ts";

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
    const { stamp, stampDeclared, stampMethods, stampClass, stampAccessor } = context.names;
    const thunk = thunkText(site, context, { boxed, imported });
    if (form === "declaration" && !isExportDefaultAnonymous) {
      addDeclaration(declarations, site.scopeStart, `${stampDeclared}(${name},${thunk});`);
    } else if (member !== null) {
      const method = `this${member.isStatic ? "" : ".prototype"}${propertyRead(member.key)}`;
      const kind = accessorKind(form);
      const owner = `this${member.isStatic ? "" : ".prototype"}`;
      const text =
        kind !== null
          ? `${stampAccessor}(${owner},${quoted(member.key)},${kind},${thunk});`
          : form === "constructor"
            ? `${stampClass}(this,${thunk}${member.hasPrivates ? ",1" : ""});`
            : `${stampDeclared}(${method},${thunk});`;
      addDeclaration(declarations, member.blockStart, `static{${text}}`);
    } else if (form !== "method" && accessorKind(form) === null) {
      const [before, after] = keepingName(site);
      // Anything may follow what was a declaration.
      const semicolon = form === "declaration" ? ";" : "";
      const pure = site.parent === "module" ? "/*#__PURE__*/" : "";
      edits.wrap({ start, end, before: `${pure}${stamp}(${before}`, after: `${after},${thunk})${semicolon}` });
    } else if (literal !== null && key !== null) {
      const kind = accessorKind(form);
      const [helper, which] = kind === null ? [stampMethods, ""] : [stampAccessor, `${kind},`];
      edits.wrap({ ...literal, before: `${helper}(`, after: `,${quoted(key)},${which}${thunk})` });
    }
  }
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

function thunkText({ func: name, isOnce }: FunctionSite, { module, names }: StampContext, boxed: BoxedNames): string {
  const { captures } = module.functions[name] as Func;
  const reads = captures.map((capture) => readText(capture, names, boxed));
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
function readText(capture: Capture, names: HelperNames, boxedNames: BoxedNames): string {
  const { name, boxed: isBox } = capture;
  // In a static block.
  if (name === "super") return "()=>this";
  if (isImport(capture, boxedNames)) return `()=>${importText(capture, names)}`;
  if (!isBox) return `()=>${name}`;
  if (boxedNames.boxed.has(name)) return `()=>${names.boxOf(name)}`;
  return `($v=>()=>$v)(${names.box}(()=>${name}))`;
}
