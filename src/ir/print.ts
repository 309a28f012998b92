// IR to text. The text is canonical (parse.ts reads it back): values are named by their hints made unique, in the
// order of the text; a block parameter's type is printed unless it is `any`, a result's unless its operands imply it;
// everything that has its default is left out.
//
//     fn @scale.0 captures(a) {
//     bb0(%self; %x: num):
//       %a: num = capture %self, 0
//       %y = mul %x, %a
//       return %y
//     }
//
// With `spans`, each line ends in its place in the source: ` ; 12:7+5` (line, column, length). A `~` before the place
// means that derived code inherits it. The file comes first if it is not the function's.

import type {
  Block,
  CallEffect,
  Capture,
  Constant,
  Edge,
  Func,
  Instr,
  Module,
  Operand,
  Terminator,
  ValueId,
} from "./model.ts";
import {
  defaultSourceName,
  impliedType,
  mentionedValues,
  operandType,
  quote,
  quoteFuncName,
  quoteName,
  valueNames,
} from "./names.ts";
import { noSpan, type Span } from "./span.ts";
import type { Type } from "./types.ts";
import { alphaSource } from "./words.ts";

export interface PrintOptions {
  /** Print where each line comes from. */
  readonly spans?: boolean;
  /** `printModule`: print the source texts too; as `spans` if not given. */
  readonly sources?: boolean;
  /** The function whose values alphas name, if it is not found by name in the module. */
  readonly alphas?: Func;
}

/** A printed function by lines, with what each line shows: for arrows under guilty lines. */
export interface PrintedFunc {
  readonly lines: readonly string[];
  /** The index in `lines` of each block's label. Instructions follow it, then the terminator. */
  readonly blocks: readonly number[];
}

export function printModule(module: Module, options: PrintOptions = {}): string {
  const parts: string[] = [];
  if (options.sources ?? options.spans) {
    const sources = Object.entries(module.sources).map(([file, text]) => `source ${quote(file)} ${quote(text)}`);
    if (sources.length > 0) parts.push(`${sources.join("\n")}\n`);
  }
  for (const func of Object.values(module.functions)) parts.push(`${printFunc(func, module, options)}\n`);
  return parts.join("\n");
}

export function printFunc(func: Func, module?: Module, options: PrintOptions = {}): string {
  return printLines(func, module, options).lines.join("\n");
}

export function printLines(func: Func, module?: Module, options: PrintOptions = {}): PrintedFunc {
  const printer = printerOf(func, module, options);
  const lines = [`${header(func, options.spans === true)} {`];
  const blocks = func.blocks.map((block, index) => {
    lines.push(`bb${index}${printer.params(block, index)}:`);
    const at = lines.length - 1;
    for (const instr of block.instrs) lines.push(`  ${printer.instr(instr)}`);
    lines.push(`  ${printer.terminator(block.terminator)}`);
    return at;
  });
  lines.push("}");
  return { lines, blocks };
}

/** A constant as a literal. */
export function printConstant(constant: Constant): string {
  switch (typeof constant) {
    case "string":
      return quote(constant);
    case "bigint":
      return `${constant}n`;
    case "number":
      return Object.is(constant, -0) ? "-0" : String(constant);
    default:
      return String(constant);
  }
}

function header(func: Func, spans: boolean): string {
  const { name, sourceName, parent, base, rest, captures, rules, refusal, span, blocks } = func;
  const words = [`fn @${quoteFuncName(name)}`];
  if (spans && !isNoSpan(span)) words.push(`${quote(span.file)} ${place(span)}`);
  if (sourceName !== defaultSourceName(name)) words.push(`name ${quote(sourceName)}`);
  if (parent !== null) words.push(`parent @${quoteFuncName(parent)}`);
  if (base !== name) words.push(`base @${quoteFuncName(base)}`);
  if (rest && (blocks[0]?.params.length ?? 0) < 3) words.push("rest");
  if (captures.length > 0) words.push(`captures(${captures.map(printCapture).join(", ")})`);
  const given = Object.entries(rules);
  if (given.length > 0) words.push(`rules(${given.map(([word, f]) => `${word} @${quoteFuncName(f)}`).join(", ")})`);
  if (refusal !== null) {
    const at = spans && !isNoSpan(refusal.span) ? ` ${placeIn(refusal.span, span.file)}` : "";
    words.push(`refused ${quote(refusal.message)} ${quote(refusal.remedy)}${at}`);
  }
  return words.join(" ");
}

function printCapture({ name, from, boxed }: Capture): string {
  const plain = name === "module" || name === "box" ? quote(name) : quoteName(name);
  return `${from === "module" ? "module " : ""}${boxed ? "box " : ""}${plain}`;
}

const place = ({ line, column, length, synthetic }: Span): string =>
  `${synthetic ? "~" : ""}${line}:${column}+${length}`;

const placeIn = (span: Span, file: string): string =>
  span.file === file ? place(span) : `${quote(span.file)} ${place(span)}`;

function effectText(effect: CallEffect): string {
  if (effect === "any") return "";
  if (effect === "pure") return " pure";
  const written = effect.map(({ arg, isOnlyItself }) => (isOnlyItself ? `${String(arg)} itself` : String(arg)));
  return ` writes (${written.join(", ")})`;
}

