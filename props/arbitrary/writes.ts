// Writes to memory: elements, properties, methods that change an array where it is.

import { withoutFunctions } from "./closures.ts";
import type { Context } from "./context.ts";
import { declaration } from "./declarations.ts";
import { dictWrite, partWrite } from "./dictionaries.ts";
import { intsWrite } from "./integers.ts";
import { unit } from "./interval.ts";
import { key, nums, number, real, rec } from "./makers.ts";
import { floatsEdit, numsEdit } from "./methods.ts";
import { read, statement } from "./node.ts";
import type { Node, Type } from "./program.ts";
import { singlesWrite } from "./singles.ts";
import { makeIndex } from "./values.ts";

/** A write to memory that a variable holds, so that something may see it. */
export function memoryWrite(context: Context): Node {
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
      [1, () => statement("push and pop")`${array}.push(${number(context)});\n${array}.pop();`],
      [1, () => statement("push shift")`${array}.push(${array}.shift()!);`],
      [1, () => statement("unshift pop")`${array}.unshift(${array}.pop()!);`],
      [1, () => statement("splice")`${array}.splice(1, 1, ${number(context)}, ${number(context)});`],
      [1, () => statement("reverse")`${array}.reverse();`],
      [2, () => statement("swap elements")`[${array}[0], ${array}[1]] = [${array}[1]!, ${number(context)}];`],
      [3 * context.weights.methods, () => numsEdit(context, array)],
    ])(),
  floats: (context, array) =>
    context.choices.weighted<() => Node>([
      [4, () => statement("w[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${number(context)};`],
      [1, () => statement("w[i] *=")`${array}[${makeIndex({ ...context, depth: 1 })}]! *= ${number(context, unit)};`],
      [1, () => statement("w.set")`${array}.set([${number(context)}], 1);`],
      [1, () => statement("w.copyWithin")`${array}.copyWithin(0, 1);`],
      [3 * context.weights.methods, () => floatsEdit(context, array)],
    ])(),
  rec: (context, record) =>
    context.choices.weighted<() => Node>([
      [4, () => statement("p.a =")`${record}.${context.choices.pick(["a", "b"])} = ${number(context)};`],
      [1, () => statement("p.a *=")`${record}.${context.choices.pick(["a", "b"])} *= ${number(context, unit)};`],
      [context.weights.keys, () => statement("p[key] =")`${record}[${key(context)}] = ${number(context)};`],
      [context.weights.keys, () => statement("p[key] *=")`${record}[${key(context)}] *= ${number(context, unit)};`],
      [0.5, () => statement("pattern to members")`({ a: ${record}.b, b: ${record}.a } = ${rec(context)} as Rec);`],
      [1, () => statement("p.c =")`${record}.c = ${nums(context)};`],
      [1, () => statement("p.c[i] =")`${record}.c[${makeIndex({ ...context, depth: 1 })}] = ${number(context)};`],
    ])(),
  rows: (context, array) => statement("m[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${nums(context)};`,
  recs: (context, array) => statement("ps[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${rec(context)};`,
  reals: (context, array) =>
    statement("fs[i] =")`${array}[${makeIndex({ ...context, depth: 1 })}] = ${real(withoutFunctions(context))};`,
  table: (context, record) => statement("o.f =")`${record}.f = ${real(withoutFunctions(context))};`,
  dict: dictWrite,
  part: partWrite,
  ints: intsWrite,
  singles: singlesWrite,
};
