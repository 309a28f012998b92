// Variables of the module: numbers, arrays, records and functions that the helpers and `f` read and write. Runs of `f`
// start from the same values: what can change is set anew before all else (`resetOf`).

import { bind, insideFunction, type Context } from "./context.ts";
import { number } from "./makers.ts";
import { arrow, atom, bodyOf, declared, kept, literal, name, node, statement } from "./node.ts";
import { spelling, type ModuleVariable, type Node } from "./program.ts";

export function makeState(context: Context): readonly ModuleVariable[] {
  const { choices, weights } = context;
  if (!choices.chance(Math.min(1, 0.4 * weights.state))) return [];
  return Array.from({ length: 1 + choices.below(3) }, () => moduleVariable({ ...context, scope: [], orders: 0 }));
}

function moduleVariable(context: Context): ModuleVariable {
  const { choices } = context;
  const word = choices.chance(0.6) ? "let" : "const";
  const assignable = word === "let";
  const one = (): Node => literal((choices.below(4001) - 2000) / 1000);
  return choices.weighted<() => ModuleVariable>([
    [
      4,
      () => {
        const value = one();
        const range = assignable ? {} : { range: value.range };
        return { word, value, binding: bind(context, "num", { assignable, ...range }) };
      },
    ],
    [
      2,
      () => ({
        word,
        value: atom("nums", "[…]")`[${one()}, ${one()}]`,
        binding: bind(context, "nums", { assignable }),
      }),
    ],
    [
      1,
      () => ({
        word,
        value: atom("floats", "Float64Array.of")`Float64Array.of(${one()}, ${one()})`,
        binding: bind(context, "floats", { assignable }),
      }),
    ],
    [
      1,
      () => ({
        word,
        value: atom("rec", "{…}")`{ a: ${one()}, b: ${one()}, c: [${one()}, ${one()}] }`,
        binding: bind(context, "rec", { assignable }),
      }),
    ],
    [1, () => ({ word, value: closedFunction(context), binding: bind(context, "real", { assignable }) })],
    [
      0.5 * context.weights.keys,
      () => ({
        word: "let",
        value: atom("dict", "dictionary")`({ a: ${one()} } as Dict)`,
        binding: bind(context, "dict", { assignable: true }),
      }),
    ],
    [
      0.5 * context.weights.integers,
      () => ({
        word: "let",
        value: literal(choices.below(3), "int"),
        binding: bind(context, "int", { assignable: true }),
      }),
    ],
  ])();
}

/** A function that uses nothing from outside. */
function closedFunction(context: Context): Node {
  const param = bind(context, "num");
  const inside = insideFunction({ ...context, depth: 2, nesting: 0, weights: { ...context.weights, derivatives: 0 } }, [
    param,
  ]);
  const value = number(inside);
  return context.choices.chance(0.5)
    ? arrow("real", "arrow")`(${declared(param)}: number) => ${value}`
    : arrow(
        "real",
        "function expression",
      )`function (${declared(param)}: number): number ${bodyOf([kept("return")`return ${value};`])}`;
}

/** Gives a variable its first value again; null if it never has another. */
export function resetOf({ binding, word, value }: ModuleVariable): Node | null {
  const target = name(binding);
  if (word === "let") return statement("reset")`${target} = ${value};`;
  switch (binding.type) {
    case "nums":
      return statement("reset")`${target}.splice(0, ${target}.length, ...${value});`;
    case "floats":
      return statement("reset")`${target}.set(${value});`;
    case "rec":
      return statement("reset")`Object.assign(${target}, ${value});`;
    default:
      return null;
  }
}

/** The declaration in the module. */
export const declarationOf = ({ binding, word, value }: ModuleVariable): Node =>
  node(
    "statement",
    `module ${word} ${binding.type}`,
  )`${word} ${declared(binding)}: ${spelling[binding.type]} = ${value};`;
