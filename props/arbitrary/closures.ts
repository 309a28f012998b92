// Functions that give functions, functions that share a variable that they change, functions with patterns for
// parameters, recursion through a variable.

import { bind, closureCost, deeper, insideFunction, pay, visible, withScope, type Context } from "./context.ts";
import { cell, interval, type Interval } from "./interval.ts";
import { curried, dict, number, nums, part, rec } from "./makers.ts";
import { arrow, atom, bodyOf, declared, kept, literal, name, node, partsOf, read, special, statement } from "./node.ts";
import type { Binding, Node } from "./program.ts";

/** A function that is not an expression of its own. */
const whole = { isScope: true, isFunction: true, isAtomic: true, isFixed: true } as const;

const functionTypes: readonly string[] = ["real", "real2", "thunk", "reals", "table", "curried", "part"];

/** Without functions: what is assigned to a function that changes must not lead back to it. */
export const withoutFunctions = (context: Context): Context => ({
  ...context,
  scope: context.scope.filter(({ type }) => !functionTypes.includes(type)),
});

/** A function that gives a function. */
export function makeCurried(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "curried");
  if (known.length > 0 && choices.chance(0.6)) return read(choices.pick(known));
  const [a, b] = [bind(context, "num"), bind(context, "num", { assignable: choices.chance(0.3) })];
  const inside = insideFunction(deeper(context), [a, b], 30);
  if (choices.chance(0.5)) {
    const give = arrow("real", "arrow")`(${declared(b)}: number) => ${number(inside)}`;
    return arrow("curried", "a => b => …")`(${declared(a)}: number) => ${give}`;
  }
  const seen = bind(context, "num", { assignable: true });
  const changed = number(withScope(inside, seen));
  const body = bodyOf([
    statement("let")`let ${declared(seen)} = ${read(a)} * 0.5;`,
    kept("return")`return (${declared(b)}: number) => (${name(seen)} = ${changed});`,
  ]);
  return arrow("curried", "a => { let; return b => … }")`(${declared(a)}: number) => ${body}`;
}

/** Two functions that share a variable, made by a function that is called where it stands. */
export function counter(context: Context): Node {
  const shared = bind(context, "num", { assignable: true });
  const [a, b] = [bind(context, "num"), bind(context, "num")];
  const start = number(context);
  const add = number(insideFunction(context, [shared, a], 30));
  const look = number(insideFunction(context, [shared, b], 30));
  const setter = arrow("real", "counter")`(${declared(a)}: number) => (${name(shared)} = ${add})`;
  const getter = arrow("real", "arrow")`(${declared(b)}: number) => ${look}`;
  const body = bodyOf([
    { ...statement("let")`let ${declared(shared)} = ${start};`, isFixed: true },
    kept("return")`return { f: ${setter}, g: ${getter} };`,
  ]);
  return atom("table", "counter")`(${special("arrow {}")`() => ${body}`})()`;
}

