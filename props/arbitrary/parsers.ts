// Parsers by recursive descent: local functions that call each other, in any order, and share variables: where they are in a text,
// numbers that carry a derivative, texts. Some are assigned or kept as values, and derivatives are taken of one by what it captured.
// Calls of them with texts of a little language.

import type fc from "fast-check";
import type { Choices } from "./choices.ts";
import { generated } from "./generated.ts";

export interface ParserProgram {
  /** A module that exports `f(xs, text)`, which gives a number. */
  readonly source: string;
  readonly calls: readonly (readonly [xs: readonly number[], text: string])[];
}

export const arbParser: fc.Arbitrary<ParserProgram> = generated((choices) => ({
  source: sourceOf(choices),
  calls: [1, 2, 3].map((): readonly [readonly number[], string] => [
    [1, 2, 3].map(() => Math.round((choices.below(4001) / 1000 - 2) * 1000) / 1000),
    sumIn(choices, 3),
  ]),
}));

/** A sum of products of digits, of the letters a to c, and of what is in brackets. */
function sumIn(choices: Choices, depth: number): string {
  const { below, pick, chance } = choices;
  const factor = (): string => {
    if (depth > 0 && chance(0.3)) return `(${sumIn(choices, depth - 1)})`;
    return `${pick(["", "", "-"])}${pick(["a", "b", "c", "2", "31"])}`;
  };
  const product = (): string => Array.from({ length: 1 + below(2) }, factor).join(pick(["*", "/"]));
  return Array.from({ length: 1 + below(3) }, product).join(pick(["+", "-"]));
}

function sourceOf({ pick, chance }: Choices): string {
  const [total, seen, depth] = [chance(0.6), chance(0.4), chance(0.4)];
  const isDigit = (c: string): string => `${c} >= "0" && ${c} <= "9"`;
  const peek = pick(["peek()", "text.charAt(at)", '(text[at] ?? "")']);
  /** What a function does besides. */
  const also = (value: string): string =>
    [
      total ? pick(["", `total += ${value} * 0.1; `, `total = Math.sin(total + ${value}); `]) : "",
      seen ? pick(["", "seen += c; ", 'seen = seen + "."; ', `if (seen.length > 2) seen = seen.slice(1); `]) : "",
      depth ? pick(["", "depth++; ", "deepest = Math.max(deepest, depth); "]) : "",
    ].join("");
  const call = (name: string): string => (chance(0.1) ? `${name}.call(undefined)` : `${name}()`);
  const bodies: Readonly<Record<string, string>> = {
    peek: `return at < text.length ? text.charAt(at) : "";`,
    expression: `let value = ${call("term")}; let c = ${peek}; while (c === "+" || c === "-") { at++; const right = term(); ${also("right")}value = c === "+" ? value + right : value - right; c = ${peek}; } return value;`,
    term: pick([
      `let value = ${call("factor")}; for (;;) { const c = ${peek}; if (c !== "*" && c !== "/") return value; at++; ${also("value")}if (c === "*") value *= factor(); else value = value / (4 + Math.abs(factor())); }`,
      `const c = ${peek}; let value = factor(); while (${peek} === "*" || ${peek} === "/") { at++; ${also("value")}value = Math.sin(value * ${call("factor")}); } return value;`,
    ]),
    factor: `const c = ${peek}; at++; if (c === "-") return ${pick(["-factor()", "0.5 * factor() - 1"])}; if (c === "(") { const value = ${call("expression")}; at++; ${also("value")}return value; } if (c >= "a" && c <= "c") { const value = xs[c.charCodeAt(0) - 97]!; ${also("value")}return value; } let digits = c; while (${isDigit(peek)}) { digits += text.charAt(at); at++; } return parseFloat(digits) / 10;`,
  };
  const isFunction = chance(0.4);
  const order = pick([
    ["peek", "expression", "term", "factor"],
    ["factor", "term", "expression", "peek"],
    ["term", "peek", "factor", "expression"],
  ]);
  const declared = order.map((name) => {
    const type = name === "peek" ? "string" : "number";
    return isFunction || chance(0.2)
      ? `function ${name}(): ${type} { ${bodies[name]} }`
      : `${pick(["const", "const", "let"])} ${name} = (): ${type} => { ${bodies[name]} };`;
  });
  const letOf = declared.find((text) => /^let (?:term|factor|expression)/.test(text));
  const assigned = letOf?.split(" ")[1];
  const end = pick([
    "expression()",
    "expression() + total",
    "expression() + digits(2) + (J(digits, 1)[1](0.3) as any)[0].total",
    "expression() + (grad((h: (n: number) => number) => h(1) * h(0))(digits) as any).total",
    ...(chance(0.3) ? ["[expression].map((g) => g())[0]! * 0.5 + total"] : []),
    ...(chance(0.3) ? ["kept[0]!() + 0.1 * seen.length"] : ["expression() + 0.1 * seen.length"]),
    "expression() * (1 + deepest)",
    ...(assigned === undefined ? [] : [`(${assigned} = () => xs[0]! * 0.3, expression() + total)`]),
  ]);
  const kept = end.includes("kept") ? "kept.push(expression);" : chance(0.1) ? "kept.push(term);" : "";
  return `import { grad, J } from "zeroth";
export function f(xs: number[], text: string): number {
  let at = 0;
  let total = ${pick(["0.1", "xs[0]! * 0.2", "0"])};
  let seen = "";
  let depth = 0, deepest = 0;
  const kept: (() => number)[] = [];
  const digits = (n: number): number => { total = total * 1.1 + 0.1 * n; return n <= 0 ? total * total : digits(n - 1) * 0.7; };
  ${declared.join("\n  ")}
  ${kept}
  return ${end};
}
`;
}
