// Loops of every kind, with jumps out of them and closures over their variables. Each has a counter that ends it.

import { bind, pay, repeated, withScope, type Context } from "./context.ts";
import { declaration } from "./declarations.ts";
import { keyLoop } from "./dictionaries.ts";
import { interval, unit } from "./interval.ts";
import { condition, floats, ints, int, nums, number, rec, statements, str } from "./makers.ts";
import { block, declared, jump, name, statement } from "./node.ts";
import type { Binding, Block, Node } from "./program.ts";

/** A block of its own. */
export const inner = (context: Context, count: number = 1 + context.choices.below(3)): Block =>
  block(statements({ ...context, depth: Math.min(context.depth, 3) }, count));

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

export function loop(context: Context): readonly Node[] {
  const { choices } = context;
  const count = 2 + choices.below(3);
  if (!pay(context, 8 * count)) return [declaration(context)];
  const me = bind(context, "label");
  const hidden = declared(me, true);
  const i = bind(context, "int", { range: interval(0, 1000) });
  const v = bind(context, "num", { assignable: choices.chance(0.3) });
  const fixed = bind(context, "num");
  const j = bind(context, "int", { range: interval(0, 1000) });
  const s = bind(context, "str");
  const u = bind(context, "num");
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
      [
        1,
        () =>
          statement(
            "for (;;)",
            whole,
          )`${hidden}{\n  let ${declared(i)} = 0;\n  for (;;) {\n    if (${name(i)}++ >= ${n} || ${goOn()}) break;\n    ${inner(fuel)}\n  }\n}`,
      ],
      [
        1,
        () =>
          statement(
            "while (true)",
            whole,
          )`${hidden}{\n  let ${declared(i)} = ${n};\n  while (true) {\n    if (--${name(i)} < 0) break;\n    ${inner(counter)}\n  }\n}`,
      ],
      [
        1,
        () =>
          statement(
            "for, two variables",
            whole,
          )`${hidden}for (let ${declared(i)} = 0, ${declared(j)} = ${n}; ${name(i)} < ${name(j)}; ${name(i)}++, ${name(j)}--) ${inner(inLoop(context, count, [me], [i, j]))}`,
      ],
      [
        1,
        () =>
          statement(
            "for var",
            whole,
          )`${hidden}for (var ${declared(i)} = 0; ${name(i)} < ${n}; ${name(i)} += 1) ${inner(counter)}`,
      ],
      [
        1,
        () =>
          statement(
            "do continue",
            whole,
          )`${hidden}{\n  let ${declared(i)} = 0;\n  do {\n    if (${goOn()}) continue;\n    ${inner(counter)}\n  } while (++${name(i)} < ${n});\n}`,
      ],
      [1, () => captured(context, count)],
      [1, () => assignedAfterUse(context, count)],
      [
        context.weights.strings,
        () =>
          statement(
            "for of text",
            whole,
          )`${hidden}for (const ${declared(s)} of ${str(context)}.slice(0, 3)) ${inner(inLoop(context, 3, [me], [s]))}`,
      ],
      [
        context.weights.strings,
        () =>
          statement(
            "for in",
            whole,
          )`${hidden}for (const ${declared(s)} in ${rec(context)}) ${inner(inLoop(context, 3, [me], [s]))}`,
      ],
      [
        context.weights.integers,
        () =>
          statement(
            "for of ints",
            whole,
          )`${hidden}for (const ${declared(i)} of ${ints(context)}.subarray(0, 3)) ${inner(inLoop(context, 3, [me], [i]))}`,
      ],
      [
        1,
        () =>
          statement(
            "for of pairs",
            whole,
          )`${hidden}for (${word} [${declared(v)} = 0.5, ${declared(fixed)} = ${number(context)}] of [${nums(context)}, [${number(context)}]]) ${inner(inLoop(context, 2, [me], [v, fixed]))}`,
      ],
      [
        1,
        () =>
          statement(
            "for of var",
            whole,
          )`${hidden}for (var ${declared(u)} of ${array()}.slice(0, 3)) ${inner(inLoop(context, 3, [me], [u]))}`,
      ],
      [
        1,
        () =>
          statement(
            "for of with outer target",
            whole,
          )`${hidden}{\n  let ${declared(v)} = ${number(context)};\n  for (${name(v)} of ${array()}.slice(0, 3)) ${inner(each)}\n}`,
      ],
      [2 * context.weights.keys, () => keyLoop(context, (c) => inner(inLoop(c, 4, [me])), hidden)],
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
  const heart = block([...statements(inside, 2), leaving({ ...inside, loops: [label], isLoopNear: false })]);
  const second = statement(
    "inner loop",
    whole,
  )`${declared(me, true)}for (let ${declared(j)} = 0; ${name(j)} < 3; ${name(j)}++) ${heart}`;
  const body = block([...statements(outside, 1), second, ...statements(outside, 1)]);
  return statement(
    "labelled",
    whole,
  )`${declared(label)}: for (let ${declared(i)} = 0; ${name(i)} < 3; ${name(i)}++) ${body}`;
}

/** A jump, on a condition. */
export function leaving(context: Context): Node {
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

/** Functions that capture the variable of the loop's head, which the body changes. */
function captured(context: Context, count: number): Node {
  const { choices } = context;
  const fs = bind(context, "reals");
  const [i, a, seen] = [bind(context, "int"), bind(context, "num"), bind(context, "num", { assignable: true })];
  const factor = number(context, unit);
  const start = number(context);
  const skip = int({ ...context, depth: 1 });
  const n = String(count);
  const push = `((${a.name}: number) => Math.sin(${a.name} * ${i.name} + ${seen.name}))`;
  const change = choices.pick([`${i.name}++;`, `if (${i.name} === 1) ${i.name} += 1;`, `${seen.name} *= 0.5;`]);
  return statement(
    "closures over a loop variable that changes",
  )`const ${declared(fs)}: ((a: number) => number)[] = [];\nfor (let ${i.name} = 0, ${seen.name} = ${start}; ${i.name} < ${n}; ${i.name}++, ${seen.name} *= ${factor}) {\n  ${name(fs)}.push${push};\n  ${change}\n  if (${skip} === 2) continue;\n  ${name(fs)}.push(() => (${seen.name} = Math.cos(${seen.name})));\n}\n${name(fs)}.push(Math.sin, Math.cos);`;
}

/** A variable that starts at a constant and is used, not only linearly, before it is assigned. */
function assignedAfterUse(context: Context, count: number): Node {
  const { choices } = context;
  const [sum, late] = [bind(context, "num", { assignable: true }), bind(context, "num", { assignable: true })];
  const i = bind(context, "int");
  const start = choices.pick(["0", "1", "-0.5"]);
  const first = number(context);
  const inside = inLoop(context, count, [], [sum, late]);
  const use = choices.pick(["Math.sin", "Math.cos", "Math.tanh"]);
  return statement(
    "assigned after use",
  )`let ${declared(sum)} = ${first}, ${declared(late)} = ${start};\nfor (let ${i.name} = 0; ${i.name} < ${String(count)}; ${i.name}++) {\n  ${name(sum)} = 0.5 * ${name(sum)} + ${use}(${name(late)} * ${number(inside, unit)});\n  ${name(late)} = ${number(inside, unit)};\n}`;
}
