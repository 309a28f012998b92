// Variables of all types that are assigned, and those declared by `var`.

import { withoutFunctions } from "./closures.ts";
import { bind, pay, type Context } from "./context.ts";
import { bitwise } from "./integers.ts";
import { condition, floats, key, maybe, nums, number, part, real, rec, str } from "./makers.ts";
import { declared, name, node, statement } from "./node.ts";
import { spelling, type Binding, type Node } from "./program.ts";

/** Another array, record, function or text for a variable. */
export function reassigned(context: Context): Node {
  const { choices } = context;
  const targets = context.scope.filter((binding) => binding.assignable && binding.type in values);
  if (targets.length === 0) return otherVariable(context);
  const target = choices.pick(targets);
  return statement(
    `= ${target.type}`,
  )`${name(target)} = ${(values[target.type] as (context: Context) => Node)(context)};`;
}

/** What variables may be assigned: bounded, because it happens in loops; no function that leads back to itself. */
const values: { readonly [type in Binding["type"]]?: (context: Context) => Node } = {
  nums: (context) => node("nums", "xs.slice(0, 4)")`${nums(context)}.slice(0, 4)`,
  floats: (context) => node("floats", "w.subarray(0, 4)")`${floats(context)}.subarray(0, 4)`,
  rec,
  real: (context) => real(withoutFunctions(context)),
  str: (context) => node("str", "text.slice(0, 6)")`${str(context)}.slice(0, 6)`,
  key,
  maybe,
  part,
  int: bitwise,
  bool: condition,
};

/** A variable of another type than number that may be assigned. */
export function otherVariable(context: Context): Node {
  const type = context.choices.pick(Object.keys(values) as Binding["type"][]);
  const value = (values[type] as (context: Context) => Node)(context);
  const binding = bind(context, type, { assignable: true });
  return statement(`let ${type}`)`let ${declared(binding)}: ${spelling[type]} = ${value};`;
}

/** `var`: one variable for the whole function, wherever it is declared. */
export function byVar(context: Context): Node {
  const { choices } = context;
  const v = bind(context, "num", { assignable: true });
  const [a, b] = [number(context), number(context)];
  return choices.weighted<() => Node>([
    [1, () => statement("var")`var ${declared(v)} = ${a};`],
    [
      1,
      () =>
        statement(
          "var in branches",
        )`if (${condition(context)}) {\n  var ${declared(v)} = ${a};\n} else {\n  ${name(v)} = ${b};\n}`,
    ],
    [pay(context, 20) ? 1 : 0, () => acrossIterations(context, a)],
  ])();
}

/** A variable that a later iteration finds as an earlier one left it. */
function acrossIterations(context: Context, first: Node): Node {
  const kept = `kept${context.budget.names++}`;
  const v = bind(context, "num");
  return statement(
    "var across iterations",
  )`for (let n = 0; n < 2; n++) {\n  var ${kept}: number | undefined = 0.5 * (${kept} ?? ${first}) + 0.1 * n;\n}\nconst ${declared(v)} = ${kept}!;`;
}
