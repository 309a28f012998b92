// Statements: assignments, branches, loops of every kind, jumps out of them.

import { declaration } from "./declarations.ts";
import { bind, isSpent, pay, repeated, visible, withScope, type Choice, type Context } from "./context.ts";
import { eachCallback, functionDeclarations, scopeAfter } from "./functions.ts";
import { cell, interval, unit } from "./interval.ts";
import { anyNumber, condition, floats, int, nums, number, real, rec } from "./makers.ts";
import { block, declared, jump, name, node, partsOf, read, statement } from "./node.ts";
import type { Binding, Block, Node, Type } from "./program.ts";
import { makeIndex } from "./values.ts";

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
    [0.3, () => [impossible(context)]],
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
    [1, () => statement("swap")`[${target}, ${other}] = [${number(context)}, ${target}];`],
  ])();
}

/** A write to memory that a variable holds, so that something may see it. */
function memoryWrite(context: Context): Node {
  const { choices } = context;
  const targets = context.scope.filter(({ type }) => type in writes);
  if (targets.length === 0) return declaration(context);
  const target = choices.pick(targets);
  return (writes[target.type] as Write)(context, read(target));
}

type Write = (context: Context, target: Node) => Node;

const writes: { readonly [type in Type]?: Write } = {
  nums: (context, array) =>
    context.choices.weighted<() => Node>([
      [5, () => statement("xs[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${number(context)};`],
      [2, () => statement("xs[i] *=")`${array}[${makeIndex({ ...context, depth: 1 })}]! *= ${number(context, unit)};`],
      [1, () => statement("push")`${array}.push(${number(context)});`],
      [1, () => statement("push shift")`${array}.push(${array}.shift()!);`],
      [1, () => statement("unshift pop")`${array}.unshift(${array}.pop()!);`],
      [1, () => statement("splice")`${array}.splice(1, 1, ${number(context)}, ${number(context)});`],
      [1, () => statement("reverse")`${array}.reverse();`],
      [2, () => statement("swap elements")`[${array}[0], ${array}[1]] = [${array}[1]!, ${number(context)}];`],
    ])(),
  floats: (context, array) =>
    context.choices.weighted<() => Node>([
      [4, () => statement("w[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${number(context)};`],
      [1, () => statement("w[i] *=")`${array}[${makeIndex({ ...context, depth: 1 })}]! *= ${number(context, unit)};`],
      [1, () => statement("w.set")`${array}.set([${number(context)}], 1);`],
      [1, () => statement("w.copyWithin")`${array}.copyWithin(0, 1);`],
    ])(),
  rec: (context, record) =>
    context.choices.weighted<() => Node>([
      [4, () => statement("p.a =")`${record}.${context.choices.pick(["a", "b"])} = ${number(context)};`],
      [1, () => statement("p.a *=")`${record}.${context.choices.pick(["a", "b"])} *= ${number(context, unit)};`],
      [1, () => statement("p.c =")`${record}.c = ${nums(context)};`],
      [1, () => statement("p.c[i] =")`${record}.c[${makeIndex({ ...context, depth: 1 })}] = ${number(context)};`],
    ])(),
  rows: (context, array) => statement("m[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${nums(context)};`,
  recs: (context, array) => statement("ps[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${rec(context)};`,
  reals: (context, array) => statement("fs[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${real(context)};`,
  table: (context, record) => statement("o.f =")`${record}.f = ${real(context)};`,
};

/** A block of its own. */
const inner = (context: Context, count = 1 + context.choices.below(3)): Block =>
  block(makeStatements({ ...context, depth: Math.min(context.depth, 3) }, count));

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
  const texts = ["case 0:", "case 1:", "default:", "case 2:"].slice(choices.below(2));
  const cases = texts.map((text) => {
    const ending = choices.chance(0.5) ? "\n    break;" : "";
    return node("statement", "case", undefined, {
      isFixed: true,
    })`\n  ${text} ${inner(within, 1 + choices.below(2))}${ending}`;
  });
  const parts = partsOf`${cases[0] as Node}${cases[1] as Node}${cases[2] as Node}${cases[3] ?? ""}\n}`;
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

/** The inside of a loop that runs at most `count` times. */
const inLoop = (
  context: Context,
  count: number,
  loops: readonly Binding[],
  bindings: readonly Binding[] = [],
): Context => ({
  ...repeated(withScope(context, ...bindings), count),
  loops: [...context.loops.filter(({ name }) => name.startsWith("out")), ...loops],
  isLoopNear: true,
});

const whole = { isScope: true } as const;

function loop(context: Context): readonly Node[] {
  const { choices } = context;
  const count = 2 + choices.below(3);
  if (!pay(context, 8 * count)) return [declaration(context)];
  const me = bind(context, "label");
  const hidden = declared(me, true);
  const i = bind(context, "int", { range: interval(0, 1000) });
  const v = bind(context, "num", { assignable: choices.chance(0.3) });
  const fixed = bind(context, "num");
  const array = (): Node => (choices.chance(0.7) ? nums(context) : floats(context));
  const counter = inLoop(context, count, [me], [i]);
  const each = inLoop(context, 5, [me], [v]);
  const fuel = inLoop(context, count, [me]);
  const n = String(count);
  const goOn = (): Node => condition({ ...fuel, depth: 2 });
  const word = v.assignable ? "let" : "const";
  return [
    choices.weighted<() => Node>([
      [
        3,
        () =>
          statement(
            "for",
            whole,
          )`${hidden}for (let ${declared(i)} = 0; ${name(i)} < ${n}; ${name(i)}++) ${inner(counter)}`,
      ],
      [
        1,
        () =>
          statement(
            "for down",
            whole,
          )`${hidden}for (let ${declared(i)} = ${n}; ${name(i)} > 0; ${name(i)}--) ${inner(counter)}`,
      ],
      [
        1,
        () =>
          statement(
            "for array",
            whole,
          )`${hidden}for (let ${declared(i)} = 0; ${name(i)} < Math.min(${nums(context)}.length, ${n}); ${name(i)}++) ${inner(counter)}`,
      ],
      [
        1,
        () =>
          statement(
            "for changed",
            whole,
          )`${hidden}for (let ${declared(i)} = 0; ${name(i)} < ${n}; ${name(i)}++) {\n  const skip = () => { ${name(i)}++; };\n  if (${goOn()}) skip();\n  ${inner(counter)}\n}`,
      ],
      [
        2,
        () =>
          statement(
            "while",
            whole,
          )`${hidden}for (let ${declared(i)} = 0; ${name(i)} < ${n} && ${goOn()}; ) {\n  ${name(i)}++;\n  ${inner(counter)}\n}`,
      ],
      [
        3,
        () =>
          statement(
            "while",
            whole,
          )`${hidden}{\n  let ${declared(i)} = ${n};\n  while (${name(i)}-- > 0 && ${goOn()}) ${inner(counter)}\n}`,
      ],
      [
        2,
        () =>
          statement(
            "do",
            whole,
          )`${hidden}{\n  let ${declared(i)} = 0;\n  do ${inner(counter)} while (${name(i)}++ < ${n} && ${goOn()});\n}`,
      ],
      [
        3,
        () =>
          statement("for of", whole)`${hidden}for (${word} ${declared(v)} of ${array()}.slice(0, 4)) ${inner(each)}`,
      ],
      [
        1,
        () =>
          statement(
            "for of while changed",
            whole,
          )`${hidden}for (${word} ${declared(v)} of ${nums(context)}) {\n  if (${name(v)} !== ${name(v)}) break;\n  ${inner({ ...inLoop(context, 8, [me], [v]), weights: { ...context.weights, mutation: 0 } })}\n}`,
      ],
      [
        2,
        () =>
          statement(
            "entries",
            whole,
          )`${hidden}for (const [${declared(i)}, ${declared(fixed)}] of ${array()}.slice(0, 4).entries()) ${inner(inLoop(context, 4, [me], [i, fixed]))}`,
      ],
      [2, () => labelled(context)],
    ])(),
  ];
}

/** Two loops, one in the other, of which the outer one has a label that jumps may name. */
function labelled(context: Context): Node {
  const label = bind(context, "label", { name: `out${context.budget.names++}` });
  const me = bind(context, "label");
  const i = bind(context, "int", { range: interval(0, 3) });
  const j = bind(context, "int", { range: interval(0, 3) });
  const outside = inLoop(context, 3, [label], [i]);
  const inside = inLoop(outside, 3, [label, me], [j]);
  const heart = block([...makeStatements(inside, 2), leaving({ ...inside, loops: [label], isLoopNear: false })]);
  const second = statement(
    "inner loop",
    whole,
  )`${declared(me, true)}for (let ${declared(j)} = 0; ${name(j)} < 3; ${name(j)}++) ${heart}`;
  const body = block([...makeStatements(outside, 1), second, ...makeStatements(outside, 1)]);
  return statement(
    "labelled",
    whole,
  )`${declared(label)}: for (let ${declared(i)} = 0; ${name(i)} < 3; ${name(i)}++) ${body}`;
}

/** A jump, on a condition. */
function leaving(context: Context): Node {
  const { choices, loops, isLoopNear } = context;
  const target = choices.pick(loops);
  const isInnermost = target === loops.at(-1) && isLoopNear;
  const word = choices.pick(["break", "continue"] as const);
  if (!target.name.startsWith("out") && !isInnermost) return statement("empty")`;`;
  const text = target.name.startsWith("out")
    ? statement(`${word} label`)`${word} ${name(target)};`
    : jump(word, target);
  return statement(word)`if (${condition({ ...context, depth: 2 })}) ${block([text])}`;
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
