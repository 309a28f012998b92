// What the generator knows at a place in the program: what is visible, how much may still be written and run.

import type { Choices } from "./choices.ts";
import { cell, counter, nothing, type Interval } from "./interval.ts";
import type { Binding, Node, Type } from "./program.ts";

/** How often each family of constructs is chosen, 1 by default; 0 leaves it out. */
export interface Weights {
  readonly loops: number;
  readonly branches: number;
  readonly closures: number;
  readonly arrays: number;
  readonly records: number;
  readonly mutation: number;
  readonly patterns: number;
  readonly functions: number;
  readonly math: number;
  readonly derivatives: number;
  readonly inactive: number;
  /** Recursion over data, aliases, kept functions, changing types: `structures/`. */
  readonly structures: number;
  /** Variables of the module. */
  readonly state: number;
  readonly strings: number;
  /** Records by computed keys, with keys that come and go. */
  readonly keys: number;
  readonly integers: number;
  /** Array methods that are not in everyday use. */
  readonly methods: number;
  /** Derivatives given by hand: `customVjp`. */
  readonly rules: number;
  /** Operators that keep a function's value, solve equations or walk trees: `checkpoint`, `fixedPoint`, `treeMap`, … */
  readonly operators: number;
  /** `stopGradient`, which differences do not understand. */
  readonly stops: number;
  /** Numbers of 32 bits, which differences do not bear. */
  readonly rounding: number;
  /** What has no influence, and an infinite derivative. */
  readonly edges: number;
  /** Exceptions that are thrown. */
  readonly exceptions: number;
}

export interface Meter {
  /** Roughly the number of nodes that a run evaluates. */
  cost: number;
  readonly limit: number;
}

/** Shared by all of a program. */
export interface Budget {
  /** Nodes that may still be made. */
  nodes: number;
  names: number;
}

/** The generators, by what they make: constructs contain each other, so they find each other here. */
export interface Makers {
  readonly num: (context: Context) => Node;
  readonly values: { readonly [type in Exclude<Type, "num" | "label">]: (context: Context) => Node };
  readonly realCall: (context: Context) => Node;
  readonly nestedDerivative: (context: Context) => Node;
  readonly statements: (context: Context, count: number) => readonly Node[];
}

export interface Context {
  readonly make: Makers;
  readonly choices: Choices;
  readonly weights: Weights;
  readonly isSmooth: boolean;
  readonly budget: Budget;
  readonly meter: Meter;
  /** How often this place runs in one run of its function, at most. */
  readonly times: number;
  readonly scope: readonly Binding[];
  /** The loops and labels that a jump here may name, innermost last; the innermost alone may be left without label. */
  readonly loops: readonly Binding[];
  /** Whether `break` here leaves the innermost loop: no switch is between. */
  readonly isLoopNear: boolean;
  /** The interval of what this function returns; null where `return` may not be written. */
  readonly returns: Interval | null;
  /** How deep expressions may still be. */
  readonly depth: number;
  /** How deep derivatives may still be nested. */
  readonly orders: number;
  /** How deep statements may still be nested. */
  readonly nesting: number;
}

/** What a call of a function that is not known may cost. */
export const closureCost = 40;

export const deeper = (context: Context): Context => ({ ...context, depth: context.depth - 1 });

export const withScope = (context: Context, ...bindings: readonly Binding[]): Context => ({
  ...context,
  scope: [...context.scope, ...bindings],
});

/** A place that runs more often. */
export const repeated = (context: Context, count: number): Context => ({ ...context, times: context.times * count });

/** Whether the run can pay for this many steps here; they are paid. */
export function pay({ meter, times }: Context, steps: number): boolean {
  if (meter.cost + times * steps > meter.limit) return false;
  meter.cost += times * steps;
  return true;
}

/** Whether nothing but leaves should be made. */
export const isSpent = ({ budget, depth, meter, times }: Context): boolean =>
  budget.nodes <= 0 || depth <= 0 || meter.cost + 3 * times > meter.limit;

/** The inside of a function that may be called with unknown frequency, from anywhere. */
export function insideFunction(context: Context, params: readonly Binding[], limit: number = closureCost): Context {
  return {
    ...withScope(context, ...params),
    meter: { cost: 0, limit },
    times: 1,
    loops: [],
    isLoopNear: false,
    returns: null,
    depth: Math.min(context.depth, 3),
  };
}

interface BindingOptions {
  readonly range?: Interval;
  readonly assignable?: boolean;
  readonly cost?: number;
  readonly hoisted?: boolean;
  readonly name?: string;
}

const letters: { readonly [type in Type]: string } = {
  singles: "z",
  ints: "k",
  part: "r",
  dict: "d",
  str: "s",
  key: "key",
  curried: "c",
  num: "v",
  int: "i",
  bool: "is",
  nums: "xs",
  floats: "w",
  rec: "p",
  recs: "ps",
  rows: "m",
  maybe: "u",
  maybeRec: "q",
  real: "f",
  real2: "g",
  thunk: "t",
  reals: "fs",
  table: "o",
  label: "loop",
};

/** A new variable, with a name that no other has. */
export function bind({ budget }: Pick<Context, "budget">, type: Type, options: BindingOptions = {}): Binding {
  return {
    name: options.name ?? `${letters[type]}${budget.names++}`,
    type,
    range: options.range ?? (type === "num" ? cell : type === "int" ? counter : nothing),
    assignable: options.assignable ?? false,
    cost: options.cost ?? closureCost,
    hoisted: options.hoisted ?? false,
  };
}

export const visible = ({ scope }: Context, type: Type): readonly Binding[] =>
  scope.filter((binding) => binding.type === type);

/** Makes one of several things, by weight. */
export type Choice<R = Node> = readonly [weight: number, make: () => R];
