// Statements about one of several functions, about what functions leave in what they are given, and about parts of arrays: lines
// of text, each with what it leaves.

import type { Choices } from "./choices.ts";
import type { Left, Reach } from "./growing.ts";

/** Declarations that the statements use. */
export const chosenPrelude = `type Curve = (x: number) => number;
const kinds: Record<string, Curve> = { square: (x) => x * x, sine: Math.sin, half: (x) => 0.5 * x };
const three: readonly Curve[] = [Math.tanh, (x) => x * x * x, Math.cos];
const bend = (x: number, by: Curve = (z) => 0.7 * z): number => by(x);
const optional = (x: number, by?: Curve | null): number => (by ? by(x) : 0.3 * x) + (by === undefined ? x * x : by === null ? 0.1 : 0);
const filled = (k: number, x: number, into: number[]): void => { if (k <= 0) return; into.push(x * k); filled(k - 1, 0.5 * x, into); };
const passed = <T>(x: T): T => x;
const either = (p: { a: number }, isOther: boolean): { a: number } => (isOther ? { a: 2 * p.a } : p);
`;

export function chosenFunctions(
  { pick, below, chance }: Choices,
  name: string,
  { numbers, rows, number }: Reach,
): Left {
  const key = (k: string): string =>
    pick([`["square", "sine", "half"][${k} % 3]!`, `(${k} % 2 === 0 ? "sine" : "square")`]);
  /** One of several functions, by an index. */
  const one = (k: string): string =>
    pick([
      `kinds[${key(k)}]!`,
      `three[${k} % 3]!`,
      `(${k} % 2 === 0 ? Math.sin : kinds["half"]!)`,
      `(${k} % 2 === 0 ? (z: number) => ${number("z")} : (z: number) => z - ${number()})`,
    ]);
  const forms: (() => Left)[] = [
    () => ({ kind: "numbers", lines: [`const ${name} = ${numbers()}.map((x, i) => ${one("i")}(${number("x")}));`] }),
    () => ({
      kind: "numbers",
      lines: [
        `const by${name}: Curve = ${number()} > 0.2 ? (z) => ${number("z")} : ${pick(["Math.exp", "(z) => z * 0.3", "kinds['half']!"])};`,
        pick(["", `const two${name}: Curve = ${number()} > 0.1 ? by${name} : (z) => by${name}(z) * 0.5;`]),
        `const ${name} = ${numbers()}.map(by${name})${pick(["", `.map((x) => by${name}(x) + ${number("x")})`])};`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `const own${name}: Record<string, Curve> = { square: (x) => x * ${number()}, sine: (x) => ${number("x")}${pick(["", ", half: Math.atan"])} };`,
        `const ${name} = ${numbers()}.reduce((s, x, i) => s + own${name}[i % 2 === 0 ? "sine" : "square"]!(x), 0);`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `const list${name}: Curve[] = ${pick([`[(x) => ${number("x")}, Math.sin]`, `[0.5, 1.5].map((c) => (x: number) => c * ${number("x", "c")})`])};`,
        `let ${name} = 0.1;`,
        `for (let i = 0; i < ${numbers()}.length; i++) ${name} = 0.5 * ${name} + list${name}[i % 2]!(${number("i / 3", name)});`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const ${name} = ${numbers()}.map((x, i) => ${pick(["bend", "optional"])}(x, i % 2 === 0 ? ${one("i")} : ${pick(["undefined", "undefined", "three[1]"])}));`,
      ],
    }),
    () => ({
      kind: "scalars",
      lines: [`const ${name} = optional(${number()}, ${pick(["null", "undefined", "Math.cos"])});`],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `let count${name} = 0;`,
        `const up${name} = (x: number): number => x * ++count${name}; const down${name} = (x: number): number => x - 0.1 * count${name};`,
        `let ${name} = 0;`,
        `for (const x of ${numbers()}) ${name} += (x > ${pick(["0", "0.4"])} ? up${name} : down${name})(${number("x")});`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const of${name} = ${number()} > 0.3 ? (xs: number[]) => xs.map((x) => ${number("x")}) : (xs: number[]) => xs.slice(${below(2)});`,
        `const ${name} = of${name}(${numbers()}).concat(of${name}([${number()}, 0.4]));`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const part${name} = ${number()} > 0.3 ? (x: number) => ({ x, y: ${number("x")} }) : (x: number) => ({ x: 0.5 * x, y: 1 });`,
        `const ${name} = ${numbers()}.map((x) => { const { y, ...rest } = { ...part${name}(x), z: x }; return y * rest.x + rest.z; });`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const ${name} = ${rows()}.map((row) => ({ row, c: ${number()} })).map((r, i) => ({ ...r, i })).map((r) => ({ ...r, c: r.c * 2${pick(["", ", i: r.i + 1"])} })).map(({ c, i, ...r }) => c * i + (r.row[0] ?? 0.2));`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [`const ${name}: number[] = ${pick(["[]", "[0.5]"])};`, `filled(${1 + below(3)}, ${number()}, ${name});`],
    }),
    () => {
      const xs = pick([
        "arguments",
        "Array.prototype.slice.call(arguments)",
        "(passed(arguments) as ArrayLike<number>)",
      ]);
      const call = pick([
        `all${name}(...${numbers()})`,
        `all${name}.apply(null, ${numbers()})`,
        `all${name}(${number()}, 0.4)`,
      ]);
      return {
        kind: "scalars",
        lines: [
          `const all${name}: (...given: number[]) => number = function (first = 0.3) { let s = first; for (let i = 0; i < ${xs}.length; i++) s = 0.5 * s + ${number("s", `(${xs}[i] as number)`)} * arguments.length; return s; };`,
          `const ${name} = ${call};`,
        ],
      };
    },
    () => {
      const from = numbers();
      const test = pick(["v !== undefined", "v != null", "v !== undefined && v > -9"]);
      return {
        kind: "numbers",
        lines: [
          `const ${name} = ${from}.map((x, i) => [${from}[i - 1], ${from}[i + 1]${pick(["", `, ${from}[i + 2]`])}].filter((v) => ${test}).reduce<number>((s, v) => s + (v! - x) * 0.3, 0));`,
        ],
      };
    },
    () => ({
      kind: "scalars",
      lines: [
        `let ${name} = 0.2;`,
        `for (const line of ["add 1", "scale 0.5 2", "${pick(["none", "add 2", "scale 2 0.1"])}"]) { const [op, a, b] = line.split(" "); if (op === "add") ${name} += Number(a) * ${number(name)}; else if (op === "scale") ${name} *= Number(a) + Number(b) * ${number()}; }`,
      ],
    }),
    () => {
      const from = numbers();
      const map = `(z: number[]) => z.reduce((s, x, i) => s + x * x * (${from}[i] ?? 0.2), 0)`;
      return {
        kind: "numbers",
        lines: [
          `const ${name} = ${pick([`${from}.map((x, i) => x * grad(${map})(${from})[i]!)`, `grad(${map})(${from})`])};`,
        ],
      };
    },
    () => ({
      kind: "numbers",
      lines: [`const ${name} = ${numbers()}.map((x, i) => grad(${one("i")})(${number("x")}));`],
    }),
    () => ({
      kind: "scalars",
      lines: [
        `const ${name} = either(p, ${number()} > ${pick(["0.2", "-9", "9"])}).a${chance(0.5) ? " * either(p, false).a" : ""};`,
      ],
    }),
    () => ({
      kind: "numbers",
      lines: [
        `const whole${name} = Float64Array.from(${numbers()}, (x) => ${number("x")});`,
        `const part${name} = whole${name}.subarray(${pick(["1", "-2", "1, 3", "0, -1", "i0"]).replace("i0", `whole${name}.length - 1`)});`,
        pick([
          "",
          `if (part${name}.length > 0) part${name}[0]! += ${number()};`,
          `for (let i = 0; i < part${name}.length; i++) part${name}[i]! *= ${number(`whole${name}[i]!`)};`,
        ]),
        `const ${name} = [...part${name}.map((x) => x * 0.5)].concat(part${name}[1] ?? 0.3, whole${name}.reduce((s, x) => s + x, 0));`,
      ],
    }),
  ];
  return pick(forms)();
}