function isNoSpan(span: Span): boolean {
  return (
    span.line === 0 && span.file === "" && span.column === 0 && span.length === 0 && span.synthetic === noSpan.synthetic
  );
}

interface Printer {
  readonly params: (block: Block, index: number) => string;
  readonly instr: (instr: Instr) => string;
  readonly terminator: (terminator: Terminator) => string;
}

function printerOf(func: Func, module: Module | undefined, options: PrintOptions): Printer {
  const names = valueNames(func);
  const seen: (Type | undefined)[] = [];
  const alphas = alphaNames(func, module, options);
  const used = mentionedValues(func);

  const name = (id: number, table: readonly (string | undefined)[] | undefined): string => {
    const known = table?.[id];
    return known === undefined ? `%#${id}` : `%${quoteName(known)}`;
  };
  const operand = (o: Operand): string => {
    switch (o.kind) {
      case "value":
        return name(o.id, names);
      case "const":
        return printConstant(o.value);
      case "zero":
      case "unset":
        return o.kind;
      case "outer":
        return `${"^".repeat(o.depth)}${name(o.id, outerNames(func, o.depth, module))}`;
      case "alpha":
        return `@${name(o.id, alphas)}`;
    }
  };
  const list = (operands: readonly Operand[]): string => operands.map(operand).join(", ");
  const param = (id: ValueId, implied: Type = "any"): string => {
    const type = func.values[id]?.type ?? "any";
    seen[id] = type;
    return `${name(id, names)}${type === implied ? "" : `: ${type}`}`;
  };
  const entryParams = ([self, receiver, ...params]: readonly ValueId[]): string => {
    if (self === undefined) return "()";
    const printed = param(self, "func");
    if (receiver === undefined) return `(${printed})`;
    const showReceiver = used.has(receiver) || names[receiver] !== "this" || func.values[receiver]?.type !== "any";
    const both = showReceiver ? `${printed}, ${param(receiver)}` : printed;
    const users = params.map((p, i) => `${func.rest && i === params.length - 1 ? "..." : ""}${param(p)}`);
    return users.length === 0 ? `(${both})` : `(${both}; ${users.join(", ")})`;
  };
  const edge = ({ target, args }: Edge): string => (args.length === 0 ? `bb${target}` : `bb${target}(${list(args)})`);
  const body = (instr: Instr): string => {
    switch (instr.kind) {
      case "prim":
        return instr.args.length === 0 ? instr.prim : `${instr.prim} ${list(instr.args)}`;
      case "closure":
        return `closure @${quoteFuncName(instr.func)}${instr.captures.length === 0 ? "" : ` [${list(instr.captures)}]`}`;
      case "call": {
        const args = instr.args.map(operand);
        if (instr.spread) args.push(`...${args.pop() ?? ""}`);
        const receiver = isUndefined(instr.receiver) ? "" : `this ${operand(instr.receiver)}; `;
        return `call${instr.word === "" ? "" : `.${instr.word}`}${effectText(instr.effect)} ${operand(instr.callee)}(${receiver}${args.join(", ")})`;
      }
    }
  };
  const suffix = (span: Span): string =>
    options.spans === true && !isNoSpan(span) ? ` ; ${placeIn(span, func.span.file)}` : "";

  return {
    params: (block, index) =>
      index === 0
        ? entryParams(block.params)
        : block.params.length === 0
          ? ""
          : `(${block.params.map((p) => param(p)).join(", ")})`,
    instr: (instr) => {
      const type = func.values[instr.result]?.type ?? "any";
      const implied = impliedType(instr, (o) => operandType(o, (id) => seen[id]));
      seen[instr.result] = type;
      const result =
        names[instr.result] === undefined
          ? ""
          : `${name(instr.result, names)}${type === implied ? "" : `: ${type}`} = `;
      return `${result}${body(instr)}${suffix(instr.span)}`;
    },
    terminator: (terminator) => {
      const { span } = terminator;
      switch (terminator.kind) {
        case "jump":
          return `jump ${edge(terminator.edge)}${suffix(span)}`;
        case "branch":
          return `branch ${operand(terminator.condition)}, ${edge(terminator.then)}, ${edge(terminator.else)}${suffix(span)}`;
        case "return":
        case "throw":
          return `${terminator.kind} ${operand(terminator.value)}${suffix(span)}`;
      }
    },
  };
}

const isUndefined = (operand: Operand): boolean => operand.kind === "const" && operand.value === undefined;

function alphaNames(
  func: Func,
  module: Module | undefined,
  { alphas }: PrintOptions,
): readonly (string | undefined)[] | undefined {
  const source = alphas ?? module?.functions[alphaSource(func.name) ?? ""];
  return source === undefined ? undefined : valueNames(source);
}

function outerNames(
  func: Func,
  depth: number,
  module: Module | undefined,
): readonly (string | undefined)[] | undefined {
  let scope: Func | undefined = func;
  for (let d = 0; d < depth; d++) scope = scope?.parent == null ? undefined : module?.functions[scope.parent];
  return scope === undefined ? undefined : valueNames(scope);
}
