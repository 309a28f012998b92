// Operators that call the function they are given: the values and pullbacks of specialised code are those of general code, call
// after call, in any order, whatever has been written to arguments and results meanwhile.

import fc from "fast-check";
import * as zeroth from "zeroth";
import { compile, J, jvp, ready, vjp, ZerothError } from "zeroth";
import * as general from "../src/prelude/derivatives.ts";
import * as forward from "../src/prelude/jvp.ts";
import { checkSpecialised } from "../src/testing/index.ts";
import { leavesOf, withLeaves } from "../src/testing/trees.ts";
import { arbRecords } from "./arbitrary/records.ts";
import { arbRows, shapesSource } from "./arbitrary/rows.ts";
import { seedLaw } from "./law.ts";
import { demand, demandAlike, type Callable } from "./subject.ts";

const shapes = await compile(shapesSource);

const rowResults = `
export const several = (m: number[][], xs: number[], p: { w: number[]; a: number }, d: any[]) => {
  const y = f(m, xs, p, d);
  return { y, list: xs.map((x, i) => x * y + i), rows: m.map((row) => row.map((x) => x * p.a)), same: p.w };
};
export const written = (m: number[][], xs: number[], p: { w: number[]; a: number }, d: any[]) => {
  const copy = xs.slice();
  for (let i = 1; i < copy.length; i++) copy[i] = copy[i]! * Math.sin(copy[i - 1]!) + f(m, copy, p, d);
  return copy;
};
export const recursive = (m: number[][], xs: number[], p: { w: number[]; a: number }, d: any[]) => {
  const fold = (k: number, ys: number[]): any =>
    k < ys.length ? fold(k + 1, [...ys.slice(0, k), Math.sin(ys[k]! * p.a), ...ys.slice(k + 1)]) : [f(m, ys, p, d), ys];
  return fold(0, xs.slice(0, 3));
};
export const made = (k: number) => (m: number[][], xs: number[], p: { w: number[]; a: number }, d: any[]) => {
  k += 1;
  return f(m, xs, p, d) * k;
};
`;

const recordResults = `
export const several = (bs: Body[], s: State, data: Data) => {
  const y = f(bs, s, data);
  return [{ y, at: { x: y * s.a, y: s.b } }, bs.map((b) => b.m * y), s];
};
export const written = (bs: Body[], s: State, data: Data) => {
  const ms = bs.map((b) => ({ m: b.m, at: b.at }));
  let t = 1;
  for (const one of ms) { one.m *= t + s.a; t = Math.cos(t * one.m) + one.at.x; }
  return { t, ms, y: f(bs, s, data) };
};
export const recursive = (bs: Body[], s: State, data: Data) => {
  const total = (k: number): any => {
    if (k >= bs.length) return { t: f(bs, s, data), u: s.a };
    const { t, u } = total(k + 1);
    return { t: t * Math.cos(bs[k]!.m) + u, u: u * t, at: bs[k]!.at.x };
  };
  return total(0);
};
export const made = (k: number) => (bs: Body[], s: State, data: Data) => {
  k += 1;
  return f(bs, s, data) * k;
};
`;

interface Calls {
  readonly source: string;
  readonly calls: readonly (readonly unknown[])[];
}

const arbCalls: fc.Arbitrary<Calls> = fc.oneof(
  arbRows.map(({ source, calls }) => ({ source: source + rowResults, calls })),
  arbRecords.map(({ source, calls }) => ({ source: source + recordResults, calls })),
);

type Answer = string | readonly [value: unknown, of: unknown];

const answerOf = <T>(run: () => T): T | string => {
  try {
    return run();
  } catch (error) {
    if (error instanceof ZerothError && error.kind === "bug") throw error;
    return error instanceof Error ? error.message : String(error);
  }
};

/** Trees of the form of `x`, with other numbers. */
const forms: readonly ((x: unknown) => unknown)[] = [
  (x) => changed(x, (_, i) => 1 - 0.75 * ((i * 7) % 3)),
  (x) => changed(x, (_, i) => (i === 0 ? 1 : 0)),
  () => null,
  (x) => changed(x, (v) => 0.5 * v),
];

const changed = (x: unknown, to: (v: number, i: number) => number): unknown => withLeaves(x, leavesOf(x).map(to));

/** Writes other numbers into arrays and records, adds to arrays and changes their order. */
function disturb(tree: unknown): void {
  if (typeof tree !== "object" || tree === null || ArrayBuffer.isView(tree)) return;
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "number") Reflect.set(tree, key, value + 0.5);
    else disturb(value);
  }
  if (Array.isArray(tree)) tree.reverse().push(tree[0]);
}

