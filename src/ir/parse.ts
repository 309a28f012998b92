// Text to IR: the inverse of print.ts, by recursive descent in one pass over the characters.
//
// Values are numbered as the builder numbers them: the parameters of all blocks first, then the results, both in the
// order of the text. Labels of blocks may have any numbers; the order in the text decides. Names of enclosing functions
// (`^%x`) and of primal code (`@%x`) are looked up when all functions are read.

import type { Capture, Func, FuncName, Instr, Module, Refusal, Terminator, ValueId } from "./model.ts";
import { defaultSourceName, isNameCode } from "./names.ts";
import {
  isLabel,
  parseFuncName,
  parseInstr,
  parseSpan,
  parseTerminator,
  takeDots,
  takeLabel,
  takeType,
  takeValueName,
} from "./parse-instr.ts";
import { defineParam, finishScope, newScope, resolveForeign, type Scope } from "./parse-scope.ts";
import {
  expect,
  fail,
  found,
  isDigitCode,
  isLineEnd,
  name,
  peek,
  type Scanner,
  skipBlanks,
  skipLines,
  string,
  take,
  takeWord,
  word,
} from "./scan.ts";
import { noSpan } from "./span.ts";
import type { Type } from "./types.ts";

/** Reads a module. `file` names the text in errors. */
export function parseModule(text: string, file = "<ir>"): Module {
  const s: Scanner = { text, file, at: 0 };
  const functions: Record<FuncName, Func> = {};
  const sources: Record<string, string> = {};
  const scopes = new Map<FuncName, Scope>();
  for (skipLines(s); s.at < text.length; skipLines(s)) {
    const from = s.at;
    if (takeWord(s, "source")) {
      const source = string(s);
      sources[source] = string(s);
    } else if (takeWord(s, "fn")) {
      const scope = newScope();
      const func = parseFunction(s, scope);
      if (Object.hasOwn(functions, func.name)) fail(s, `@${func.name} is defined twice`, from, 2);
      functions[func.name] = func;
      scopes.set(func.name, scope);
    } else fail(s, `expected 'fn', found ${found(s)}`);
  }
  for (const funcName of scopes.keys()) resolveForeign(s, funcName, functions, scopes);
  return { functions, sources };
}

/** Reads the first function of a text. */
export function parseFunc(text: string, file?: string): Func {
  const [func] = Object.values(parseModule(text, file).functions);
  return func ?? fail({ text, file: file ?? "<ir>", at: 0 }, "expected a function, found none");
}

interface OpenBlock {
  readonly params: ValueId[];
  readonly instrs: Instr[];
  terminator: Terminator;
}

function parseFunction(s: Scanner, scope: Scope): Func {
  const header = parseHeader(s);
  const blocks: OpenBlock[] = [];
  let { rest } = header;
  let open: OpenBlock | null = null;
  for (skipLines(s); !take(s, "}"); skipLines(s)) {
    const from = s.at;
    if (isLabel(s)) {
      if (open !== null) fail(s, "the block before has no terminator", from, 2);
      const label = takeLabel(s);
      if (scope.labels.has(label)) fail(s, `bb${label} is defined twice`, from, s.at - from);
      scope.labels.set(label, blocks.length);
      open = { params: [], instrs: [], terminator: undefined as never };
      if (blocks.length === 0) rest = parseEntryParams(s, scope, open.params) || rest;
      else if (take(s, "(")) parseParams(s, scope, open.params);
      expect(s, ":");
      blocks.push(open);
    } else if (s.at >= s.text.length) fail(s, "expected '}', found the end of the text");
    else {
      if (open === null)
        fail(s, blocks.length === 0 ? "expected the entry block" : "expected a block after the terminator", from);
      const terminator = parseTerminator(s, scope, header.span.file);
      if (terminator === null) open.instrs.push(parseInstr(s, scope, header.span.file));
      else {
        open.terminator = terminator;
        open = null;
      }
    }
    skipBlanks(s);
    if (!isLineEnd(s)) fail(s, `expected the end of the line, found ${found(s)}`);
  }
  if (open !== null) fail(s, "the last block has no terminator", s.at - 1);
  return { ...header, rest, values: finishScope(s, scope), blocks };
}

