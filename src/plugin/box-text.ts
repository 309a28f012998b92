// Writes the declarations of boxes: one for each captured variable that is assigned, in the variable's scope.

import type { BoxSite, Lowered } from "../front/index.ts";
import { addDeclaration, type Edits } from "./edits.ts";
import type { HelperNames } from "./helper-names.ts";

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Adds the declarations of boxes; bodies that are a single statement or expression get braces for them. */
export function insertBoxes(
  { boxes, functions }: Lowered,
  code: string,
  names: HelperNames,
  edits: Edits,
  declarations: Map<number, string[]>,
): void {
  const wrapped = new Map<number, { readonly range: Range; readonly kind: "statement" | "expression"; text: string }>();
  for (const site of boxes) {
    const { place, func } = site;
    const text = boxText(site, names);
    if (place.kind === "statement") {
      addDeclaration(declarations, place.offset, text);
      continue;
    }
    const known = wrapped.get(place.start);
    if (known !== undefined) {
      known.text += text;
      continue;
    }
    const arrow = place.kind === "wrap-expression" ? functions.find((candidate) => candidate.func === func) : undefined;
    const range = arrow === undefined ? place : bodyRange(code, arrow, place.start);
    wrapped.set(place.start, { range, kind: arrow === undefined ? "statement" : "expression", text });
  }
  for (const {
    range: { start, end },
    kind,
    text,
  } of wrapped.values()) {
    if (kind === "statement") edits.wrap({ start, end, before: `{${text}`, after: "}" });
    else edits.wrap({ start, end, before: `{${text}return(`, after: ")}" });
  }
}

function boxText({ name, isWritable, isExported, isImport }: BoxSite, names: HelperNames): string {
  const { box, exportedBox, imported, boxOf } = names;
  const write = isWritable ? `,($v)=>{${name}=$v}` : "";
  const make = isImport ? imported : isExported ? exportedBox : box;
  const pure = isImport ? "/*#__PURE__*/" : "";
  return `const ${boxOf(name)}=${pure}${make}(()=>${name}${write});`;
}

/** The range after an arrow's `=>`, with parentheses and comments. */
function bodyRange(code: string, arrow: Range, bodyStart: number): Range {
  const head = code.slice(arrow.start, bodyStart);
  const found = /=>(?:\s|\(|\/\*[\s\S]*?\*\/|\/\/.*\n)*$/.exec(head);
  return { start: found === null ? bodyStart : arrow.start + found.index + 2, end: arrow.end };
}
