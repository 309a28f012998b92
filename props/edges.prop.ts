// At points where something without influence has an infinite derivative, derivatives of the first, second and third order
// are what they are without it: the same in every nesting of the modes, by power series, by dual numbers, and on every
// call, by general code and by specialised.

import * as zeroth from "zeroth";
import { directional } from "../src/interp/index.ts";
import { oracleHost } from "../src/testing/oracle-host.ts";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { hasTrait, render, renderClosed, type Program } from "./arbitrary/index.ts";
import { law } from "./law.ts";
import { demand, demandClose, generalOperators, outcome, subjectOf, type Callable, type Subject } from "./subject.ts";

const options = { size: 40, isSmooth: true, weights: { edges: 8, derivatives: 0.3 } };

/** The program along a line through its arguments, and its derivatives there in every nesting of two modes. */
function withNestings({ params }: Program): string {
  const names = params.map(({ binding }) => binding.name);
  const moved = params.map(({ binding: { name, type } }, k) => {
    const slope = (1 - 0.75 * (k % 3)).toString();
    if (type === "num") return `${name} + (${slope}) * t`;
    const items = (array: string): string => `${array}.map((x, i) => x + (${slope} - 0.5 * i) * t)`;
    return type === "rec"
      ? `{ a: ${name}.a + (${slope}) * t, b: ${name}.b + 0.25 * t, c: ${items(`${name}.c`)} }`
      : items(name);
  });
  const given = names.join(", ");
  const constant = names.map(() => "null").join(", ");
  return `import { grad as gradOf, jvp as jvpOf, derivative as derivativeOf, taylor as taylorOf } from "zeroth";
export const onLine = (t, ${given}) => f(${moved.join(", ")});
const F = (g) => (t, ${given}) => jvpOf(g, [t, ${given}], [1, ${constant}])[1];
const R = (g) => gradOf(g);
export const slopes = { F: F(onLine), R: R(onLine), D: derivativeOf(onLine) };
export const curvatures = { FF: F(F(onLine)), FR: F(R(onLine)), RF: R(F(onLine)), RR: R(R(onLine)), D: derivativeOf(onLine, 2) };
export const thirds = {
  FFF: F(F(F(onLine))), FFR: F(F(R(onLine))), FRF: F(R(F(onLine))), FRR: F(R(R(onLine))),
  RFF: R(F(F(onLine))), RFR: R(F(R(onLine))), RRF: R(R(F(onLine))), RRR: R(R(R(onLine))), D: derivativeOf(onLine, 3),
};
export const series = taylorOf(onLine, 3);\n`;
}

type Family = Readonly<Record<string, Callable>>;

/** Whether the program has anything at an edge. */
const has = (program: Program): boolean => hasTrait(program, "edges");

/** Of a family of nestings, two: each takes time to compile, so they take turns, others for another text. */
function inTurn(family: Family, { program }: Subject): readonly (readonly [string, Callable])[] {
  const members = Object.entries(family);
  const turn = renderClosed(program).length;
  return [...new Set([turn % members.length, (turn * 5 + 2) % members.length])].map(
    (k) => members[k] as (typeof members)[number],
  );
}

/** The first two derivatives along the line, by dual numbers. */
function byDuals({ exports, args }: Subject): readonly number[] {
  const zeros = args().map(() => null);
  const derivative =
    (g: Callable): Callable =>
    (...given) =>
      directional(g, given, [1, ...zeros], oracleHost).tangent;
  const first = derivative(exports["onLine"] as Callable)(0, ...args()) as number;
  const { R } = exports["slopes"] as Family;
  const second = derivative(R as Callable)(0, ...args()) as number;
  return [first, second];
}

const counts = { share: 0.1, turns: 24, extra: withNestings };

law(
  "at an edge, derivatives of three orders are the same in every nesting",
  { options, ...counts },
  (subject, counter) => {
    const { exports, args, f, program } = subject;
    if (!has(program)) return;
    counter.count("programs with an edge");
    const [value, ...coefficients] = (exports["series"] as Callable)(0, ...args()) as readonly number[];
    demand(Object.is(value, f(...args())) || value === f(...args()), () => `the value of the series is ${value}`);
    const [first, second] = byDuals(subject);
    const expected = [coefficients[0], 2 * (coefficients[1] as number), 6 * (coefficients[2] as number)];
    demandClose([expected[0], expected[1]], [first, second], 1e-8, "the power series, against dual numbers");
    for (const [order, family] of ["slopes", "curvatures", "thirds"].entries()) {
      for (const [name, g] of inTurn(exports[family] as Family, subject))
        demandClose(g(0, ...args()), expected[order], 1e-7, `order ${order + 1} by ${name}`);
    }
  },
);

/** Calls after which a function may run other code than before; from 41 on, one of the numbers is at an edge itself. */
const asked: readonly number[] = [1, 5, 20, 40, 41, 42, 43, 44, 45, 46, 47];
const extremes: Readonly<Record<number, number>> = {
  41: 0,
  42: -0,
  43: 1e300,
  44: -1e300,
  45: 1e-300,
  46: -5e-324,
  47: 1e160,
};

law(
  "at an edge, specialised code gives on every call what general code gives",
  { options, share: 0.05, turns: 32, extra: withNestings },
  async (subject) => {
    const { program } = subject;
    if (!has(program)) return;
    const own = await subjectOf(program, render(program) + withNestings(program), { zeroth });
    const argnums = subject.args().map((_, k) => k);
    const at = (call: number): readonly unknown[] => {
      const args = subject.args();
      const leaves = leavesOf(args).map((x, i) => x + 0.001 * ((call + i) % 5));
      const extreme = extremes[call];
      return withLeaves(args, extreme === undefined ? leaves : leaves.with(call % leaves.length, extreme));
    };
    type Operators = Readonly<Record<string, (f: unknown, options?: unknown) => Callable>>;
    const derivatives = (from: object, { f, exports }: Subject): Family => {
      const { grad, hvp, vhp } = from as Operators;
      return {
        grad: grad?.(f, { argnums }) as Callable,
        hvp: (x, ...rest) => hvp?.(f)(x, structuredClone(x), ...rest),
        vhp: (x, ...rest) => vhp?.(f)(x, structuredClone(x), ...rest),
        series: (...args) => (exports["series"] as Callable)(0, ...args),
        third: (...args) => (exports["thirds"] as Family)["D"]?.(0, ...args),
        "third in reverse": (...args) => (exports["thirds"] as Family)["RFR"]?.(0, ...args),
      };
    };
    const [ours, general] = [derivatives(zeroth, own), derivatives(generalOperators, subject)];
    for (const [name, g] of Object.entries(ours)) {
      for (let call = 1; call <= Math.max(...asked); call++) {
        const y = outcome(g, at(call));
        if (!asked.includes(call)) continue;
        const [kind, expected] = outcome(general[name] as Callable, at(call));
        const what = `call ${call} of ${name}`;
        demand(y[0] === kind, () => `${what} ${String(y[0])}, and does not: ${String(kind)}`);
        if (kind === "returns") demandClose(y[1], expected, 1e-9, what);
      }
    }
  },
);
