// Emits a closed function as JavaScript source: the text of a factory, the body of `new Function("$", "codes", "sites", …)`.
//
//     fn @pow { bb0(%self; %x, %n): … }            "use strict";
//                                                  return (function (self, env) {
//                                                    return (function pow(x, n) {
//                                                      …
//                                                    });
//                                                  });
//
// The parentheses make engines compile the functions at once: otherwise each is parsed again for every function around it.
//
// `$` contains the helpers of runtime.ts, `codes` the functions that closures are made of, `sites` the places of derivative
// calls. Captured values are read from `env` where the `capture` is: entries of `env` may be accessors of live variables.

import type { BlockId, Func, FuncName, Instr, Program, Span, ValueId, Word } from "../ir/index.ts";
import { assertInvariant, firstParam } from "../ir/index.ts";
import { blockCode, type BlockCode, type FuncContext } from "./block.ts";
import { type Classes, coalesce } from "./coalesce.ts";
import { inlinedCaptures, isRecursive } from "./compact.ts";
import { declare } from "./declare.ts";
import { directCallee } from "./direct.ts";
import type { Expr } from "./expression.ts";
import { liveness } from "./liveness.ts";
import { Lines, printStatements, type Printed, type Region } from "./print.ts";
import { createScope, type Scope } from "./scope.ts";
import type { Statement, Variable } from "./statement.ts";
import { keptLookUps, shareLookUps } from "./shared-look-ups.ts";
import { structure, type Shape } from "./structure.ts";
import { tidy } from "./tidy.ts";

export interface Emitted {
  readonly text: string;
  /** The parts of the text that stand for source places. */
  readonly regions: readonly Region[];
  /** The line where the function begins, after the small functions that it calls. */
  readonly firstLine: number;
  /** The generated function's own name. */
  readonly functionName: string;
  /** The functions whose code the text uses; it reads them from `codes` by function name. */
  readonly codes: readonly FuncName[];
  /** The places of derivative calls, by the index used in the text. */
  readonly sites: readonly Span[];
}

/** Without `isMarked`, the text is the same, and there are no regions. */
export function emitFunction(program: Program, name: FuncName, isMarked = false): Emitted {
  const { scope, lines, regions } = printed(program, name, isMarked);
  const { head, tail } = frame(lines, scope);
  return {
    text: [...head, ...tail].join("\n"),
    regions: regions.map((region) => ({ ...region, line: region.line + head.length })),
    firstLine: head.length,
    functionName: scope.functionName,
    codes: [...scope.codes.keys()],
    sites: scope.sites,
  };
}

/** The lines of a function, the same with and without marks: without, no regions are found. */
export function printed(program: Program, name: FuncName, isMarked: boolean): Printed & { readonly scope: Scope } {
  const compact = isRecursive(program, name);
  // What is kept longer would make stack frames larger.
  const func = compact ? program.func(name) : shareLookUps(program.func(name));
  const kept: FuncContext["kept"] = compact ? new Map() : keptLookUps(func);
  const live = liveness(program, func);
  const inlined = compact ? inlinedCaptures(func, live) : new Map<ValueId, Expr>();
  const classes = coalesce(func, live, new Set(inlined.keys()), compact);
  const classSizes = func.values.map(() => 0);
  live.needed.forEach((needed, id) => {
    const of = classes[id] as ValueId;
    if (needed) classSizes[of] = (classSizes[of] ?? 0) + 1;
  });
  const hints = variableHints(func, classes, compact);
  const isOwn = (word: Word): boolean => isItself(program, func, word);
  const callee = (instr: Instr): FuncName | null => directCallee(program, func, instr);
  const scope = createScope(program, func, hints, isOwn, callee, isMarked);
  const params = (func.blocks[0]?.params ?? []).slice(firstParam);
  const names = params.map((param) => scope.nameOf(classes[param] as ValueId));
  if (func.rest && names.length > 0) names.push(`...${names.pop() ?? ""}`);

  const body = bodyOf({ func, live, classes, classSizes, compact, inlined, kept, scope });
  const text = new Lines(scope.places);
  text.indented(() => {
    text.line(`return (function ${scope.functionName}(${names.join(", ")}) {`, null);
    text.indented(() => {
      for (const variable of scope.lookUps) text.line(`let ${variable};`, null);
      printStatements(body, scope, text);
    });
    text.line("});", null);
  });
  return { ...text.finish(), scope };
}

