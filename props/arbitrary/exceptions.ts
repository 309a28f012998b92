// Exceptions that are thrown on some paths, after whatever the program has done to its arguments and variables until
// then. By `throw` and by the language. Some are caught.

import { bind, visible, type Context } from "./context.ts";
import { scopeAfter } from "./functions.ts";
import { condition, int, number, nums, statements, str } from "./makers.ts";
import { block, bodyOf, declared, name, read, statement } from "./node.ts";
import type { Node } from "./program.ts";

const throws = { trait: "throws" } as const;

/** A statement that throws if a condition holds that may well hold. */
export function raised(context: Context): Node {
  const { choices } = context;
  const inside = { ...context, depth: 1 };
  const given = statement("raise", throws);
  const what = choices.weighted<() => Node>([
    [3, () => given`throw new Error(\`at ${"${"}${int(inside)}}\`);`],
    [2, () => given`throw new RangeError(${str(inside)});`],
    [1, () => given`throw new TypeError("not this", { cause: ${int(inside)} });`],
    [1, () => given`throw ${str(inside)};`],
    [1, () => given`throw { code: ${int(inside)} };`],
    [1, () => statement("TypeError", throws)`(undefined as unknown as { g: () => void }).g();`],
    [1, () => statement("not a function", throws)`(${int(inside)} as unknown as () => void)();`],
    [1, () => statement("invalid length", throws)`void new Array<number>(-1 - ${int(inside)});`],
    [1, () => statement("index out of range", throws)`void ${nums(inside)}.with(99, ${number(inside)});`],
    [1, () => statement("null destructured", throws)`void (({ a }: Rec) => a)(null as unknown as Rec);`],
    [1, () => statement("reduce of nothing", throws)`void ([] as number[]).reduce((a, b) => a + b);`],
  ])();
  return choices.chance(0.5)
    ? statement("if raise", throws)`if (${condition({ ...context, depth: 2 })}) ${block([what])}`
    : statement(
        "raise in a function",
        throws,
      )`(() => {\n  if (${condition({ ...context, depth: 2 })}) ${block([what])}\n})();`;
}

/** A variable that is read before it exists, if a condition holds. */
export function tooEarly(context: Context): Node {
  const late = bind(context, "num", { hoisted: true });
  const value = number(context);
  const test = condition({ ...context, depth: 2 });
  const get = `get${context.budget.names++}`;
  return statement(
    "read before initialisation",
    throws,
  )`const ${get} = (): number => ${name(late)};\nif (${test}) void ${get}();\nconst ${declared(late)} = ${value};`;
}

/** What throws a number, or something that may hold one, if a condition holds: here, or in functions that it calls. */
function thrown(context: Context, depth = 3): Node {
  const { choices } = context;
  const inside = { ...context, depth: 2 };
  const value = number(inside);
  const what = choices.weighted<() => Node>([
    [3, () => statement("throw number")`throw ${value};`],
    [3, () => statement("throw record")`throw { value: ${value} };`],
    [1, () => statement("throw error")`throw new RangeError("out of range");`],
    [1, () => statement("throw with value")`throw Object.assign(new Error("no"), { value: ${value} });`],
    [1, () => statement("member of nothing")`(undefined as unknown as { g: () => void }).g();`],
    [0.5, () => statement("syntax error")`JSON.parse("{");`],
  ]);
  if (depth === 0 || choices.chance(0.3))
    return statement("throw to catch")`if (${condition(inside)}) ${block([what()])}`;
  const inner = thrown(context, depth - 1);
  const f = `f${context.budget.names++}`;
  return choices.weighted<() => Node>([
    [1, () => statement("callback that throws")`[1, 2].forEach((k) => ${bodyOf([inner])});`],
    [1, () => statement("function that throws")`const ${f} = (): void => ${bodyOf([inner])};\n${f}();`],
    [
      1,
      () =>
        statement(
          "recursion that throws",
        )`const ${f} = (n: number): number => {\n  if (n > 0) return ${f}(n - 1) + 1;\n${inner}\n  return 0;\n};\nvoid ${f}(2);`,
    ],
    [
      1,
      () =>
        statement(
          "rethrow",
        )`try ${bodyOf([inner])} catch (${f}) {\n  throw ${f};\n} finally ${bodyOf(statements(context, 1))}`,
    ],
    [
      1,
      () => {
        const given = `(typeof ${f} === "number" ? ${f} : 0.5)`;
        return statement(
          "throw of another",
        )`try ${bodyOf([inner])} catch (${f}) {\n  throw { value: ${given} * ${value} };\n}`;
      },
    ],
  ])();
}

/** A `try` statement. What is thrown in it goes on into the variables of the program. */
export function handled(context: Context): Node {
  const { choices } = context;
  const last = bodyOf(statements(context, 1 + choices.below(2)));
  const before = statements(context, 1);
  if (choices.chance(0.15)) return statement("try finally")`try ${bodyOf(before)} finally ${last}`;
  const throwing = thrown(scopeAfter(context, before));
  const body = bodyOf([...before, throwing, ...statements(context, choices.below(2))]);
  const error = `e${context.budget.names++}`;
  const caught = bind(context, "num");
  const value = statement("catch", {
    isFixed: true,
  })`const ${declared(caught)} = typeof ${error} === "number" ? ${error} : ((${error} as { value?: number } | null)?.value ?? 0.25);`;
  const target = visible(context, "num").find(({ assignable }) => assignable);
  const used =
    target === undefined ? [] : [statement("=")`${name(target)} = 0.5 * (${name(target)} + ${read(caught)});`];
  const after = statements({ ...context, scope: [...context.scope, caught] }, choices.below(2));
  const handler = bodyOf([value, ...used, ...after]);
  return choices.chance(0.3)
    ? statement("try catch finally")`try ${body} catch (${error}) ${handler} finally ${last}`
    : statement("try catch")`try ${body} catch (${error}) ${handler}`;
}
