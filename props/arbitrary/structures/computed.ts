// A number that several statements compute: what they declare is theirs, and those that others do not need shrink away.

import { bind, insideFunction, visible, type Context } from "../context.ts";
import { unit } from "../interval.ts";
import { number, nums } from "../makers.ts";
import { arrow, atom, block, bodyOf, declared, kept, name, node, read, statement } from "../node.ts";
import type { Node } from "../program.ts";

export interface Computed {
  /** The construct, for counting what was covered. */
  readonly form: string;
  readonly statements: readonly Node[];
  /** The number, of moderate size, that they end with. */
  readonly value: Node;
}

/** A variable that holds the number: computed in a block, or by a function that is called on the spot. */
export function asVariable(context: Context, { form, statements, value }: Computed): Node {
  const result = bind(context, "num", { assignable: true });
  const small = atom("num", "Math.sin", unit, { isFixed: true })`Math.sin(${{ ...value, isFixed: true }})`;
  if (context.choices.chance(0.5)) {
    const body = block([...statements, kept("=")`${name(result)} = ${small};`]);
    return statement(form)`let ${declared(result)} = 0.5;\n${body}`;
  }
  const body = bodyOf([...statements, kept("return")`return ${small};`]);
  const f = node("real", "() => {}", undefined, {
    isScope: true,
    isFunction: true,
    isFixed: true,
  })`(): number => ${body}`;
  return statement(form)`let ${declared(result)} = (${f})();`;
}

/** Names that no other variable has. */
export const freshNames = ({ budget }: Context, ...letters: readonly string[]): readonly string[] =>
  letters.map((letter) => `${letter}${budget.names++}`);

/** A number inside [−9, 9] of numbers inside `cell` that texts read, and of whatever is around. */
export function mixed(context: Context, ...reads: readonly string[]): Node {
  const { choices } = context;
  const inside = insideFunction({ ...context, depth: Math.min(context.depth, 1) }, [], 10);
  const [x, y] = [choices.pick(reads), choices.pick(reads)];
  const hole = number(inside, unit);
  return choices.weighted<() => Node>([
    [3, () => node("num", "x * e", undefined, { isFixed: true })`${x} * ${hole}`],
    [2, () => node("num", "x² / 4", undefined, { isFixed: true })`0.25 * ${x} * ${x} + ${hole}`],
    [2, () => node("num", "sin x", undefined, { isFixed: true })`Math.sin(${x}) + ${hole}`],
    [2, () => node("num", "x * y", undefined, { isFixed: true })`0.3 * ${x} * ${y}`],
    [1, () => node("num", "x - y", undefined, { isFixed: true })`${x} - ${hole} * ${y}`],
  ])();
}

/** A function of a number that is part of a longer text. */
export function step(context: Context): Node {
  const x = bind(context, "num");
  const value = number(insideFunction({ ...context, depth: 1 }, [x], 10));
  return { ...arrow("real", "arrow")`(${declared(x)}: number) => ${value}`, isFixed: context.choices.chance(0.5) };
}

/** A piece of a program that nothing stands for; its holes shrink. */
export const text = (parts: TemplateStringsArray, ...holes: readonly (Node | string)[]): Node =>
  node("num", "piece", undefined, { isFixed: true })(parts, ...holes);

/** The same for statements, and for bodies in braces. */
export const line = (parts: TemplateStringsArray, ...holes: readonly (Node | string)[]): Node =>
  node("statement", "piece", undefined, { isFixed: true })(parts, ...holes);

/** An array of two to four numbers: often a part of an argument, which specialised code knows best. */
export function some(context: Context): Node {
  const known = visible(context, "nums");
  const isKnown = known.length > 0 && context.choices.chance(0.6);
  const numbers = isKnown ? read(context.choices.pick(known)) : nums({ ...context, depth: 1 });
  return node("nums", "some", undefined, { isAtomic: true, isFixed: true })`${numbers}.slice(0, 4)`;
}
