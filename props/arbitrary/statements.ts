// Statements: assignments, branches, returns, blocks; loops and writes to memory have files of their own.

import { bind, isSpent, pay, visible, type Choice, type Context } from "./context.ts";
import { declaration } from "./declarations.ts";
import { handled, raised, tooEarly } from "./exceptions.ts";
import { eachCallback, functionDeclarations, scopeAfter } from "./functions.ts";
import { cell, unit } from "./interval.ts";
import { counterChange } from "./integers.ts";
import { inner, leaving, loop } from "./loops.ts";
import { madeClass } from "./made-classes.ts";
import { anyNumber, condition, int, key, nums, number, rec, str } from "./makers.ts";
import { block, declared, name, node, partsOf, read, statement } from "./node.ts";
import type { Binding, Node } from "./program.ts";
import { structure } from "./structures/index.ts";
import { byVar, reassigned } from "./variables.ts";
import { memoryWrite } from "./writes.ts";

/** Statements one after the other; each sees what those before it declare. */
export function makeStatements(context: Context, count: number): readonly Node[] {
  const made: Node[] = [];
  let current = context;
  for (let k = 0; k < count && !isSpent(current); k++) {
    const next = makeStatement(current);
    made.push(...next);
    current = scopeAfter(current, next);
  }
  return made;
}

function makeStatement(around: Context): readonly Node[] {
  const { choices, weights: w, nesting } = around;
  const context = { ...around, depth: Math.min(around.depth, choices.pick([1, 2, 2, 3])) };
  context.budget.nodes--;
  const families: readonly Choice<readonly Node[]>[] = [
    [6, () => [declaration(context)]],
    [3 * w.mutation, () => [assignment(context)]],
    [6 * w.mutation, () => [memoryWrite(context)]],
    [nesting > 0 ? 4 * w.branches : 0, () => [branch({ ...context, nesting: nesting - 1 })]],
    [nesting > 0 ? 4 * w.loops : 0, () => loop({ ...context, nesting: nesting - 1 })],
    [nesting > 0 ? 1.5 * w.functions : 0, () => functionDeclarations({ ...context, nesting: nesting - 1, depth: 2 })],
    [nesting > 0 && pay(context, 80) ? 1 * w.closures : 0, () => [eachCallback(context)]],
    [nesting > 0 ? 0.7 * w.closures : 0, () => [shadowing({ ...context, nesting: nesting - 1 })]],
    [context.loops.length > 0 ? 1 * w.loops : 0, () => [leaving(context)]],
    [context.returns === null ? 0 : 0.7 * w.branches, () => [early(context)]],
    [nesting > 0 ? 3 * w.structures : 0, () => [structure({ ...context, nesting: nesting - 1 })]],
    [0.3, () => [impossible(context)]],
    [0.7 * w.exceptions, () => [raised(context)]],
    [0.1 * w.exceptions, () => [tooEarly(context)]],
    [nesting > 0 ? 0.7 * w.branches : 0, () => [handled({ ...context, nesting: nesting - 1 })]],
    [nesting > 0 && pay(context, 200) ? 0.5 * w.functions : 0, () => madeClass({ ...context, nesting: 0 })],
    [1 * w.mutation, () => [reassigned(context)]],
    [1 * w.integers, () => [counterChange(context)]],
    [0.1, () => [statement("debugger")`debugger;`]],
    [nesting > 0 ? 0.5 * w.branches : 0, () => [byVar({ ...context, nesting: nesting - 1 })]],
    [nesting > 0 ? 0.3 * w.branches : 0, () => [labelledBlock({ ...context, nesting: nesting - 1 })]],
    [0.4, () => [statement("expression")`void ${anyNumber(context)};`]],
  ];
  return choices.weighted(families)();
}

const assignable = (context: Context): readonly Binding[] =>
  visible(context, "num").filter((binding) => binding.assignable);

function assignment(context: Context): Node {
  const { choices } = context;
  const targets = assignable(context);
  if (targets.length === 0) return declaration(context);
  const target = name(choices.pick(targets));
  const other = name(choices.pick(targets));
  return choices.weighted<() => Node>([
    [4, () => statement("=")`${target} = ${number(context)};`],
    [2, () => statement("+=")`${target} += 0.5 * (${number(context)} - ${target});`],
    [1, () => statement("*=")`${target} *= ${number(context, unit)};`],
    [1, () => statement("/=")`${target} /= 1 + ${number(context)} ** 2;`],
    [1, () => statement("??=")`${target} ??= ${number(context)};`],
    [1, () => statement("-=")`${target} -= 0.5 * (${target} + ${number(context)});`],
    [0.5, () => statement("**=")`${target} = Math.tanh((${target} **= ${choices.pick(["2", "3"])}) * 0.1);`],
    [context.isSmooth ? 0 : 1.5, () => logicalAssignment(context, target)],
    [context.isSmooth ? 0 : 1, () => remainderAssignment(context, target)],
    [0.5, () => statement("chained =")`${target} = ${other} = ${number(context)};`],
    [0.5, () => statement("pattern =")`({ a: ${target}, b: ${other} = ${number(context)} } = ${rec(context)} as Rec);`],
    [0.5, () => statement("array pattern =")`[, ${target} = ${number(context)}] = ${nums(context)};`],
    [1, () => statement("swap")`[${target}, ${other}] = [${number(context)}, ${target}];`],
  ])();
}

