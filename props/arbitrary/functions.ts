// Functions as values: closures that capture and change, functions that take and give functions, recursion with fuel.

import { counter, makeCurried, recursionByVariable } from "./closures.ts";
import {
  bind,
  deeper,
  insideFunction,
  isSpent,
  pay,
  visible,
  withScope,
  type Context,
  closureCost,
} from "./context.ts";
import { cell, interval, unit } from "./interval.ts";
import { condition, number, nums, part, real, reals, statements, table } from "./makers.ts";
import { arrow, atom, bodyOf, declared, kept, literal, name, node, read, statement } from "./node.ts";
import type { Binding, Block, Node } from "./program.ts";

/** Parameters and body of a function that is not an expression of its own. */
const whole = { isScope: true, isFunction: true, isAtomic: true, isFixed: true } as const;

/** A block that ends with `return` of a number inside `cell`. */
function functionBody(context: Context, params: readonly Binding[], count: number): Block {
  const inside = { ...insideFunction(context, params), returns: cell, nesting: Math.min(context.nesting, 2) };
  const before = statements(inside, count);
  const scope = scopeAfter(inside, before);
  return bodyOf([...before, kept("return")`return ${number({ ...scope, depth: 2 })};`]);
}

/** The scope after statements: what they declare at their own level is visible. */
export function scopeAfter(context: Context, before: readonly Node[]): Context {
  const bindings = before
    .flatMap(({ isScope, parts }) => (isScope ? [] : parts))
    .flatMap((part) =>
      typeof part !== "string" && part.kind === "declared" && part.binding.type !== "label" ? [part.binding] : [],
    );
  return withScope(context, ...bindings);
}

/** A function of one number inside `cell` that gives another. */
export function makeReal(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "real").filter(({ cost }) => cost <= closureCost);
  const param = bind(context, "num", { assignable: choices.chance(0.3) });
  const inside = insideFunction(deeper(context), [param]);
  const short = (): Node => arrow("real", "arrow")`(${declared(param)}: number) => ${number(inside)}`;
  if (isSpent(context)) return known.length > 0 ? read(choices.pick(known)) : short();
  context.budget.nodes--;
  return choices.weighted<() => Node>([
    [known.length > 0 ? 4 : 0, () => read(choices.pick(known))],
    [3, short],
    [
      context.nesting > 0 ? 2 : 0,
      () =>
        arrow(
          "real",
          "arrow {}",
        )`(${declared(param)}: number): number => ${functionBody(deeper(context), [param], 1 + choices.below(2))}`,
    ],
    [0.7, () => atom("real", "Math.sin as value")`Math.${choices.pick(["sin", "cos", "tanh", "atan"])}`],
    [1, () => atom("real", "fs[0]")`${reals(deeper(context))}[${String(choices.below(2))}]!`],
    [1, () => atom("real", "o.f")`${table(deeper(context))}.${choices.pick(["f", "g"])}`],
    [1, () => curried(deeper(context))],
    [0.5, () => atom("real", "c(a)")`${makeCurried(deeper(context))}(${number(context)})`],
    [
      0.5 * context.weights.records,
      () => node("real", "r.f ??")`${part(deeper(context))}.f ?? ${real(deeper(context))}`,
    ],
    [
      0.5,
      () =>
        atom(
          "real",
          "function expression",
        )`(${node("real", "function", undefined, whole)`function (${declared(param)}: number): number ${functionBody(deeper(context), [param], 1)}`})`,
    ],
  ])();
}

/** A function that a function gives: it captures a parameter. */
function curried(context: Context): Node {
  const outer = bind(context, "num");
  const param = bind(context, "num");
  const value = number(insideFunction(context, [outer, param]));
  return atom(
    "real",
    "a => b => …",
  )`(${arrow("real", "arrow")`(${declared(outer)}: number) => ${arrow("real", "arrow")`(${declared(param)}: number) => ${value}`}`})(${number(context)})`;
}

export function makeReal2(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "real2").filter(({ cost }) => cost <= closureCost);
  if (known.length > 0 && choices.chance(0.6)) return read(choices.pick(known));
  const a = bind(context, "num");
  const b = bind(context, "num");
  if (choices.chance(0.3)) {
    const fallback = number(insideFunction(deeper(context), [a]));
    const value = number(insideFunction(deeper(context), [a, b]));
    return arrow(
      "real2",
      "default parameter",
    )`(${declared(a)}: number, ${declared(b)}: number = ${fallback}) => ${value}`;
  }
  return arrow(
    "real2",
    "arrow of two",
  )`(${declared(a)}: number, ${declared(b)}: number) => ${number(insideFunction(deeper(context), [a, b]))}`;
}