/** `(%self; %x, ...%rest)` or `(%self, %this; …)`; true if there is a rest parameter. */
function parseEntryParams(s: Scanner, scope: Scope, params: ValueId[]): boolean {
  expect(s, "(");
  params.push(parseParam(s, scope, "func"));
  params.push(take(s, ",") ? parseParam(s, scope, "any") : defineParam(s, scope, "this", "any", s.at));
  let rest = false;
  if (take(s, ";")) {
    do {
      if (rest) fail(s, "the rest parameter is the last");
      rest = takeDots(s);
      params.push(parseParam(s, scope, "any"));
    } while (take(s, ","));
  }
  expect(s, ")");
  return rest;
}

function parseParams(s: Scanner, scope: Scope, params: ValueId[]): void {
  do params.push(parseParam(s, scope, "any"));
  while (take(s, ","));
  expect(s, ")");
}

function parseParam(s: Scanner, scope: Scope, implied: Type): ValueId {
  skipBlanks(s);
  const from = s.at;
  const valueName = takeValueName(s);
  return defineParam(s, scope, valueName, takeType(s) ?? implied, from);
}

type Header = Omit<Func, "values" | "blocks">;

/** `@name "file" 1:2+3 name "f" parent @g base @h rest captures(…) rules(…) refused "…" "…" {`, after `fn`. */
function parseHeader(s: Scanner): Header {
  const funcName = parseFuncName(s);
  const span = startsSpan(s) ? parseSpan(s, "") : noSpan;
  let sourceName = defaultSourceName(funcName);
  let parent: FuncName | null = null;
  let base = funcName;
  let rest = false;
  let captures: readonly Capture[] = [];
  let rules: Func["rules"] = {};
  let refusal: Refusal | null = null;
  while (!take(s, "{")) {
    const from = s.at;
    const key = word(s);
    if (key === "name") sourceName = string(s);
    else if (key === "parent") parent = parseFuncName(s);
    else if (key === "base") base = parseFuncName(s);
    else if (key === "rest") rest = true;
    else if (key === "captures") captures = parseList(s, parseCapture);
    else if (key === "rules") rules = Object.fromEntries(parseList(s, () => [word(s), parseFuncName(s)] as const));
    else if (key === "refused") {
      const message = string(s);
      const remedy = string(s);
      refusal = { message, remedy, span: startsSpan(s) ? parseSpan(s, span.file) : noSpan };
    } else fail(s, `expected '{', found ${key === "" ? found(s) : `'${key}'`}`, from, Math.max(1, key.length));
  }
  return { name: funcName, sourceName, parent, base, rest, captures, rules, refusal, span };
}

function startsSpan(s: Scanner): boolean {
  const code = peek(s);
  return code === 34 || code === 126 || isDigitCode(code);
}

function parseList<T>(s: Scanner, item: (s: Scanner) => T): readonly T[] {
  const items: T[] = [];
  expect(s, "(");
  if (take(s, ")")) return items;
  do items.push(item(s));
  while (take(s, ","));
  expect(s, ")");
  return items;
}

/** `module box n`; a quoted name is never a keyword. */
function parseCapture(s: Scanner): Capture {
  const next = (): string => {
    const quoted = peek(s) === 34;
    const text = name(s, isNameCode, "a capture's name");
    return quoted ? `"${text}` : text;
  };
  let text = next();
  const from = text === "module" ? "module" : "scope";
  if (from === "module") text = next();
  const boxed = text === "box";
  if (boxed) text = next();
  return { name: text.startsWith('"') ? text.slice(1) : text, from, boxed };
}