/** `x ||= y` and `x &&= y`: the number decides. */
function logicalAssignment(context: Context, target: Node): Node {
  const op = context.choices.pick(["||", "&&"]);
  const value = number(context);
  const near = partsOf`${target} = near(${target}, 0, "first") ${op} ${value};`;
  return statement(`${op}=`, { near })`${target} ${op}= ${value};`;
}

function remainderAssignment(context: Context, target: Node): Node {
  const n = context.choices.pick(["1.5", "2"]);
  return statement("%=", { near: partsOf`${target} = near(${target}, ${n}, "%");` })`${target} %= ${n};`;
}

/** A block that jumps leave by its label. */
function labelledBlock(context: Context): Node {
  const label = bind(context, "label", { name: `out${context.budget.names++}` });
  const jumping = statement("break of a block")`if (${condition({ ...context, depth: 2 })}) break ${name(label)};`;
  const before = makeStatements({ ...context, isLoopNear: false }, 1);
  const after = makeStatements(scopeAfter({ ...context, isLoopNear: false }, before), 1);
  return statement("labelled block", { isScope: true })`${declared(label)}: ${block([...before, jumping, ...after])}`;
}

function branch(context: Context): Node {
  const { choices } = context;
  return choices.weighted<() => Node>([
    [3, () => statement("if")`if (${condition(context)}) ${inner(context)}`],
    [3, () => statement("if else")`if (${condition(context)}) ${inner(context)} else ${inner(context)}`],
    [
      1,
      () =>
        statement(
          "else if",
        )`if (${condition(context)}) ${inner(context)} else if (${condition(context)}) ${inner(context)} else ${inner(context)}`,
    ],
    [2, () => switched(context)],
  ])();
}

/** Cases with and without `break`; the default anywhere. */
function switched(context: Context): Node {
  const { choices, isSmooth } = context;
  const within = { ...context, isLoopNear: false };
  const byText = context.weights.strings > 0 && choices.chance(0.3);
  const labels = byText
    ? ['case "a":', 'case "b":', "default:", 'case "ab":']
    : ["case 0:", "case 1:", "default:", "case 2:"];
  const texts = labels.slice(choices.below(2));
  const cases = texts.map((text) => {
    const ending = choices.chance(0.5) ? "\n    break;" : "";
    return node("statement", "case", undefined, {
      isFixed: true,
    })`\n  ${text} ${inner(within, 1 + choices.below(2))}${ending}`;
  });
  const parts = partsOf`${cases[0] as Node}${cases[1] as Node}${cases[2] as Node}${cases[3] ?? ""}\n}`;
  if (byText) {
    const subject = choices.chance(0.5) ? key(context) : str(context);
    return { ...statement("switch text")``, parts: [...partsOf`switch (${subject} as string) {`, ...parts] };
  }
  if (!isSmooth && choices.chance(0.5)) {
    const e = anyNumber(context);
    const head = partsOf`switch (Math.floor(${e})) {`;
    return {
      ...statement("switch floor")``,
      parts: [...head, ...parts],
      near: [...partsOf`switch (near(${e}, 0, "floor")) {`, ...parts],
    };
  }
  return { ...statement("switch")``, parts: [...partsOf`switch (${int(context)} % 3) {`, ...parts] };
}

function early(context: Context): Node {
  const { choices, returns } = context;
  const value = number({ ...context, depth: 2 }, returns ?? cell);
  return statement(
    "early return",
  )`if (${condition({ ...context, depth: 2 })}) ${choices.chance(0.5) ? block([statement("return")`return ${value};`]) : statement("return")`return ${value};`}`;
}

function impossible(context: Context): Node {
  const e = number({ ...context, depth: 1 });
  return statement("throw")`if (${e} > 1e6) throw new RangeError(\`too large: ${"${"}${e}}\`);`;
}

/** A block in which a new variable has the name of an outer one. */
function shadowing(context: Context): Node {
  const { choices } = context;
  const outer = visible(context, "num");
  if (outer.length === 0) return declaration(context);
  const hidden = choices.pick(outer);
  const hiding = bind(context, "num", { name: hidden.name, assignable: choices.chance(0.5) });
  const without = { ...context, scope: context.scope.filter(({ name }) => name !== hidden.name) };
  const first = statement("shadow")`${hiding.assignable ? "let" : "const"} ${declared(hiding)} = ${number(without)};`;
  const scope = { ...context, scope: [...without.scope, hiding] };
  const target = assignable(scope).find((binding) => binding !== hiding);
  const out = target === undefined ? [] : [statement("=")`${name(target)} = ${read(hiding)};`];
  return statement("block")`${block([first, ...makeStatements(scope, 1 + choices.below(2)), ...out])}`;
}