export function makeThunk(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "thunk").filter(({ cost }) => cost <= closureCost);
  if (known.length > 0 && choices.chance(0.6)) return read(choices.pick(known));
  if (context.nesting > 0 && !isSpent(context) && choices.chance(0.4)) {
    return arrow("thunk", "thunk {}")`(): number => ${functionBody(deeper(context), [], 1)}`;
  }
  return arrow("thunk", "thunk")`() => ${number(insideFunction(deeper(context), []))}`;
}

/** A record of functions; one may be a method. */
export function makeTable(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "table");
  if (known.length > 0 && choices.chance(0.8)) return read(choices.pick(known));
  const inside = deeper(context);
  if (!isSpent(context) && choices.chance(0.3)) return counter(inside);
  if (choices.chance(0.5)) return atom("table", "{ f, g }")`{ f: ${real(inside)}, g: ${real(inside)} }`;
  const param = bind(context, "num");
  const value = number(insideFunction(inside, [param]));
  const method = node("real", "method", undefined, {
    isScope: true,
    isFunction: true,
    isFixed: true,
  })`g(${declared(param)}: number) { return ${value}; }`;
  return atom("table", "{ g() {} }")`{ f: ${real(inside)}, ${method} }`;
}

/** A call of some function of one number. */
export function makeRealCall(context: Context): Node {
  const { choices } = context;
  const affordable = visible(context, "real");
  const callee = affordable.length > 0 && choices.chance(0.7) ? choices.pick(affordable) : null;
  if (!pay(context, callee?.cost ?? closureCost)) return number({ ...context, depth: 0 });
  const f = callee === null ? real(context) : read(callee);
  return choices.chance(0.1)
    ? atom("num", "f?.()", cell)`${f}?.(${number(context)})`
    : atom("num", "f(a)", cell)`${f}(${number(context)})`;
}

/** Declarations of functions, for a module or a block. */
export function functionDeclarations(context: Context): readonly Node[] {
  const { choices } = context;
  return choices.weighted<() => readonly Node[]>([
    [2, () => [recursive(context)]],
    [1, () => mutual(context)],
    [1, () => [callingLater(context)]],
    [2, () => [plainFunction(context)]],
    [1, () => [higherOrder(context)]],
    [1, () => [recursionByVariable(context)]],
  ])();
}

function plainFunction(context: Context): Node {
  const param = bind(context, "num", { assignable: context.choices.chance(0.4) });
  const f = bind(context, "real", { hoisted: true });
  const body = functionBody(context, [param], 1 + context.choices.below(3));
  return statement(
    "function f",
  )`function ${declared(f)}${node("real", "function", undefined, whole)`(${declared(param)}: number): number ${body}`}`;
}

/** A function that calls itself, at most as often as its fuel allows, then wrapped as a function of a number. */
function recursive(context: Context): Node {
  const { choices } = context;
  const depth = 2 + choices.below(3);
  const n = bind(context, "int", { range: interval(0, depth) });
  const a = bind(context, "num");
  const self = bind(context, "label", { name: `h${context.budget.names++}` });
  const f = bind(context, "real", { cost: closureCost * (depth + 1) });
  const inside = insideFunction(context, [n, a], closureCost / 2);
  const base = number(inside);
  const next = number(inside);
  const again = atom("num", "recursion", cell, { isFixed: true })`${self.name}(${name(n)} - 1, ${next})`;
  const fuel = literal(depth, "int");
  const step = number(inside);
  const body = node(
    "real",
    "recursive body",
    undefined,
    whole,
  )`(${declared(n)}: number, ${declared(a)}: number): number => ${name(n)} <= 0 ? ${base} : ${combined(inside, again, step)}`;
  const argument = bind(context, "num");
  return statement(
    "recursion",
  )`const ${declared(f)} = ${arrow("real", "wrapper")`(${declared(argument)}: number): number => {\n  const ${self.name} = ${body};\n  return ${self.name}(${fuel}, ${name(argument)});\n}`};`;
}

