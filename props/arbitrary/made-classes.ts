// Classes that functions make: fields, constructors, methods, accessors and parents that captured variables of the function.

import { bind, deeper, insideFunction, type Context } from "./context.ts";
import { unit } from "./interval.ts";
import { number } from "./makers.ts";
import { declared, name, statement } from "./node.ts";
import type { Node } from "./program.ts";

/** A class, perhaps one that extends another, and a number that an instance gives. */
export function madeClass(context: Context): readonly Node[] {
  const { choices, budget } = context;
  const inside = deeper(context);
  const [parent, child] = [`K${budget.names++}`, `K${budget.names++}`];
  const made = classOf(inside, parent);
  const isDerived = choices.chance(0.5);
  const derived = isDerived ? [derivedOf(inside, child, parent)] : [];
  const type = isDerived ? child : parent;
  const result = bind(context, "num", { range: unit });
  const used = choices.weighted<() => Node>([
    [2, () => statement("new")`const ${declared(result)} = new ${type}(${number(inside)}).m(${number(inside)});`],
    [1, () => statement("static")`const ${declared(result)} = ${type}.of(${number(inside)}).g${parent};`],
    [
      1,
      () =>
        statement(
          "instanceof",
        )`const ${declared(result)} = new ${type}(0.5) instanceof ${parent} ? ${type}.of(0.5).m(${number(inside)}) : 1;`,
    ],
  ])();
  return [made, ...derived, used];
}

const isClass = { isFixed: true, isScope: true } as const;

function classOf(context: Context, type: string): Node {
  const t = bind(context, "num");
  const value = number(insideFunction(context, [t]));
  return statement("class", isClass)`class ${type} {
  v: number;
  w = ${number(insideFunction(context, []))};
  constructor(v: number) {
    this.v = v;
  }
  m(${declared(t)}: number): number {
    return Math.tanh(this.v * ${name(t)} + 0.5 * ${value} - this.w);
  }
  get g${type}(): number {
    return this.m(this.w);
  }
  set g${type}(v: number) {
    this.w = v;
  }
  static of(v: number): ${type} {
    const made = new this(v);
    made.g${type} = 0.5 * made.w;
    return made;
  }
}`;
}

function derivedOf(context: Context, type: string, parent: string): Node {
  const t = bind(context, "num");
  const value = number(insideFunction(context, [t]));
  return statement("class extends", isClass)`const ${type} = class extends ${parent} {
  override m(${declared(t)}: number): number {
    return 0.5 * (super.m(${name(t)}) + Math.tanh(${value}));
  }
};`;
}