/** Calls with patterns for parameters, and of functions that functions give. */
export function unusualCall(context: Context): Node {
  const { choices } = context;
  if (!pay(context, 40)) return literal(0.5);
  const inside = deeper(context);
  const num = (): Binding => bind(context, "num", { assignable: choices.chance(0.3) });
  const [a, b, c] = [num(), num(), num()];
  const value = (...params: readonly Binding[]): Node =>
    number({ ...withScope(inside, ...params), loops: [], returns: null });
  const call = (form: string, range: Interval = cell): ReturnType<typeof atom> => atom("num", form, range);
  const f = special;
  return choices.weighted<() => Node>([
    [2, () => call("c(a)(b)")`${curried(inside)}(${number(inside)})(${number(inside)})`],
    [
      1,
      () =>
        call(
          "pattern parameter",
        )`(${f("({ a, b })")`({ a: ${declared(a)}, b: ${declared(b)} }: Rec) => ${value(a, b)}`})(${rec(inside)})`,
    ],
    [
      1,
      () =>
        call(
          "nested pattern parameter",
        )`(${f("({ c: [a, b = …] })")`({ a: ${declared(a)}, c: [${declared(b)} = ${number(inside)}, ...${declared(bind(context, "nums"))}] }: Rec) => ${value(a, b)}`})(${rec(inside)})`,
    ],
    [
      1,
      () => {
        // A variable that a closure of its own parameter list captures may not be assigned.
        const [d, e] = [bind(context, "num"), bind(context, "num")];
        return call(
          "array pattern parameter",
        )`(${f("([a, b], c)")`([${declared(d)} = 0, ${declared(e)} = 1]: number[], ${declared(c)} = ${value(d, e)}) => ${value(d, e, c)}`})(${nums(inside)})`;
      },
    ],
    [
      1,
      () =>
        call(
          "default of a pattern parameter",
        )`(${f("({ x = … } = {})")`({ x: ${declared(a)} = ${number(inside)} }: Part = {}) => ${value(a)}`})(${choices.chance(0.5) ? part(inside) : ""})`,
    ],
    [
      1,
      () =>
        call(
          "rest pattern parameter",
        )`(${f("(...[a, b])")`(...[${declared(a)}, ${declared(b)} = 0.5]: [number, number?]) => ${value(a, b)}`})(${number(inside)}, ${number(inside)})`,
    ],
    [
      1,
      () => {
        const tag = f(
          "tag",
        )`(s: TemplateStringsArray, ${declared(a)}: number, ${declared(b)}: number) => ${value(a, b)}`;
        return call("tagged template")`(${tag})\`a${"${"}${number(inside)}}\\n${"${"}${number(inside)}}\``;
      },
    ],
    [
      0.5 * context.weights.keys,
      () =>
        call(
          "computed pattern parameter",
        )`(${f("({ [key]: a = … })")`({ ["a" as string]: ${declared(a)} = 0.3, ...${declared(bind(context, "dict"))} }: Dict) => ${value(a)}`})(${dict(inside)})`,
    ],
    [
      1,
      () => {
        const body = bodyOf([kept("return")`return ${value(a)};`]);
        return call(
          "function expression",
        )`(${f("function")`function (${declared(a)}: number) ${body}`})(${number(inside)})`;
      },
    ],
    [
      1,
      () =>
        call(
          "f.apply",
        )`((a: number, b: number) => a * 0.5 - b * 0.2).apply(undefined, ${atom("nums", "[a, b]")`[${number(inside)}, ${number(inside)}] as [number, number]`})`,
    ],
    [
      1,
      () =>
        call(
          "f.bind",
        )`((a: number, b: number) => a * 0.5 + b * 0.5).bind(undefined, ${number(inside)})(${number(inside)})`,
    ],
    [1, () => thisCall(inside)],
  ])();
}

/** A method that reads its record by `this`. */
function thisCall(context: Context): Node {
  const a = bind(context, "num");
  const value = number({ ...withScope(context, a), loops: [], returns: null });
  const method = node(
    "real",
    "method",
    undefined,
    whole,
  )`m(${declared(a)}: number): number { return this.k * ${value}; }`;
  return atom("num", "this", interval(-20, 20))`({ k: ${number(context)}, ${method} }).m(${number(context)})`;
}

/** A function that calls itself by a variable that is assigned later, by `var`, or by its own name. */
export function recursionByVariable(context: Context): Node {
  const { choices } = context;
  const depth = 2 + choices.below(2);
  const f = bind(context, "real", { cost: closureCost * (depth + 1) });
  const self = `r${context.budget.names++}`;
  const [n, a, argument] = [bind(context, "int"), bind(context, "num"), bind(context, "num")];
  const inside = insideFunction(withoutFunctions(context), [n, a], closureCost / 2);
  const again = atom("num", "recursive call", cell, { isFixed: true })`${self}(${name(n)} - 1, ${number(inside)})`;
  const value = node(
    "num",
    "recursion by a variable",
    cell,
  )`${name(n)} <= 0 ? ${number(inside)} : 0.5 * ${again} + 0.5 * ${number(inside)}`;
  const params = partsOf`(${declared(n)}: number, ${declared(a)}: number): number`;
  const made = (form: string, before: string, between: string, after: string): Node => ({
    ...node("real", form, undefined, whole)``,
    parts: [before, ...params, between, value, after],
  });
  const [head, body, called] = choices.pick<() => readonly [string, Node, string]>([
    () => [
      `let ${self} = (n: number, a: number): number => a * n;\n  ${self} = `,
      made("let f; f = …", "", " => ", ""),
      self,
    ],
    () => [`var ${self} = `, made("var f", "", " => ", ""), self],
    () => ["const go = ", made("named function expression", `function ${self}`, " { return ", "; }"), "go"],
  ])();
  const wrapper = arrow(
    "real",
    "wrapper",
  )`(${declared(argument)}: number): number => {\n  ${head}${body};\n  return ${called}(${literal(depth, "int")}, ${name(argument)});\n}`;
  return statement("recursion by a variable")`const ${declared(f)} = ${wrapper};`;
}
