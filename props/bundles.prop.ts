// Forward mode with several coefficients in one run: columns of a Jacobian in groups of any width, and Taylor
// coefficients, of which each is the derivative of the one before, by every mode over the series.

import { J, jacfwd, jvp } from "zeroth";
import { directional } from "../src/interp/index.ts";
import { oracleHost } from "../src/testing/oracle-host.ts";
import { leavesOf } from "../src/testing/trees.ts";
import { renderClosed, type Program } from "./arbitrary/index.ts";
import { law } from "./law.ts";
import { demand, demandClose, gradientOf, type Callable, type Subject } from "./subject.ts";

const options = { size: 45 };

const order = 2;

/** The program's Taylor coefficients along a line through its arguments, and a record of some functions of its value. */
function withSeries({ params }: Program): string {
  const names = params.map(({ binding }) => binding.name);
  const moved = params.map(({ binding: { name, type } }, k) => {
    const slope = (1 - 0.75 * (k % 3)).toString();
    if (type === "num") return `${name} + (${slope}) * t`;
    const items = (array: string): string => `${array}.map((x, i) => x + (${slope} - 0.5 * i) * t)`;
    return type === "rec"
      ? `{ a: ${name}.a + (${slope}) * t, b: ${name}.b + 0.25 * t, c: ${items(`${name}.c`)} }`
      : items(name);
  });
  const parts = names.join(", ");
  return `import { taylor as taylorOf } from "zeroth";
export const onLine = (t, ${parts}) => f(${moved.join(", ")});
export const series = (t, ${parts}) => taylorOf(onLine, ${order})(t, ${parts});
export const several = (${parts}) => { const y = f(${parts}); return { y, s: [Math.sin(y), y * y] }; };\n`;
}

/** Changes from program to program. */
const turnOf = ({ program }: Subject): number => renderClosed(program).length;

law(
  "columns of any number at once are the gradients",
  { options, share: 0.08, turns: 48, extra: withSeries },
  (subject) => {
    const { exports, args } = subject;
    const turn = turnOf(subject);
    const argnums = turn % args().length;
    const width = 1 + (turn % 5);
    const columns = (jacfwd as unknown as (...given: readonly unknown[]) => Callable)(exports["several"], {
      argnums,
      width,
    });
    const { y, s } = columns(...args()) as { readonly y: unknown; readonly s: readonly [unknown, unknown] };
    const gradient = leavesOf((gradientOf(subject)(...args()) as readonly unknown[])[argnums]);
    const value = subject.f(...args()) as number;
    const rows: readonly (readonly [unknown, number])[] = [
      [y, 1],
      [s[0], Math.cos(value)],
      [s[1], 2 * value],
    ];
    for (const [row, factor] of rows)
      demandClose(
        row,
        gradient.map((g) => factor * g),
        1e-9,
        `a row, ${width} columns at once`,
      );
  },
);

type Slopes = (f: Callable, args: readonly unknown[]) => unknown;

const zeros = (args: readonly unknown[]): readonly null[] => args.slice(1).map(() => null);

/** The derivative in the first argument. */
const modes: readonly (readonly [name: string, slopes: Slopes])[] = [
  ["dual numbers", (f, args) => directional(f, args, [1, ...zeros(args)], oracleHost).tangent],
  ["forward mode", (f, args) => ((jvp as unknown as Callable)(f, args, [1, ...zeros(args)]) as readonly unknown[])[1]],
  [
    "reverse mode",
    (f, args) => {
      const [value, pullback] = (J as unknown as Callable)(f, ...args) as [readonly number[], Callable];
      return value.map((_, k) => (pullback(value.map((__, j) => (j === k ? 1 : 0))) as readonly unknown[])[1]);
    },
  ],
];

law(
  "each Taylor coefficient is the derivative of the one before",
  { options, share: 0.12, turns: 16, extra: withSeries },
  (subject) => {
    const { exports, args } = subject;
    const series = exports["series"] as Callable;
    const coefficients = series(0, ...args()) as readonly number[];
    const value = (exports["onLine"] as Callable)(0, ...args());
    demand(Object.is(coefficients[0], value), () => `the value is ${coefficients[0]}, not ${String(value)}`);
    const [name, slopes] = modes[turnOf(subject) % modes.length] as (typeof modes)[number];
    const tangents = leavesOf(slopes(series, [0, ...args()]));
    demandClose(
      coefficients.slice(1).map((c, k) => (k + 1) * c),
      tangents.slice(0, order),
      1e-8,
      `coefficients of order 1 to ${order}, against ${name}`,
    );
  },
);
