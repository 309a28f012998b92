// The number of the call is a dimension: small functions run general code first, code is made for each form of arguments,
// and engines compile what has run for long. So each derivative is called forty times with changing values and sizes, and
// calls 1, 5, 20 and 40 are compared with general code (`vjp`) and with dual numbers. In the checked mode, code that is made
// for the form of a call is compared with general code at the first.

import * as zeroth from "zeroth";
import { explain, grad, hessian, hvp, jacobian, jacrev, jvp, linearize, valueAndGrad, vjp, ZerothError } from "zeroth";
import { called, miss, type Entry } from "../src/compile/entry.ts";
import { originOf } from "../src/compile/origins.ts";
import { withMostOptimised } from "../src/compile/engine-limits.ts";
import { findSoon } from "../src/compile/plans.ts";
import { withInliningLimits } from "../src/specialise/index.ts";
import { gradientByDuals, hessianByDuals } from "../src/interp/index.ts";
import * as general from "../src/prelude/derivatives.ts";
import { jvp as generalJvp } from "../src/prelude/jvp.ts";
import { linearize as generalLinearize } from "../src/prelude/linearize.ts";
import { checkSpecialised } from "../src/testing/index.ts";
import { oracleHost } from "../src/testing/oracle-host.ts";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { render, type Program } from "./arbitrary/index.ts";
import type { Argument, Trait } from "./arbitrary/program.ts";
import { law } from "./law.ts";
import { demand, demandAlike, demandClose, subjectOf, type Callable, type Subject } from "./subject.ts";

const calls = 40;
const compared: readonly number[] = [1, 5, 20, 40];

/** Other numbers for the same parameters, inside the same intervals, and other lengths; none are changed if `k` is 0. */
function varied(argument: Argument, k: number): Argument {
  if (k === 0) return argument;
  const one = (i: number): number => (((k * 7919 + i * 104_729) % 4001) - 2000) / 1000;
  const many = (salt: number): number[] => Array.from({ length: 2 + ((k + salt) % 4) }, (_, i) => one(i + salt));
  if (typeof argument === "number") return one(0);
  if (argument instanceof Float64Array) return Float64Array.from(many(1));
  return "a" in argument ? { a: one(1), b: one(2), c: many(3) } : many(2);
}

const argumentsOf = ({ params }: Program, call: number): unknown[] =>
  structuredClone(params.map(({ argument }, j) => varied(argument, call === 1 ? 0 : 3 * call + j)));

type Operator = (f: Callable, options?: unknown) => Callable;

/** What a run gives, or what it says. */
function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ZerothError && error.kind === "bug") throw error;
    return error instanceof Error ? `${error.name}: ${error.message}` : error;
  }
}

/** Calls `derivative` forty times, and compares some of the calls with what is `expected` of them. */
function demandCalls(
  program: Program,
  derivative: Callable,
  expected: (args: () => unknown[]) => unknown,
  what: string,
): void {
  for (let call = 1; call <= calls; call++) {
    const args = (): unknown[] => argumentsOf(program, call);
    const found = outcome(() => derivative(...args()));
    if (!compared.includes(call)) continue;
    const right = outcome(() => expected(args));
    // What is refused is refused in the words of the operator.
    if (typeof found === "string" && typeof right === "string") continue;
    try {
      demandAlike(found, right);
    } catch (error) {
      const text = args().map((arg) => (arg instanceof Float64Array ? `Float64Array.of(${arg})` : JSON.stringify(arg)));
      demand(false, () => `${what}, call ${call}, f(${text.join(", ")}): ${String(error)}`);
    }
  }
}

const exact: readonly Trait[] = ["throws", "stops", "rounds"];
/** What specialised code seldom has a part in. */
const rarely = { integers: 0.3, keys: 0.1, methods: 0.3, operators: 0.3, patterns: 0.5, state: 0.05, strings: 0.1 };
/** Programs whose specialised code has something to lose, small enough to be specialised at one of the first calls. */
const options = { size: 8, weights: { structures: 20, ...rarely } };

const all = ({ params }: Program): readonly number[] => params.map((_, k) => k);
type Own = Pick<Subject, "f" | "exports">;

/** The program with operators that specialise. */
const own = (
  program: Program,
): Promise<{ readonly f: Callable; readonly exports: Readonly<Record<string, unknown>> }> =>
  subjectOf(program, render(program) + others(program), { zeroth });

