// Formulas of a bill of charges, read by parser combinators: a parser is a function from text and position to a result, and what is
// parsed becomes a function from the readings to an amount. The bill, by the readings and tariffs.

import type { Program } from "../program.ts";

type Parsed<T> = { value: T; at: number } | null;
type Parser<T> = (text: string, at: number) => Parsed<T>;

/** The text that goes on from a position while it has such characters, after spaces. */
function span(isPart: (c: string) => boolean): Parser<string> {
  return (text, at) => {
    const start = text[at] === " " ? at + 1 : at;
    let end = start;
    while (end < text.length && isPart(text[end]!)) end++;
    return end > start ? { value: text.slice(start, end), at: end } : null;
  };
}

function map<A, B>(parser: Parser<A>, f: (a: A) => B): Parser<B> {
  return (text, at) => {
    const parsed = parser(text, at);
    return parsed && { value: f(parsed.value), at: parsed.at };
  };
}

function then<A, B>(first: Parser<A>, second: Parser<B>): Parser<[A, B]> {
  return (text, at) => {
    const a = first(text, at);
    const b = a && second(text, a.at);
    return a && b && { value: [a.value, b.value], at: b.at };
  };
}

function either<T>(...parsers: Parser<T>[]): Parser<T> {
  return (text, at) => {
    for (const parser of parsers) {
      const parsed = parser(text, at);
      if (parsed) return parsed;
    }
    return null;
  };
}

function many<T>(parser: Parser<T>): Parser<T[]> {
  return (text, at) => {
    const values: T[] = [];
    let parsed = parser(text, at);
    let end = at;
    for (; parsed; parsed = parser(text, end)) {
      values.push(parsed.value);
      end = parsed.at;
    }
    return { value: values, at: end };
  };
}

const token = (wanted: string): Parser<string> => {
  return (text, at) => {
    const start = text[at] === " " ? at + 1 : at;
    return text.startsWith(wanted, start) ? { value: wanted, at: start + wanted.length } : null;
  };
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
  span((c) => (c >= "0" && c <= "9") || c === "."),
  Number,
);
const name = span((c) => c >= "a" && c <= "z");
const known: Record<string, (x: number) => number> = { sqrt: Math.sqrt, log: Math.log, relu: (x) => Math.max(x, 0) };

const group: Parser<Evaluator> = (text, at) =>
  map(then(token("("), then(sum, token(")"))), ([, [inner]]) => inner)(text, at);
const atom = either<Evaluator>(
  map(digits, (value) => () => value),
  map(
    then(name, group),
    ([f, arg]) =>
      (env) =>
        known[f]!(arg(env)),
  ),
  map(name, (key) => (env) => env[key]!),
  group,
);
const power = leftToRight(atom, operators({ "^": Math.pow }));
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
      "(0.5 - green) * log(1 + night/day)",
      "0.02*relu(day - free)^2 / sqrt(base)",
    ],
    Array.from({ length: n }, (_, i) => ({ day: 3 + 2 * Math.sin(i), night: 2 + Math.cos(2 * i) })),
  ],
  sizes: [12, 150],
  derivatives: ["grad", "hessian"],
};
