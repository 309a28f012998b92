// Functions of numbers alone: both modes give what dual numbers give, and what no argument varies costs nothing.

import { derivative, grad, hvp } from "zeroth";
import { engine } from "../src/host/enter.ts";
import { resolve } from "../src/host/resolve.ts";
import { lowerFunction } from "../src/front/index.ts";
import { derivativesByDuals, gradientByDuals, hessianByDuals, interpretedClosure } from "../src/interp/index.ts";
import { type Code, type Func, type PrimName } from "../src/ir/index.ts";
import { Context } from "../src/runtime/index.ts";
import { compileModule } from "../src/compile/closing.ts";
import { createProgram } from "../src/compile/derived-program.ts";
import { oracleHost } from "../src/testing/oracle-host.ts";
import { scalarCode } from "./arbitrary/scalar-code.ts";
import { seedLaw } from "./law.ts";
import { demand, demandClose, type Callable } from "./subject.ts";

const point: readonly number[] = [0.3, -0.7];

function compiled(text: string): Code {
  const { module, func } = lowerFunction(text, "scalars.js");
  return createProgram(compileModule(module)).code(func);
}

type Numbers = readonly number[];

interface Modes {
  readonly value: () => unknown;
  /** The derivative along a direction. */
  readonly slope: (direction: Numbers) => unknown;
  /** The value, and the derivative along each direction, in one run. */
  readonly slopes: (directions: readonly Numbers[]) => Numbers;
  /** Coefficients from the value on of the power series along x. */
  readonly series: (order: number) => Numbers;
  readonly gradient: () => readonly unknown[];
  /** Of the interpreter, so far. */
  readonly steps: () => number;
}

function modesOf(code: Code): Modes {
  const steps = { count: 0 };
  const run = (of: Code, ...args: readonly unknown[]): unknown =>
    (interpretedClosure(of, [], { resolve, steps }) as Callable)(...args);
  /** Several coefficients in one run, with what moves x and z in each. */
  const bundled = (letter: string, moved: readonly Numbers[]): Numbers => {
    const contexts = moved.map(() => new Context());
    const tangents = moved.map((each) => [0, 0, ...each]);
    return run(code.program.derivative(code, letter), contexts, tangents, ...point) as Numbers;
  };
  return {
    value: () => run(code, ...point),
    slope: (direction) =>
      (run(code.program.derivative(code, "D"), new Context(), [0, 0, ...direction], ...point) as readonly unknown[])[1],
    slopes: (directions) => bundled(`V${directions.length}`, directions),
    series: (order) =>
      bundled(
        `T${order}`,
        Array.from({ length: order }, (_, k) => [k === 0 ? 1 : 0, 0]),
      ),
    gradient: () => {
      const [, pullback] = run(code.program.derivative(code, "J"), ...point) as readonly [unknown, Callable];
      return (pullback(new Context(), 1) as readonly unknown[]).slice(2);
    },
    steps: () => steps.count,
  };
}

seedLaw("numbers alone: both modes give what dual numbers give", {}, (seed) => {
  const text = scalarCode(seed, false);
  const code = compiled(text);
  const modes = modesOf(code);
  const expected = gradientByDuals(engine.closureOf(code, []), point, [0, 1], oracleHost) as Numbers;
  demandClose(modes.gradient(), expected, 1e-9, `the gradient of ${text}`);
  if (seed % 2 === 0) demandClose([modes.slope([1, 0]), modes.slope([0, 1])], expected, 1e-9, `slopes of ${text}`);
  else {
    const moved = [
      [1, 0],
      [0, 1],
    ];
    demandClose(modes.slopes(moved), [modes.value(), ...expected], 1e-9, `slopes at once of ${text}`);
  }
});

type Operator = (f: Callable, ...given: readonly unknown[]) => Callable;

const [gradient, slope, product] = [grad, derivative, hvp] as unknown as readonly [Operator, Operator, Operator];

