// A whole program: helpers, parameters with arguments, a body.

import { choicesFrom, type Choices } from "./choices.ts";
import { makeCondition, makeInt, makeMaybe, makeMaybeRec } from "./conditions.ts";
import { bind, withScope, type Context, type Makers, type Weights } from "./context.ts";
import { makeCurried } from "./closures.ts";
import { makeDict, makePart } from "./dictionaries.ts";
import { makeInts } from "./integers.ts";
import { makeSingles } from "./singles.ts";
import { makeState } from "./state.ts";
import { makeKey, makeText } from "./strings.ts";
import { makeNestedDerivative } from "./derivatives.ts";
import {
  functionDeclarations,
  makeReal,
  makeReal2,
  makeRealCall,
  makeTable,
  makeThunk,
  scopeAfter,
} from "./functions.ts";
import { cell, interval, minus, moderate, plus } from "./interval.ts";
import { anyNumber, number } from "./makers.ts";
import { atom, bodyOf, kept, node, read } from "./node.ts";
import { makeNumber } from "./numbers.ts";
import type { Argument, Node, Parameter, Program, Type } from "./program.ts";
import { within } from "./ranges.ts";
import { makeStatements } from "./statements.ts";
import { makeFloats, makeNums, makeReals, makeRec, makeRecs, makeRows } from "./values.ts";
import type { Random } from "fast-check";

export interface ProgramOptions {
  /** Roughly the number of constructs; 80 if absent. */
  readonly size?: number;
  /** Whether no branch may depend on what carries a derivative; either if absent. */
  readonly isSmooth?: boolean;
  readonly weights?: Partial<Weights>;
  /** How deep derivatives may be nested inside the program; 1 if absent. */
  readonly orders?: number;
}

const evenly: Weights = {
  loops: 1,
  branches: 1,
  closures: 1,
  arrays: 1,
  records: 1,
  mutation: 1,
  patterns: 1,
  functions: 1,
  math: 1,
  derivatives: 1,
  inactive: 1,
  structures: 1,
  state: 1,
  strings: 1,
  keys: 1,
  integers: 1,
  methods: 1,
  operators: 1,
  rules: 0,
  stops: 0,
  rounding: 0,
  edges: 0,
  exceptions: 0,
};

/** The families that not every law can judge, which are left out unless asked for. */
export const unrestricted: Partial<Weights> = { rules: 1, stops: 1, rounding: 1, edges: 1, exceptions: 1 };

const make: Makers = {
  num: makeNumber,
  values: {
    int: makeInt,
    bool: makeCondition,
    nums: makeNums,
    floats: makeFloats,
    rec: makeRec,
    recs: makeRecs,
    rows: makeRows,
    maybe: makeMaybe,
    maybeRec: makeMaybeRec,
    real: makeReal,
    real2: makeReal2,
    thunk: makeThunk,
    reals: makeReals,
    table: makeTable,
    singles: makeSingles,
    ints: makeInts,
    part: makePart,
    dict: makeDict,
    str: makeText,
    key: makeKey,
    curried: makeCurried,
  },
  realCall: makeRealCall,
  nestedDerivative: makeNestedDerivative,
  statements: makeStatements,
};

/** Some families often, others rarely, another choice for each program: what is rare on average meets what it needs. */
function varied(weights: Weights, choices: Choices): Weights {
  const factor = (): number => choices.pick([0.2, 1, 1, 1, 4]);
  const entries = Object.entries(weights).map(([family, weight]: [string, number]) => [family, weight * factor()]);
  return { ...(Object.fromEntries(entries) as Weights), derivatives: weights.derivatives };
}

