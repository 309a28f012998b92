// Instructions, terminators and operands of the text form.

import type { CallEffect, Edge, FuncName, Instr, Operand, Terminator, ValueId, WrittenArg } from "./model.ts";
import { constant, unset, valueId, zero } from "./model.ts";
import { hintOfName, impliedType, isFuncNameCode, isNameCode } from "./names.ts";
import { lookUp, type Mutable, type Named, newName, type Scope, typeSoFar } from "./parse-scope.ts";
import { isPrimName } from "./prims.ts";
import {
  expect,
  fail,
  found,
  integer,
  isLineEnd,
  name,
  numeral,
  peek,
  type Scanner,
  skipBlanks,
  string,
  take,
  takeWord,
  word,
} from "./scan.ts";
import { noSpan, type Span } from "./span.ts";
import { endOfType, isType, type Type } from "./types.ts";

export function parseTerminator(s: Scanner, scope: Scope, file: string): Terminator | null {
  const { text, at } = s;
  switch (text.charCodeAt(at)) {
    case 106:
      if (takeWord(s, "jump")) return { kind: "jump", edge: parseEdge(s, scope), span: spanAfter(s, file) };
      return null;
    case 98: {
      if (!takeWord(s, "branch")) return null;
      const condition = parseOperand(s, scope);
      expect(s, ",");
      const then = parseEdge(s, scope);
      expect(s, ",");
      return { kind: "branch", condition, then, else: parseEdge(s, scope), span: spanAfter(s, file) };
    }
    case 114:
      if (takeWord(s, "return")) return { kind: "return", value: parseOperand(s, scope), span: spanAfter(s, file) };
      return null;
    case 116:
      if (takeWord(s, "throw")) return { kind: "throw", value: parseOperand(s, scope), span: spanAfter(s, file) };
      return null;
    default:
      return null;
  }
}

function parseEdge(s: Scanner, scope: Scope): Edge {
  skipBlanks(s);
  const { at } = s;
  const edge: Mutable<Edge> = {
    target: takeLabel(s) as Edge["target"],
    args: take(s, "(") ? parseOperands(s, scope, ")") : [],
  };
  scope.edges.push({ edge, at });
  return edge;
}

export function parseInstr(s: Scanner, scope: Scope, file: string): Instr {
  const from = s.at;
  let named: Named | null = null;
  let written: Type | undefined;
  let hint = "";
  if (peek(s) === 37) {
    const valueName = takeValueName(s);
    hint = hintOfName(valueName);
    named = newName(s, scope, valueName, from);
    written = takeType(s);
    expect(s, "=");
  }
  const instr = parseBody(s, scope, file);
  const type = written ?? impliedType(instr, (operand) => typeSoFar(scope, operand));
  if (named !== null) named.type = type;
  scope.results.push({ info: { hint, type }, instr, named });
  return instr;
}

function parseBody(s: Scanner, scope: Scope, file: string): Instr {
  const head = word(s);
  const result = valueId(-1);
  if (head === "call") return parseCall(s, scope, file);
  if (head === "closure") {
    const func = parseFuncName(s);
    const captures = take(s, "[") ? parseOperands(s, scope, "]") : [];
    return { kind: "closure", result, func, captures, span: spanAfter(s, file) };
  }
  if (!isPrimName(head)) {
    return fail(
      s,
      head === "" ? `expected an instruction, found ${found(s)}` : `there is no primitive '${head}'`,
      s.at - head.length,
      Math.max(1, head.length),
    );
  }
  const args: Operand[] = [];
  const code = peek(s);
  if (!isLineEnd(s) && code !== 59) {
    do args.push(parseOperand(s, scope));
    while (take(s, ","));
  }
  return { kind: "prim", result, prim: head, args, span: spanAfter(s, file) };
}

function parseCall(s: Scanner, scope: Scope, file: string): Instr {
  let derivative = "";
  if (s.text.charCodeAt(s.at) === 46) {
    s.at++;
    derivative = word(s);
  }
  const effect = parseEffect(s);
  const callee = parseOperand(s, scope);
  expect(s, "(");
  let receiver: Operand = constant(undefined);
  if (takeWord(s, "this")) {
    receiver = parseOperand(s, scope);
    expect(s, ";");
  }
  const args: Operand[] = [];
  let spread = false;
  if (!take(s, ")")) {
    do {
      skipBlanks(s);
      if (spread) fail(s, "the spread argument is the last");
      spread = takeDots(s);
      if (!(spread && peek(s) === 41)) args.push(parseOperand(s, scope));
    } while (take(s, ","));
    expect(s, ")");
  }
  return {
    kind: "call",
    result: valueId(-1),
    word: derivative,
    callee,
    receiver,
    args,
    spread,
    effect,
    span: spanAfter(s, file),
  };
}