function combined(context: Context, again: Node, step: Node): Node {
  return context.choices.weighted<() => Node>([
    [1, () => again],
    [2, () => node("num", "recursion * step", cell)`Math.sin(${again}) * ${step}`],
    [1, () => node("num", "recursion + step", cell)`0.5 * ${again} + 0.5 * ${step}`],
  ])();
}

/** Two functions that call each other; one may be called before it is declared. */
function mutual(context: Context): readonly Node[] {
  const { choices } = context;
  const [f, g] = [
    bind(context, "label", { hoisted: true, name: `even${context.budget.names++}` }),
    bind(context, "label", { hoisted: true, name: `odd${context.budget.names++}` }),
  ];
  const one = (self: Binding, other: Binding): Node => {
    const n = bind(context, "int", { range: interval(0, 4) });
    const a = bind(context, "num");
    const inside = insideFunction(context, [n, a], closureCost / 4);
    const [base, next] = [number(inside), number(inside)];
    const rest = combined(
      inside,
      atom("num", "mutual recursion", cell, { isFixed: true })`${other.name}(${name(n)} - 1, ${next})`,
      number(inside),
    );
    const body = node(
      "real",
      "function",
      undefined,
      whole,
    )`(${declared(n)}: number, ${declared(a)}: number): number {\n  if (${name(n)} <= 0) return ${base};\n  return ${rest};\n}`;
    return statement("mutual recursion")`function ${self.name}${body}`;
  };
  const both = [one(f, g), one(g, f)];
  const entry = bind(context, "real", { cost: closureCost * 2 });
  const argument = bind(context, "num");
  const fuel = 2 + choices.below(3);
  const group = statement(
    "mutual group",
  )`${both[0] as Node}\n${both[1] as Node}\nconst ${declared(entry)} = ${arrow("real", "wrapper")`(${declared(argument)}: number) => ${f.name}(${String(fuel)}, ${name(argument)})`};`;
  return [group];
}

/** A function that calls one that is declared after it, and only that way round. */
function callingLater(context: Context): Node {
  const f = bind(context, "real", { cost: closureCost });
  const later = bind(context, "label", { name: `later${context.budget.names++}` });
  const [a, b] = [bind(context, "num"), bind(context, "num")];
  const factor = number(insideFunction(context, [a], closureCost / 4), unit);
  const result = number(insideFunction(context, [b], closureCost / 4));
  const first = node(
    "real",
    "function",
    undefined,
    whole,
  )`(${declared(a)}: number): number {\n  return Math.sin(${later.name}(${name(a)}) * ${factor});\n}`;
  const second = node("real", "function", undefined, whole)`(${declared(b)}: number): number {\n  return ${result};\n}`;
  return statement("calling later")`function ${declared(f)}${first}\nfunction ${later.name}${second}`;
}

/** A function that takes a function. */
function higherOrder(context: Context): Node {
  const h = bind(context, "real", { cost: 3 * closureCost });
  const f = bind(context, "real", { cost: closureCost });
  const a = bind(context, "num");
  const given = real(context);
  const inner = bind(context, "label", { name: `twice${context.budget.names++}` });
  const inside = insideFunction(context, [a], closureCost / 2);
  const use = number(inside);
  const taking = node(
    "real",
    "higher order",
    undefined,
    whole,
  )`(${declared(f)}: (a: number) => number, ${declared(a)}: number): number => ${name(f)}(0.5 * ${name(f)}(${name(a)}) + 0.1 * ${use})`;
  const param = bind(context, "num");
  return statement(
    "higher order",
  )`const ${declared(h)} = ${arrow("real", "wrapper")`(${declared(param)}: number): number => {\n  const ${inner.name} = ${taking};\n  return ${inner.name}(${given}, ${name(param)});\n}`};`;
}

/** An array method used for its effect. */
export const eachCallback = (context: Context): Node => {
  const item = bind(context, "num");
  const index = bind(context, "int");
  const inside = { ...insideFunction(context, [item, index]), nesting: 1 };
  const leave = statement("return;")`if (${condition({ ...inside, depth: 1 })}) return;`;
  const all = statements(inside, 1 + context.choices.below(2));
  const body = bodyOf(context.choices.chance(0.3) ? [leave, ...all] : all);
  return statement(
    "forEach",
  )`${nums(context)}.forEach(${arrow("real2", "callback {}")`(${declared(item)}, ${declared(index)}) => ${body}`});`;
};
