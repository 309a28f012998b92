// Exceptions that are thrown on some paths, after whatever the program has done to its arguments and variables until
// then. By `throw` and by the language.

import { bind, type Context } from "./context.ts";
import { condition, int, number, nums, str } from "./makers.ts";
import { block, declared, name, statement } from "./node.ts";
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