export function generate(random: Random, options: ProgramOptions): Program {
  const choices = choicesFrom(random);
  const size = Math.ceil((options.size ?? 80) * (0.2 + 0.8 * random.nextDouble()));
  const isSmooth = options.isSmooth ?? choices.chance(0.5);
  const context: Context = {
    make,
    choices,
    weights: varied({ ...evenly, ...options.weights }, choices),
    isSmooth,
    budget: { nodes: size, names: 0 },
    meter: { cost: 0, limit: 1500 },
    times: 1,
    scope: [],
    loops: [],
    isLoopNear: false,
    returns: null,
    depth: 3,
    orders: options.orders ?? 1,
    nesting: 3,
  };
  const state = makeState(context);
  const known = withScope(context, ...state.map(({ binding }) => binding));
  const isHelped = state.length > 0 || choices.chance(0.5);
  const helpers = isHelped ? functionDeclarations({ ...known, nesting: 1, depth: 2, orders: 0 }) : [];
  const params = Array.from({ length: 1 + choices.below(3) }, () => parameter(context));
  const top = {
    ...withScope(scopeAfter(known, helpers), ...params.map(({ binding }) => binding)),
    returns: moderate,
  };
  const body = makeStatements(top, 3 + choices.below(8));
  const result = kept("return")`return ${total(scopeAfter(top, body))};`;
  return { state, helpers, params, body: bodyOf([...body, result]), isSmooth };
}

/** A sum over some of what the body has left behind, so that little of it is without consequence. */
function total(context: Context): Node {
  const { choices, scope } = context;
  const fresh = { ...context, depth: 3, budget: { ...context.budget, nodes: 8 } };
  const seen = scope.flatMap((binding) => (binding.type in readings ? [binding] : []));
  const last = seen.slice(-6).filter(() => choices.chance(0.7));
  const terms = last.map((binding) =>
    (readings[binding.type] as (e: Node, context: Context) => Node)(read(binding), fresh),
  );
  return terms.reduce((sum, term) => {
    const [a, b] = [within(context, sum, interval(-500, 500)), within(context, term, interval(-500, 500))];
    return choices.chance(0.7)
      ? node("num", "+", plus(a.range, b.range))`${a} + ${b}`
      : node("num", "-", minus(a.range, b.range))`${a} - ${b}`;
  }, anyNumber(fresh));
}

const readings: { readonly [type in Type]?: (e: Node, context: Context) => Node } = {
  num: (e) => e,
  nums: (e) => atom("num", "reduce", moderate)`${e}.reduce((a, b) => a * 0.5 + b)`,
  floats: (e) => node("num", "w[0]", interval(-8, 8))`${e}[0]! + ${e}[1]!`,
  rec: (e) => node("num", "p.a", interval(-20, 20))`${e}.a * ${e}.b`,
  reals: (e, context) => atom("num", "f(a)", cell)`${e}[1]!(${number(context)})`,
  real: (e, context) => atom("num", "f(a)", cell)`${e}(${number(context)})`,
  thunk: (e) => atom("num", "call t()", cell)`${e}()`,
  table: (e, context) => atom("num", "o.f", cell)`${e}.f(${number(context)})`,
  maybe: (e) => node("num", "??", cell)`${e} ?? 0`,
  singles: (e) => atom("num", "z.at", cell)`${e}.at(-1)!`,
  dict: (e) => atom("num", "Object.values", interval(-8, 8))`Object.values(${e}).reduce((s, v) => s * 0.5 + v, 0)`,
  part: (e) => node("num", "r.x ??", cell)`${e}.x ?? ${e}.p?.b ?? 0`,
  curried: (e, context) => atom("num", "c(a)(b)", cell)`${e}(${number(context)})(0.7)`,
  str: (e) => node("num", "text.length", interval(0, 1))`(${e}.length & 15) / 16`,
  ints: (e) => node("num", "k[0]", interval(0, 1))`(${e}[0]! & 15) / 16`,
  maybeRec: (e) => node("num", "?. ??", cell)`${e}?.a ?? 0`,
};

function parameter(context: Context): Parameter {
  const { choices } = context;
  const type = choices.weighted<"num" | "nums" | "floats" | "rec">([
    [3, "num"],
    [3, "nums"],
    [1, "floats"],
    [1, "rec"],
  ]);
  const assignable = type === "num" && choices.chance(0.3);
  return { binding: bind(context, type, { assignable }), argument: argumentOf(type, choices) };
}

function argumentOf(type: "num" | "nums" | "floats" | "rec", choices: Choices): Argument {
  const one = (): number => (choices.below(4001) - 2000) / 1000;
  const many = (): number[] => Array.from({ length: 2 + choices.below(2) }, one);
  switch (type) {
    case "num":
      return one();
    case "nums":
      return many();
    case "floats":
      return Float64Array.from(many());
    case "rec":
      return { a: one(), b: one(), c: many() };
  }
}
