// Texts and string unions. They carry no derivative, but they decide which way a program goes and which property it
// means. A text is never made from a number that carries one: its digits would change with every difference.

import { deeper, isSpent, pay, visible, type Context } from "./context.ts";
import { counter, interval } from "./interval.ts";
import { condition, dict, int, key, nums, str } from "./makers.ts";
import { atom, node, read } from "./node.ts";
import type { Node } from "./program.ts";

/** `"a"` or `"b"`: the numbers of a record. */
export function makeKey(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "key");
  const one = (): Node => atom("key", "key")`(${JSON.stringify(choices.pick(["a", "b"]))} as Key)`;
  if (isSpent(context)) return known.length > 0 ? read(choices.pick(known)) : one();
  const inside = deeper(context);
  return choices.weighted<() => Node>([
    [known.length > 0 ? 5 : 0, () => read(choices.pick(known))],
    [2, one],
    [2, () => node("key", "key ?:")`${condition(inside)} ? "a" : "b"`],
    [1, () => atom("key", "keys[i]")`(["a", "b"] as const)[${int(inside)} % 2]!`],
    [1, () => atom("key", "keys.at")`(Object.keys({ a: 1, b: 2 }) as Key[])[${int(inside)} % 2]!`],
  ])();
}

/** A text of moderate length. */
export function makeText(context: Context): Node {
  const { choices } = context;
  const known = visible(context, "str");
  const literal = (): Node =>
    atom("str", "text")`(${JSON.stringify(choices.pick(["", "a", "b", "ab", "x1", "β\n"]))} as string)`;
  if (isSpent(context) || !pay(context, 2)) return known.length > 0 ? read(choices.pick(known)) : literal();
  context.budget.nodes--;
  const inside = deeper(context);
  return choices.weighted<() => Node>([
    [known.length > 0 ? 5 : 0, () => read(choices.pick(known))],
    [2, literal],
    [1, () => atom("str", "key as text")`(${key(inside)} as string)`],
    [1, () => atom("str", "template of texts")`\`${"${"}${str(inside)}}-${"${"}${int(inside)}}\``],
    [1, () => node("str", "text + text")`${str(inside)} + ${str(inside)}`],
    [1, () => node("str", "text + int")`${str(inside)} + ${int(inside)}`],
    [1, () => node("str", "text ?:")`${condition(inside)} ? ${str(inside)} : ${str(inside)}`],
    [1, () => atom("str", "text.slice")`${str(inside)}.slice(${choices.pick(["1", "0, 2", "-1"])})`],
    [1, () => atom("str", "text.case")`${str(inside)}.${choices.pick(["toUpperCase", "trim", "toLowerCase"])}()`],
    [1, () => atom("str", "text.padStart")`${str(inside)}.padStart(3, "a")`],
    [1, () => atom("str", "text[i]")`(${str(inside)}[${int(inside)} % 3] ?? "a")`],
    [1, () => atom("str", "String(int)")`String(${int(inside)})`],
    [1, () => node("str", "typeof")`typeof ${choices.pick([int, nums, str, condition, dict])(inside)}`],
    [1, () => atom("str", "keys.join")`Object.keys(${dict(inside)}).join(${JSON.stringify(choices.pick(["", ","]))})`],
  ])();
}

/** What texts say of each other. */
export function aboutTexts(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  const quoted = JSON.stringify(choices.pick(["a", "b", "ab", ""]));
  return choices.weighted<() => Node>([
    [2, () => node("bool", "text === text")`${str(inside)} ${choices.pick(["===", "!=="])} ${quoted}`],
    [1, () => node("bool", "text < text")`${str(inside)} ${choices.pick(["<", ">="])} ${str(inside)}`],
    [2, () => node("bool", "key === key")`${key(inside)} === ${key(inside)}`],
    // Rarely: such programs run general code.
    [0.2, () => atom("bool", "regular expression")`/${choices.pick(["^a", "[b-d]", "b?$"])}/.test(${str(inside)})`],
    [1, () => atom("bool", "text.includes")`${str(inside)}.${choices.pick(["includes", "startsWith"])}(${quoted})`],
    [1, () => node("bool", "truthy text")`!!${str(inside)}`],
    [1, () => node("bool", "typeof ===")`typeof ${choices.pick([int, str])(inside)} === "string"`],
  ])();
}

/** Whole numbers that texts give. */
export function intFromText(context: Context): Node {
  const { choices } = context;
  const inside = deeper(context);
  return choices.weighted<() => Node>([
    [3, () => node("int", "text.length", interval(0, 15))`${str(inside)}.length & 15`],
    [1, () => node("int", "text.indexOf", counter)`(${str(inside)}.indexOf("a") + 1) & 15`],
    [1, () => node("int", "text.charCodeAt", interval(0, 15))`(${str(inside)} + "a").charCodeAt(0) & 15`],
    [1, () => atom("int", "parseInt", counter)`parseInt(\`${"${"}${int(inside)}}px\`, 10)`],
    [1, () => atom("int", "spread text", interval(0, 3))`[...${str(inside)}.slice(0, 3)].length`],
    [1, () => atom("int", "bigint", interval(0, 99))`Number((BigInt(${int(inside)}) * 3n) % 100n)`],
    [1, () => atom("int", "Number(text)", counter)`Number(\`${"${"}${int(inside)}}\`)`],
    [1, () => node("int", "unary plus of a text", interval(0, 9))`+"${String(choices.below(10))}"`],
  ])();
}