/** The name of each class: that of its first parameter or first value. Classes shared by unrelated values have no name. */
function variableHints(func: Func, classes: Classes, compact: boolean): readonly string[] {
  const hints = func.values.map(() => "");
  const params = new Set(func.blocks[0]?.params);
  const named = new Set(func.blocks[0]?.params.map((id) => classes[id]));
  const suggest = (id: ValueId): void => {
    const of = classes[id] as ValueId;
    const hint = func.values[id]?.hint ?? "";
    if (hints[of] === "") hints[of] = hint;
    else if (compact && hint !== "" && hint !== hints[of] && !params.has(id) && !named.has(of)) hints[of] = "v";
  };
  for (const block of func.blocks) block.params.forEach(suggest);
  for (const block of func.blocks) for (const { result } of block.instrs) suggest(result);
  return hints;
}

function bodyOf(context: FuncContext): readonly Statement[] {
  const { func } = context;
  const params = (func.blocks[0]?.params ?? []).map((param): Variable => context.classes[param] as ValueId);
  assertInvariant(new Set(params).size === params.length, `the parameters of @${func.name} differ`);
  const codes = func.blocks.map((_, b) => blockCode(context, b as BlockId));
  return declare(tidy(statementsOf(structure(func), codes, func)), new Set(params));
}

function statementsOf(shapes: readonly Shape[], codes: readonly BlockCode[], func: Func): readonly Statement[] {
  return shapes.flatMap((shape): readonly Statement[] => {
    switch (shape.kind) {
      case "code":
        return codes[shape.block]?.statements ?? [];
      case "edge":
        return codes[shape.from]?.edges.get(shape.edge) ?? [];
      case "end": {
        const end = codes[shape.block]?.end;
        return end === null || end === undefined ? [] : [end];
      }
      case "if": {
        const condition = codes[shape.block]?.condition;
        assertInvariant(condition !== null && condition !== undefined, "a branch has a condition");
        const [then, otherwise] = [statementsOf(shape.then, codes, func), statementsOf(shape.else, codes, func)];
        const span = func.blocks[shape.block]?.terminator.span ?? func.span;
        return [{ kind: "if", condition, negate: false, then, else: otherwise, span }];
      }
      case "loop":
      case "block":
        return [{ kind: shape.kind, label: shape.label, body: statementsOf(shape.body, codes, func) }];
      case "break":
      case "continue":
        return [{ kind: shape.kind, label: shape.label }];
    }
  });
}

/** Whether a call of `self` with this word runs the function itself. Does not request derivatives that do not exist yet. */
function isItself(program: Program, func: Func, word: Word): boolean {
  if ((word === "") !== (func.base === func.name)) return false;
  return program.derived(func.base, word) === func.name;
}

/** The lines of the script before the function, and those from there on. */
function frame(
  lines: readonly string[],
  scope: Scope,
): { readonly head: readonly string[]; readonly tail: readonly string[] } {
  const head = [
    '"use strict";',
    ...[...scope.codes].map(([name, identifier]) => `const ${identifier} = codes[${JSON.stringify(name)}];`),
    ...[...scope.linked.values()].map((identifier) => `let ${identifier};`),
    ...[...scope.helpers].map(([helper, identifier]) => `const ${identifier} = ${helper};`),
    "return (function (self, env) {",
    ...(scope.keeps ? [`  const ${scope.kept()} = $.keptCaptures(env);`] : []),
  ];
  const usesSelf = lines.some((line) => line.includes("self") && /(?<![\w$.])self(?![\w$])/.test(line));
  if (!usesSelf) return { head, tail: [...lines, "});"] };
  // A closure that is being created is its own `self`.
  const [first = "", ...others] = lines;
  const made = [first.replace("return ", "const made = "), ...others, "  self ??= made;", "  return made;"];
  return { head, tail: [...made, "});"] };
}
