// Formulas of a bill of charges, read by parser combinators: a parser is a function from text and position to a result, and what is
// parsed becomes a function from the readings to an amount. The bill, by the readings and tariffs.

import type { Program } from "../program.ts";

type Parsed<T> = { value: T; at: number } | null;
type Parser<T> = (text: string, at: number) => Parsed<T>;

const token =
  (wanted: string): Parser<string> =>
  (text, at) => {
    let k = at;
    while (text[k] === " ") k++;
    return text.startsWith(wanted, k) ? { value: wanted, at: k + wanted.length } : null;
  };

const spanOf =
  (isPart: (c: string) => boolean): Parser<string> =>
  (text, at) => {
    let start = at;
    while (text[start] === " ") start++;
    let end = start;
    while (end < text.length && isPart(text[end]!)) end++;
    return end > start ? { value: text.slice(start, end), at: end } : null;
  };

const map =
  <A, B>(parser: Parser<A>, f: (a: A) => B): Parser<B> =>
  (text, at) => {
    const parsed = parser(text, at);
    return parsed && { value: f(parsed.value), at: parsed.at };
  };

const then =
  <A, B>(first: Parser<A>, second: Parser<B>): Parser<[A, B]> =>
  (text, at) => {
    const a = first(text, at);
    if (!a) return null;
    const b = second(text, a.at);
    return b && { value: [a.value, b.value], at: b.at };
  };

const either =
  <T>(...parsers: Parser<T>[]): Parser<T> =>
  (text, at) => {
    for (const parser of parsers) {
      const parsed = parser(text, at);
      if (parsed) return parsed;
    }
    return null;
  };

const many =
  <T>(parser: Parser<T>): Parser<T[]> =>
  (text, at) => {
    const values: T[] = [];
    for (let k = at; ;) {
      const parsed = parser(text, k);
      if (!parsed) return { value: values, at: k };
      values.push(parsed.value);
      k = parsed.at;
    }
  };

type Evaluator = (readings: Record<string, number>) => number;
type Binary = (a: number, b: number) => number;

const operators = (table: Record<string, Binary>): Parser<Binary> =>
  either(...Object.entries(table).map(([sign, f]) => map(token(sign), () => f)));

const leftToRight = (operand: Parser<Evaluator>, operator: Parser<Binary>): Parser<Evaluator> =>
  map(then(operand, many(then(operator, operand))), ([first, rest]) =>
    rest.reduce<Evaluator>(
      (left, [f, right]) =>
        (env) =>
          f(left(env), right(env)),
      first,
    ),
  );

const digits = map(
  spanOf((c) => (c >= "0" && c <= "9") || c === "."),
  Number,
);
const name = spanOf((c) => c >= "a" && c <= "z");
const known: Record<string, (x: number) => number> = { sqrt: Math.sqrt, log: Math.log, relu: (x) => Math.max(x, 0) };

const parenthesised: Parser<Evaluator> = (text, at) =>
  map(then(token("("), then(sum, token(")"))), ([, [inner]]) => inner)(text, at);

const atom: Parser<Evaluator> = either<Evaluator>(
  map(digits, (value) => () => value),
  map(
    then(name, parenthesised),
    ([f, arg]) =>
      (env) =>
        known[f]!(arg(env)),
  ),
  map(name, (key) => (env) => env[key]!),
  parenthesised,
  (text, at) =>
    map(
      then(token("-"), atom),
      ([, arg]): Evaluator =>
        (env) =>
          -arg(env),
    )(text, at),
);
const power = leftToRight(atom, operators({ "^": (a, b) => a ** b }));
const product = leftToRight(power, operators({ "*": (a, b) => a * b, "/": (a, b) => a / b }));
const sum: Parser<Evaluator> = leftToRight(product, operators({ "+": (a, b) => a + b, "-": (a, b) => a - b }));

function parse(text: string): Evaluator {
  const parsed = sum(text, 0);
  if (parsed?.at !== text.length) throw new SyntaxError(`cannot read ${text}`);
  return parsed.value;
}

function bill(tariff: Record<string, number>, formulas: string[], readings: { day: number; night: number }[]): number {
  const charges = formulas.map(parse);
  let total = 0;
  for (const reading of readings) {
    const env = { ...tariff, ...reading };
    for (const charge of charges) total += charge(env);
  }
  return total;
}

export const program: Program = {
  f: bill,
  inputs: (n) => [
    { base: 8.5, peak: 0.31, low: 0.19, free: 2.5, tax: 0.12, green: 0.8 },
    [
      "(base + peak*day + low*night) * (1 + tax)",
      "-green * log(1 + night/day)",
      "0.02*relu(day - free)^2 / sqrt(base)",
    ],
    Array.from({ length: n }, (_, i) => ({ day: 3 + 2 * Math.sin(i), night: 2 + Math.cos(2 * i) })),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hessian"],
};