/** A function with several results, and one that is made anew for each number. */
const others = ({ params }: Program): string => {
  const names = params.map((_, k) => `x${k}`).join(", ");
  return (
    `export const columns = (${names}) => { const y = f(${names}); return [y, y * y, [3, y]]; };\n` +
    `export const times = (k) => (${names}) => f(${names}) * k;\n`
  );
};

const pulled = (f: Callable, args: readonly unknown[], cotangent: unknown): readonly unknown[] => {
  const [, pullback] = (general.vjp as unknown as Callable)(f, ...args) as [unknown, Callable];
  return pullback(cotangent) as readonly unknown[];
};

law(
  "functions that stay calls give what inlined ones give",
  { options, except: exact, share: 0.03, turns: 4 },
  async ({ program, f }) => {
    const { f: g } = await own(program);
    const argnums = all(program);
    withInliningLimits({ least: 0, most: 0 }, () => {
      const gradient = (grad as unknown as Operator)(g, { argnums });
      demandCalls(program, gradient, (args) => pulled(f, args(), 1), "grad");
    });
  },
);

law(
  "each call of a gradient gives what vjp gives",
  { options, except: exact, share: 0.02, turns: 4 },
  async ({ program, f }) => {
    const { f: g } = await own(program);
    const argnums = all(program);
    const byPullback = (args: () => unknown[]): unknown => pulled(f, args(), 1);
    const gradient = (grad as unknown as Operator)(g, { argnums });
    demandCalls(program, gradient, byPullback, "grad");
    const both = (valueAndGrad as unknown as Operator)(g, { argnums });
    demandCalls(program, both, (args) => [f(...args()), byPullback(args)], "valueAndGrad");
    for (const call of compared) {
      const args = (): unknown[] => argumentsOf(program, call);
      const found = outcome(() => gradient(...args()));
      if (typeof found === "string") continue;
      demandClose(found, gradientByDuals(f, args(), argnums, oracleHost), 1e-8, `grad by dual numbers, call ${call}`);
    }
  },
);

law(
  "gradients of functions that are made in each call give what vjp gives",
  { options: { ...options, size: 5 }, except: exact, share: 0.06, turns: 4 },
  async ({ program }) => {
    const { exports } = await own(program);
    const times = exports["times"] as (k: number) => Callable;
    const argnums = all(program);
    let call = 0;
    const gradient: Callable = (...args) => (grad as unknown as Operator)(times(++call), { argnums })(...args);
    demandCalls(program, gradient, (args) => pulled(times(call), args(), 1), "grad of a fresh function");
  },
);

const smooth = { ...options, size: 6, isSmooth: true };

/** A tree with other numbers. */
const mapped = (tree: unknown, f: (x: number, i: number) => number): unknown => withLeaves(tree, leavesOf(tree).map(f));

type Calls = (program: Program, f: Callable, own: Own) => void;

const callsOfHvp: Calls = (program, f, { f: g }) => {
  const directed = (args: readonly unknown[]): readonly unknown[] => {
    const [x, ...rest] = args;
    return [x, mapped(x, (_, i) => 1 - 0.75 * ((i * 7) % 3)), ...rest];
  };
  const product = (hvp as unknown as Operator)(g);
  const expected = general.hvp(f);
  demandCalls(
    program,
    (...args) => product(...directed(args)),
    (args) => expected(...directed(args())),
    "hvp",
  );
};

const isArray = (x: unknown): boolean => Array.isArray(x) || x instanceof Float64Array;

const callsOfHessian: Calls = (program, f, { f: g }) => {
  if (!isArray(program.params[0]?.argument)) return;
  const matrix = (hessian as unknown as Operator)(g);
  demandCalls(program, matrix, (args) => hessianByDuals(f, args(), oracleHost), "hessian");
};

const callsOfJacobian: Calls = (program, f, { exports }) => {
  const byRows = (args: () => unknown[]): unknown => {
    const y = f(...args()) as number;
    const [row] = pulled(f, args(), 1);
    return leavesOf([row, mapped(row, (x) => 2 * y * x), mapped(row, () => 0), row]);
  };
  for (const [name, operator] of Object.entries({ jacobian, jacrev })) {
    const slopes = (operator as unknown as Operator)(exports["columns"] as Callable);
    demandCalls(program, (...args) => leavesOf(slopes(...args)), byRows, name);
  }
};

