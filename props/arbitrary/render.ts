// Programs as source text.

import type { Argument, Binding, Block, Node, Part, Program } from "./program.ts";
import { spelling } from "./program.ts";
import { declarationOf, resetOf } from "./state.ts";

export interface RenderOptions {
  /** Names to use instead of the program's own. */
  readonly nameOf?: (binding: Binding) => string;
  /** Report comparisons: `near(a, b)` gives a − b, `near(a, b, "max")` what `Math.max(a, b)` is, and so on. */
  readonly isNear?: boolean;
}

/** The text of the module; it exports `f`. */
export function render(program: Program, options: RenderOptions = {}): string {
  const text = `${stateText(program, options)}${helpersText(program, options)}export const f = ${entryText(program, options)};\n`;
  const operators = operatorNames.filter((name) => new RegExp(`\\b${name}\\(`).test(text));
  const imports = operators.length === 0 ? "" : `import { ${operators.join(", ")} } from "zeroth";\n`;
  const hook = options.isNear === true && text.includes("near(") ? 'import { near } from "near";\n' : "";
  return imports + hook + typesIn(text) + text;
}

/** The text of a function that takes the operators and gives `f`. */
export function renderClosed(program: Program, options: RenderOptions = {}): string {
  const helpers = stateText(program, options) + helpersText(program, options);
  return `({ ${operatorNames.join(", ")} }) => {\n${helpers}const f = ${entryText(program, options)};\nreturn f;\n}`;
}

/** A function of the parameters that gives a closure over them with the same body. */
export function renderClosure(program: Program): string {
  const { params } = program;
  const list = params.map(({ binding }) => `${binding.name}: ${spelling[binding.type]}`);
  return `export const closing = (${list.join(", ")}) => (): number => ${blockText(entryBody(program), 0, {})};\n`;
}

/** The module with a call, for a person to run. */
export const renderExample = (program: Program): string =>
  `${render(program)}// f(${program.params.map(({ argument }) => argumentText(argument)).join(", ")})\n`;

const operatorNames: readonly string[] = [
  "checkpoint",
  "customJvp",
  "customVjp",
  "derivative",
  "fixedPoint",
  "grad",
  "hessian",
  "hvp",
  "implicit",
  "J",
  "jacfwd",
  "jacobian",
  "jacrev",
  "jvp",
  "linearize",
  "onCotangent",
  "root",
  "stopGradient",
  "taylor",
  "treeFlatten",
  "treeMap",
  "treeZip",
  "valueAndGrad",
  "vhp",
  "vjp",
];

const types: readonly (readonly [name: string, text: string])[] = [
  ["Part", "type Part = { x?: number; f?: (a: number) => number; p?: Rec };\n"],
  ["Dict", "type Dict = { [key: string]: number };\n"],
  ["Key", 'type Key = "a" | "b";\n'],
  ["Rec", "type Rec = { a: number; b: number; c: number[] };\n"],
];

/** The declarations of the types that a text names. */
const typesIn = (text: string): string =>
  types.reduce(
    (found, [name, declaration]) => (new RegExp(`\\b${name}\\b`).test(found + text) ? declaration + found : found),
    "",
  );

const stateText = ({ state }: Program, options: RenderOptions): string =>
  state.map((variable) => `${nodeText(declarationOf(variable), 0, options)}\n`).join("");

/** The body of `f`, which starts by setting the variables of the module. */
function entryBody({ state, body }: Program): Block {
  const resets = state.map(resetOf).filter((reset) => reset !== null);
  return { ...body, statements: [...resets, ...body.statements] };
}

function helpersText({ helpers }: Program, options: RenderOptions): string {
  return helpers.map((helper) => `${nodeText(helper, 0, options)}\n`).join("");
}

function entryText(program: Program, options: RenderOptions): string {
  const { params } = program;
  const list = params.map(({ binding }) => `${nameOf(binding, options)}: ${spelling[binding.type]}`);
  return `(${list.join(", ")}): number => ${blockText(entryBody(program), 0, options)}`;
}

function argumentText(argument: Argument): string {
  if (typeof argument === "number") return String(argument);
  if (argument instanceof Float64Array) return `Float64Array.of(${argument.join(", ")})`;
  return "a" in argument
    ? `{ a: ${argument.a}, b: ${argument.b}, c: [${argument.c.join(", ")}] }`
    : `[${argument.join(", ")}]`;
}

const nameOf = (binding: Binding, { nameOf: rename }: RenderOptions): string => rename?.(binding) ?? binding.name;

function nodeText(node: Node, depth: number, options: RenderOptions): string {
  if (node.uses !== null && node.parts.length === 0) return nameOf(node.uses, options);
  const parts = options.isNear === true && node.near !== null ? node.near : node.parts;
  let text = "";
  let inner = depth;
  parts.forEach((part, i) => {
    const next = parts[i + 1];
    const piece = partText(part, typeof part === "string" ? depth : inner, options);
    if (typeof part === "string" && part.includes("\n"))
      inner = depth + (/\n( *)[^\n]*$/.exec(part)?.[1]?.length ?? 0) / 2;
    const after = typeof next === "string" ? next : "";
    text += isBare(part, text, after) && !isTakenForBlock(node, part, text, piece) ? piece : `(${piece})`;
  });
  return text;
}

const isBare = (part: Part, before: string, after: string): boolean =>
  typeof part === "string" ||
  part.kind !== "node" ||
  part.isAtomic ||
  part.type === "statement" ||
  isDelimited(before, after);

/** Whether an expression would be read as a block or a declaration. */
const isTakenForBlock = (node: Node, part: Part, before: string, piece: string): boolean =>
  typeof part !== "string" &&
  part.kind === "node" &&
  part.type !== "statement" &&
  ((before === "" && node.type === "statement") || before.endsWith("=> ")) &&
  /^(?:\{|function\b)/.test(piece);

/** Whether an expression between these texts needs no parentheses. */
function isDelimited(before: string, after: string): boolean {
  return /(?:^|[([,{:]| = |return |=> |\.\.\.) ?$/.test(before) && /^(?:$|[)\],;}]| \})/.test(after) && before !== "";
}

function partText(part: Part, depth: number, options: RenderOptions): string {
  if (typeof part === "string") return part.replaceAll("\n", `\n${"  ".repeat(depth)}`);
  switch (part.kind) {
    case "node":
      return nodeText(part, depth, options);
    case "block":
      return blockText(part, depth, options);
    case "declared":
      return part.hidden ? "" : nameOf(part.binding, options);
  }
}

function blockText({ statements }: Block, depth: number, options: RenderOptions): string {
  const indent = "  ".repeat(depth + 1);
  const lines = statements.map((statement) => `${indent}${nodeText(statement, depth + 1, options)}\n`);
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${"  ".repeat(depth)}}`;
}