/** The second derivative in x by the nestings of the two modes. */
const nestings: readonly (readonly [name: string, second: (f: Callable) => unknown])[] = [
  ["forward over reverse", (f) => product(f)(point[0], 1, point[1])],
  ["reverse over reverse", (f) => gradient(gradient(f))(...point)],
  ["reverse over forward", (f) => gradient(slope(f))(...point)],
  ["forward over forward", (f) => slope(slope(f))(...point)],
];

seedLaw(
  "numbers alone: second derivatives are those of dual numbers in every nesting",
  { share: 0.4, turns: 16 },
  (seed) => {
    const text = scalarCode(seed, false);
    const f = engine.closureOf(compiled(text), []) as Callable;
    const expected = hessianByDuals(f, point, oracleHost);
    const [name, second] = nestings[seed % nestings.length] as (typeof nestings)[number];
    demandClose(second(f), expected, 1e-9, `the second derivative in x, ${name}, of ${text}`);
  },
);

const order = 3;

seedLaw("numbers alone: power series have the derivatives that dual numbers give", { share: 0.5 }, (seed) => {
  const text = scalarCode(seed, false);
  const code = compiled(text);
  const [x, z] = point as readonly [number, number];
  const along = compiled(`(t) => (${text})(t, ${z})`);
  const derivatives = derivativesByDuals(engine.closureOf(along, []), x, order, oracleHost);
  const factorials = [1, 1, 2, 6];
  demandClose(
    modesOf(code).series(order),
    derivatives.map((derivative, k) => derivative / (factorials[k] as number)),
    1e-9,
    `coefficients of ${text}`,
  );
});

/** What a derivative adds at entry and at return, however long the function runs. */
const most = 16;

seedLaw(
  "what no argument varies costs forward mode nothing, and reverse mode a reverse sweep",
  { share: 0.5 },
  (seed) => {
    const text = scalarCode(seed, true);
    const modes = modesOf(compiled(text));
    const stepsOf = (run: () => unknown): number => {
      const before = modes.steps();
      run();
      return modes.steps() - before;
    };
    const primal = stepsOf(modes.value);
    const forward = stepsOf(() => modes.slope([1, 0.5]));
    demand(forward <= primal + most, () => `${forward} steps forward for ${primal} of ${text}`);
    // Loops are counted, and gone back through, with nothing to do on the way.
    const reverse = stepsOf(modes.gradient);
    demand(reverse <= 3 * primal + most, () => `${reverse} steps in reverse for ${primal} of ${text}`);
  },
);

const count = ({ blocks }: Func, ...names: readonly PrimName[]): number =>
  blocks.flatMap(({ instrs }) => instrs).filter((instr) => instr.kind === "prim" && names.includes(instr.prim)).length;

seedLaw("power series have each sine once, and its cosine", { share: 0.3 }, (seed) => {
  const text = scalarCode(seed, false);
  const { program, name } = compiled(text);
  const of = (func: Func): number => count(func, "sin", "cos");
  const [before, after] = [of(program.func(name)), of(program.func(program.derivative(program.code(name), "T3").name))];
  demand(after <= 2 * before, () => `${after} sines and cosines for ${before} of ${text}`);
});

seedLaw("a loop stores nothing that its counter tells", { share: 0.3 }, (seed) => {
  const [from, step, times] = [seed % 7, 1 + (seed % 3), 2 + (seed % 4)];
  const to = from + step * times;
  const head = seed % 2 === 0 ? `let i = ${from}; i < ${to}; i += ${step}` : `let i = ${to}; i > ${from}; i -= ${step}`;
  const text = `(x, z) => { for (${head}) x = x * (i * 0.5 - ${seed % 5}) + z * i; return x; }`;
  const { program, name } = compiled(text);
  const func = program.func(program.derivative(program.code(name), "J").name);
  demand(count(func, "tape-push") === 0, () => `a tape for ${text}`);
});