interface Kind {
  readonly name: string;
  readonly own: unknown;
  readonly general: unknown;
}

const form = (x: unknown, k: number): unknown => forms[k % forms.length]?.(x);
const kinds: readonly Kind[] = [
  { name: "vjp", own: vjp, general: general.vjp },
  { name: "J", own: J, general: general.J },
];

const called = (operator: unknown, ...given: readonly unknown[]): Answer =>
  answerOf(() => (operator as Callable)(...given) as Answer);

seedLaw(
  "pullbacks of specialised code give what those of general code give",
  { share: 0.06, turns: 24 },
  async (seed) => {
    const [program] = fc.sample(arbCalls, { seed, numRuns: 1 });
    if (program === undefined) return;
    const exports = (await compile(program.source, { imports: { zeroth, shapes } })) as Readonly<
      Record<string, Callable>
    >;
    const { name, own, general: generally } = kinds[seed % 2] as Kind;
    const which = ["f", "several", "written", "made", "recursive"][(seed >> 1) % 5] as string;
    // Captured variables are assigned: each run gets a function of its own.
    const subject = (k: number): unknown => (which === "made" ? exports[which]?.(k) : exports[which]);
    const isDisturbed = (seed >> 3) % 2 === 0;
    const isReady = (seed >> 4) % 2 === 0;
    const within = (seed >> 5) % 4 === 0 ? checkSpecialised : <T>(run: () => T): T => run();
    const pairs: (readonly [own: Answer, general: Answer, given: readonly unknown[]])[] = [];
    const check = (k: number): void => {
      const [mine, theirs, args] = pairs[k] as (typeof pairs)[number];
      if (typeof mine === "string" || typeof theirs === "string") return;
      const of = (answer: Answer): unknown => answerOf(() => (answer[1] as Callable)(...structuredClone(args)));
      // General code differentiates what specialised code returned in parts.
      const pulledBack = (answer: Answer): unknown =>
        answerOf(() => {
          const [value, back] = general.vjp(answer[1] as Callable, ...structuredClone(args)) as unknown as [
            unknown,
            Callable,
          ];
          return [value, back(changed(structuredClone(value), (_, i) => 1 + 0.5 * (i % 3)))];
        });
      if (k % 3 === 1) demandAlike(pulledBack(mine), pulledBack(theirs));
      demandAlike(
        within(() => of(mine)),
        of(theirs),
      );
    };
    try {
      for (const [k, args] of [...program.calls, ...program.calls].entries()) {
        const [one, other] = [structuredClone(args), structuredClone(args)];
        if (isReady && k === 0) await (ready as Callable)(own, subject(k), ...args);
        const [mine, theirs] = [within(() => called(own, subject(k), ...one)), called(generally, subject(k), ...other)];
        demandAlike(typeof mine === "string" ? mine : mine[0], typeof theirs === "string" ? theirs : theirs[0]);
        demandAlike(one, other);
        const value: unknown = structuredClone(theirs[0]);
        if (isDisturbed) for (const tree of [one, other, mine[0], theirs[0]]) disturb(tree);
        const given = [form(value, k)];
        pairs.push([mine, theirs, given]);
        if (isReady && k === 0 && typeof mine !== "string") await (ready as Callable)(mine[1], ...given);
        for (const last of [k, k, Math.floor(k / 2)]) check(last);
      }
      for (const k of pairs.keys()) check(pairs.length - 1 - k);
    } catch (error) {
      demand(
        false,
        () => `${name} of ${which}: ${String(error)}\n${program.source}\n// ${JSON.stringify(program.calls)}`,
      );
    }
  },
);

seedLaw("jvp by specialised code gives what general code gives", { share: 0.04, turns: 24 }, async (seed) => {
  const [program] = fc.sample(arbCalls, { seed, numRuns: 1 });
  if (program === undefined) return;
  const exports = (await compile(program.source, { imports: { zeroth, shapes } })) as Readonly<
    Record<string, Callable>
  >;
  const which = ["f", "several", "written"][seed % 3] as string;
  for (const [k, args] of [...program.calls, ...program.calls].entries()) {
    const tangents = args.map((arg, i) => form(arg, k + i));
    const [mine, theirs] = [jvp, forward.jvp].map((operator) =>
      called(operator, exports[which], structuredClone(args), structuredClone(tangents)),
    );
    try {
      demandAlike(mine, theirs);
    } catch (error) {
      demand(
        false,
        () => `jvp of ${which}: ${String(error)}\n${program.source}\n// ${JSON.stringify([args, tangents])}`,
      );
    }
  }
});