const callsOfVjp: Calls = (program, f, { f: g }) => {
  const cotangents = (...args: readonly unknown[]): unknown => {
    const [, pullback] = (vjp as unknown as Callable)(g, ...args) as [unknown, Callable];
    return [pullback(1), pullback(-0.5)];
  };
  demandCalls(program, cotangents, (args) => [pulled(f, args(), 1), pulled(f, args(), -0.5)], "vjp");
};

const callsOfLinearize: Calls = (program, f, { f: g }) => {
  // General code transposes a pullback, specialised code runs forward. Arguments are tangents, too.
  const slopes =
    (operator: unknown, of: Callable): Callable =>
    (...args) => {
      const [value, map] = (operator as Callable)(of, ...args) as [unknown, Callable];
      return [value, map(...args), map(...args.map((arg) => mapped(arg, (x) => 1 - x))), map()];
    };
  demandCalls(program, slopes(linearize, g), (args) => slopes(generalLinearize, f)(...args()), "linearize");
};

const callsOfJvp: Calls = (program, f, { f: g }) => {
  const pushed =
    (operator: unknown, of: Callable): Callable =>
    (...args) =>
      (operator as Callable)(
        of,
        args,
        args.map((arg, k) => mapped(arg, (_, i) => 1 - 0.75 * ((i * 7 + k) % 3))),
      );
  demandCalls(program, pushed(jvp, g), (args) => pushed(generalJvp, f)(...args()), "jvp");
};

/** They take turns, another for another text: each takes long to compile. */
const families: readonly Calls[] = [
  callsOfHvp,
  callsOfHessian,
  callsOfJacobian,
  callsOfVjp,
  callsOfLinearize,
  callsOfJvp,
];

law(
  "each call of hvp, of a Hessian, of a Jacobian, of vjp, linearize and jvp gives what general code and dual numbers give",
  { options: smooth, except: exact, share: 0.02, turns: 12 },
  async ({ program, f }) => {
    const turn = families[render(program).length % families.length];
    turn?.(program, f, await own(program));
  },
);

law(
  "code whose loops are unrolled little gives what other code gives",
  { options: smooth, except: exact, share: 0.03, turns: 4 },
  async ({ program, f }) => {
    const { f: g } = await own(program);
    const argnums = all(program);
    withMostOptimised(0, () => {
      const gradient = (grad as unknown as Operator)(g, { argnums });
      demandCalls(program, gradient, (args) => pulled(f, args(), 1), "grad");
      callsOfHvp(program, f, { f: g, exports: {} });
    });
  },
);

law(
  "in the checked mode no call differs",
  { options: { ...options, size: 20 }, except: ["stops", "rounds"], share: 0.02, turns: 8 },
  async ({ program }, counter) => {
    const { f: g } = await own(program);
    const gradient = (valueAndGrad as unknown as Operator)(g, { argnums: all(program) });
    for (const call of compared) outcome(() => checkSpecialised(() => gradient(...argumentsOf(program, call))));
    const isLeft = explain(gradient, ...argumentsOf(program, 1)).startsWith("General code runs, which");
    counter.count(isLeft ? "programs that general code alone can run" : "programs that were compared");
  },
);

/** A call goes on with compiling for this many of the shortest portions. */
const portionsInCall = 150;

law(
  "a gradient that is compiled in portions between its calls gives what general code gives",
  { options: { ...options, size: 12 }, except: ["stops", "rounds"], share: 0.02, turns: 8 },
  async ({ program }, counter) => {
    const { f: g } = await own(program);
    const gradient = (valueAndGrad as unknown as Operator)(g, { argnums: all(program) });
    const origin = originOf(gradient);
    const byGeneralCode = origin.general as unknown as Callable;
    let run: Entry | null = null;
    let count = 0;
    for (let call = 1; call <= calls; call++) {
      const args = (): unknown[] => argumentsOf(program, call);
      for (let portion = 0; run === null && portion < portionsInCall; portion++) {
        const found = findSoon(origin, args(), 0);
        count++;
        if (found === null) return;
        run = found === "later" ? null : found.bind(g);
      }
      if (run === null) continue;
      const own = outcome(() => called(run as Entry, args()));
      if (own !== miss)
        demandAlike(
          own,
          outcome(() => byGeneralCode(...args())),
        );
    }
    counter.count(run === null ? "programs that are not compiled yet" : "programs that are compiled");
    if (run !== null && count > 1) counter.count("programs that are compiled in several portions");
  },
);