/** `pure`, `writes (0, 2 itself)` */
function parseEffect(s: Scanner): CallEffect {
  if (takeWord(s, "pure")) return "pure";
  if (!takeWord(s, "writes")) return "any";
  expect(s, "(");
  const written: WrittenArg[] = [];
  if (take(s, ")")) return written;
  do {
    skipBlanks(s);
    written.push({ arg: integer(s), isOnlyItself: takeWord(s, "itself") });
  } while (take(s, ","));
  expect(s, ")");
  return written;
}

export function parseFuncName(s: Scanner): FuncName {
  expect(s, "@");
  return name(s, isFuncNameCode, "a function's name");
}

function parseOperands(s: Scanner, scope: Scope, close: string): readonly Operand[] {
  if (take(s, close)) return [];
  const operands: Operand[] = [];
  do operands.push(parseOperand(s, scope));
  while (take(s, ","));
  expect(s, close);
  return operands;
}

const literals: Readonly<Record<string, Operand>> = {
  true: constant(true),
  false: constant(false),
  null: constant(null),
  undefined: constant(undefined),
  NaN: constant(NaN),
  Infinity: constant(Infinity),
  zero,
  unset,
};

function parseOperand(s: Scanner, scope: Scope): Operand {
  const code = peek(s);
  const from = s.at;
  if (code === 37) {
    const id = takeRawId(s);
    return id === undefined ? lookUp(scope, takeValueName(s), from).operand : { kind: "value", id };
  }
  if (code === 34) return constant(string(s));
  if (code === 45 || (code >= 48 && code <= 57)) return constant(numeral(s));
  if (code === 94 || code === 64) return parseForeign(s, scope);
  const literal = literals[word(s)];
  if (literal === undefined) {
    s.at = from;
    fail(s, `expected an operand, found ${found(s)}`);
  }
  return literal;
}

/** `%#17`: a value by its id, where no name is known. */
function takeRawId(s: Scanner): ValueId | undefined {
  if (s.text.charCodeAt(s.at) !== 37 || s.text.charCodeAt(s.at + 1) !== 35) return undefined;
  s.at += 2;
  return valueId(integer(s));
}

/** `^^%x` or `@%x`. */
function parseForeign(s: Scanner, scope: Scope): Operand {
  const { at } = s;
  let depth = 0;
  if (s.text.charCodeAt(at) === 64) s.at++;
  else for (; s.text.charCodeAt(s.at) === 94; s.at++) depth++;
  const raw = takeRawId(s);
  const id = raw ?? valueId(-1);
  const operand: Mutable<Extract<Operand, { kind: "outer" | "alpha" }>> =
    depth === 0 ? { kind: "alpha", id } : { kind: "outer", depth, id };
  if (raw === undefined) scope.foreign.push({ operand, depth, name: takeValueName(s), at });
  return operand;
}

export function isLabel({ text, at }: Scanner): boolean {
  const digit = text.charCodeAt(at + 2);
  return text.charCodeAt(at) === 98 && text.charCodeAt(at + 1) === 98 && digit >= 48 && digit <= 57;
}

export function takeLabel(s: Scanner): number {
  if (!isLabel(s)) fail(s, `expected a block, found ${found(s)}`);
  s.at += 2;
  return integer(s);
}

export function takeValueName(s: Scanner): string {
  expect(s, "%");
  return name(s, isNameCode, "a name");
}

/** `: num`, if it is there. */
export function takeType(s: Scanner): Type | undefined {
  if (!take(s, ":")) return undefined;
  skipBlanks(s);
  const from = s.at;
  s.at = endOfType(s.text, from);
  const written = s.text.slice(from, s.at);
  return isType(written) ? written : fail(s, `'${written}' is not a type`, from, written.length);
}

export function takeDots(s: Scanner): boolean {
  skipBlanks(s);
  if (!s.text.startsWith("...", s.at)) return false;
  s.at += 3;
  return true;
}

/** ` ; 12:7+5` at the end of a line, or no span. */
export function spanAfter(s: Scanner, file: string): Span {
  return take(s, ";") ? parseSpan(s, file) : noSpan;
}

/** `"file" ~12:7+5`, the file and the tilde if they are there. */
export function parseSpan(s: Scanner, file: string): Span {
  const from = peek(s) === 34 ? string(s) : file;
  const synthetic = take(s, "~");
  const line = integer(s);
  expect(s, ":");
  const column = integer(s);
  expect(s, "+");
  return { file: from, line, column, length: integer(s), synthetic };
}
