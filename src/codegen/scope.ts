// What the text of one generated function mentions: its variables by name, the functions of its closures, the places of its
// derivative calls, and other source places. Each is collected when it is first mentioned.

import type { Func, FuncName, Instr, Program, Span, Word } from "../ir/index.ts";
import { type Expr, plain, strength, textOf } from "./expression.ts";
import { createNames, functionIdentifier, isPlainGlobal } from "./names.ts";
import type { Spelling } from "./spelling.ts";
import type { Variable } from "./statement.ts";

export interface Scope {
  /** The generated function's own name. */
  readonly functionName: string;
  readonly nameOf: (variable: Variable) => string;
  readonly variable: (variable: Variable) => Expr;
  /** A new variable, named after another. */
  readonly temporary: (like: Variable) => Variable;
  /** The number of a source place, or -1. */
  readonly place: (span: Span) => number;
  /** The places by number; null if nothing is marked. */
  readonly places: readonly Span[] | null;
  /** The expression for the place of a derivative call. */
  readonly site: (span: Span) => string;
  readonly sites: readonly Span[];
  readonly closure: (func: FuncName, captures: readonly Expr[]) => Spelling;
  /** The functions of which closures are made: name → identifier of their code. */
  readonly codes: ReadonlyMap<FuncName, string>;
  /** The function that an instruction calls directly; null if it does not. */
  readonly directCallee: (instr: Instr) => FuncName | null;
  /** The expression for the callee of a direct call. */
  readonly direct: (func: FuncName) => string;
  /** The callees of direct calls: name → identifier. */
  readonly linked: ReadonlyMap<FuncName, string>;
  /** The name of a function that the script defines before all else, by its text. */
  readonly helper: (hint: string, text: string) => string;
  /** These functions: text → identifier. */
  readonly helpers: ReadonlyMap<string, string>;
  /** A variable of the whole function, which keeps a look-up, by what is looked up. */
  readonly lookUp: (key: string, hint: string) => string;
  readonly lookUps: Iterable<string>;
  /** The name of the array of what is kept of the environment. */
  readonly kept: () => string;
  /** Whether the text mentions it. */
  readonly keeps: boolean;
  /** Whether a call of `self` with this word is a call of the generated function itself. */
  readonly isItself: (word: Word) => boolean;
}

export function createScope(
  program: Program,
  func: Func,
  hints: readonly string[],
  isItself: (word: Word) => boolean,
  directCallee: (instr: Instr) => FuncName | null,
  isMarked: boolean,
): Scope {
  const names = createNames();
  for (const block of func.blocks) {
    for (const instr of block.instrs) {
      const name = instr.kind === "prim" && instr.prim === "global" ? instr.args[0] : undefined;
      if (name?.kind === "const" && typeof name.value === "string" && isPlainGlobal(name.value))
        names.reserve(name.value);
    }
  }
  const functionName = names.fresh(functionIdentifier(func));
  const variables = new Map<Variable, string>();
  const expressions = new Map<Variable, Expr>();
  const [self, receiver] = func.blocks[0]?.params ?? [];
  if (self !== undefined) variables.set(self, "self");
  if (receiver !== undefined) variables.set(receiver, "this");
  const places: Span[] = [];
  const placeNumbers = new Map<Span, number>();
  const sites: Span[] = [];
  const siteNumbers = new Map<Span, number>();
  const codes = new Map<FuncName, string>();
  const linked = new Map<FuncName, string>();
  const helpers = new Map<string, string>();
  const lookUps = new Map<string, string>();
  let kept: string | null = null;
  const codeOf = (name: FuncName): string => {
    let code = codes.get(name);
    if (code === undefined) codes.set(name, (code = names.fresh(`${functionIdentifier(program.func(name))}_code`)));
    return code;
  };
  let temporaries = func.values.length;

  const nameOf = (variable: Variable): string => {
    let name = variables.get(variable);
    if (name === undefined) variables.set(variable, (name = names.fresh(hints[variable] ?? "")));
    return name;
  };
  const helper = (hint: string, text: string): string => {
    let identifier = helpers.get(text);
    if (identifier === undefined) helpers.set(text, (identifier = names.fresh(hint)));
    return identifier;
  };
  const numberIn = (list: Span[], numbers: Map<Span, number>, span: Span): number => {
    const known = numbers.get(span) ?? list.push(span) - 1;
    numbers.set(span, known);
    return known;
  };
  return {
    functionName,
    nameOf,
    variable: (variable) => {
      let expr = expressions.get(variable);
      if (expr === undefined) expressions.set(variable, (expr = plain(nameOf(variable), strength.primary, [variable])));
      return expr;
    },
    temporary: (like) => {
      variables.set(temporaries, names.fresh(`next_${nameOf(like)}`));
      return temporaries++;
    },
    place: (span) => (isMarked && span.line !== 0 ? numberIn(places, placeNumbers, span) : -1),
    places: isMarked ? places : null,
    site: (span) => {
      const k = numberIn(sites, siteNumbers, span);
      return helper(`site_${k}`, `sites[${k}]`);
    },
    sites,
    closure: (name, captures) => {
      const env = captures.map((capture) => textOf(capture, strength.assignment)).join(", ");
      return { text: `${helper("closure", "$.closure")}(${codeOf(name)}, [${env}])`, strength: strength.member };
    },
    codes,
    directCallee,
    direct: (name) => {
      if (name === func.name) return functionName;
      let identifier = linked.get(name);
      if (identifier === undefined)
        linked.set(name, (identifier = names.fresh(functionIdentifier(program.func(name)))));
      // Functions may call each other, so each is linked on its first call.
      return `(${identifier} ??= $.linked(${codeOf(name)}))`;
    },
    linked,
    helper,
    helpers,
    lookUp: (key, hint) => {
      let identifier = lookUps.get(key);
      if (identifier === undefined) lookUps.set(key, (identifier = names.fresh(hint)));
      return identifier;
    },
    kept: () => (kept ??= names.fresh("kept")),
    get keeps() {
      return kept !== null;
    },
    get lookUps() {
      return lookUps.values();
    },
    isItself,
  };
}
