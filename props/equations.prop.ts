// The equations of `simplify` keep meanings where random programs seldom lead: on tuples, cotangents and tapes, with
// constants and zeros among their operands.
//
// A structural zero stands for the zero of every kind, so results are compared as cotangents: 0, −0, an empty tuple and a
// tuple of zeros are one, and components beyond the end are zero. Nothing is divided by what may be zero, which would tell 0 from −0.

import { ok } from "node:assert/strict";
import { interpretedClosure } from "../src/interp/index.ts";
import type { Func, Module, Operand, PrimInstr, PrimName } from "../src/ir/index.ts";
import { atOnce, constant, FuncBuilder, noSpan, printModule, Program, unset, zero } from "../src/ir/index.ts";
import { Tape } from "../src/runtime/index.ts";
import { simplify } from "../src/opt/index.ts";
import { randomFrom } from "../src/test-support/random-function.ts";
import { resolveStamped } from "../src/test-support/run-line.ts";
import { seedLaw } from "./law.ts";

/** What a value is: what may be done with it. */
type Kind = "number" | "divisor" | "bool" | "tuple" | "cotangent" | "tape" | "perhaps";
type Pool = Record<Kind, Operand[]>;
type Row = readonly [prim: PrimName, result: Kind, ...operands: readonly (Kind | "index")[]];

const rows: readonly Row[] = [
  ["add", "number", "number", "number"],
  ["sub", "number", "number", "number"],
  ["mul", "number", "number", "number"],
  ["lt", "bool", "number", "number"],
  ["is-number", "bool", "number"],
  ["is-nullish", "bool", "number"],
  ["is-unset", "bool", "number"],
  ["is-unset", "bool", "tuple"],
  ["is-unset", "bool", "perhaps"],
  ["select", "perhaps", "bool", "number", "perhaps"],
  ["tuple-length", "number", "tuple"],
  ["tuple", "tuple", "number", "number"],
  ["tuple", "tuple", "number"],
  ["tuple", "tuple"],
  ["tuple-concat", "tuple", "tuple", "tuple"],
  ["sum", "number", "number", "number"],
  ["sum", "cotangent", "cotangent", "cotangent"],
  ["scale", "number", "number", "number"],
  ["ratio", "number", "number", "divisor"],
  ["stop", "number", "number"],
  ["copy", "number", "number"],
  ["carry", "number", "number", "number", "number"],
  ["gate", "number", "number", "bool"],
  ["gate", "cotangent", "cotangent", "bool"],
  ["select", "number", "bool", "number", "number"],
  ["select", "cotangent", "bool", "cotangent", "cotangent"],
  ["part", "number", "tuple", "index"],
  ["part", "number", "cotangent", "index"],
  ["parts-from", "cotangent", "cotangent", "index"],
  ["parts-to", "cotangent", "cotangent", "index"],
  ["inject", "cotangent", "index", "number"],
  ["inject-from", "cotangent", "index", "cotangent"],
  ["tape-push", "tape", "tape", "cotangent"],
];

/** `(x, y, c, t)` ↦ a tuple of all that it computes, straight on. */
function cotangentCode(seed: number): Func {
  const random = randomFrom(seed);
  const params = [
    { hint: "x", type: "num" },
    { hint: "y", type: "num" },
    { hint: "c", type: "bool" },
    { hint: "t", type: "tuple" },
  ] as const;
  const builder = new FuncBuilder({ name: "f", params: [...params], span: noSpan });
  const [x = zero, y = zero, c = zero, t = zero] = builder.params;
  const pool: Pool = {
    number: [x, y, zero, constant(0), constant(1), constant(-0), constant(2)],
    divisor: [constant(2), constant(-0.5), constant(Infinity), constant(NaN)],
    bool: [c, constant(true), constant(false)],
    tuple: [t],
    cotangent: [zero, t],
    tape: [zero],
    // Values that do not exist on some path.
    perhaps: [unset],
  };
  const emit = (prim: PrimName, args: readonly Operand[]): Operand => builder.prim(prim, args, noSpan);
  const drawn = (kind: Kind | "index"): Operand => {
    if (kind === "index") return constant(random(4));
    // What is new meets what is new more often.
    const from = pool[kind];
    return from[Math.max(random(from.length), random(from.length))] as Operand;
  };
  for (let steps = 0; steps < 60; steps++) {
    const [prim, result, ...operands] = rows[random(rows.length)] as Row;
    const made = emit(prim, operands.map(drawn));
    pool[result].push(made);
    if (result === "tuple") pool.cotangent.push(made);
    if (result !== "tape") continue;
    const popped = emit("tape-pop", [made]);
    pool.tape.push(emit("tuple-get", [popped, constant(0)]));
    pool.cotangent.push(emit("tuple-get", [popped, constant(1)]));
  }
  const { perhaps: _, ...kinds } = pool;
  const all = Object.values(kinds).flat();
  builder.ret(emit("tuple", all), noSpan);
  return builder.finish();
}

function resultsOf(module: Module, args: readonly unknown[]): readonly unknown[] {
  const run = interpretedClosure(new Program(module, () => atOnce(() => [])).code("f"), [], {
    resolve: resolveStamped,
  });
  return (run as unknown as (...given: readonly unknown[]) => readonly unknown[])(...args);
}

/** Whether two values are the same as cotangents. */
function areSame(a: unknown, b: unknown): boolean {
  if (a instanceof Tape || b instanceof Tape) {
    const [p, q] = [a, b].map((tape) => (tape instanceof Tape ? tape : { rest: 0, record: 0 })) as [Tape, Tape];
    return areSame(p.record, q.record) && areSame(p.rest, q.rest);
  }
  if (!Array.isArray(a) && !Array.isArray(b)) return a === b || Object.is(a, b);
  const [long, short] = [a, b].map((tuple): readonly unknown[] =>
    Array.isArray(tuple) ? tuple : tuple === 0 ? [] : [tuple],
  );
  const length = Math.max(long?.length ?? 0, short?.length ?? 0);
  return Array.from({ length }, (_, k) => k).every((k) => areSame(long?.[k] ?? 0, short?.[k] ?? 0));
}

const isIndex = (operand: Operand | undefined): boolean =>
  operand?.kind === "const" && typeof operand.value === "number" && operand.value >= 0;

/** What the table of equations does away with, where it is seen without it. */
function isLeftOver({ prim, args: [a, b] }: PrimInstr, made: (operand: Operand | undefined) => string): boolean {
  switch (prim) {
    case "tuple-get":
    case "part":
      return made(a) === "tuple" && isIndex(b);
    case "tuple-length":
      return made(a) === "tuple";
    case "tape-pop":
      return made(a) === "tape-push";
    case "sum":
      return a?.kind === "zero" || b?.kind === "zero";
    case "scale":
    case "ratio":
    case "gate":
    case "parts-from":
    case "parts-to":
      return a?.kind === "zero";
    case "inject":
    case "inject-from":
      return b?.kind === "zero";
    case "copy":
      return true;
    default:
      return false;
  }
}

seedLaw("simplify leaves no component of a tuple at hand, and nothing that a zero absorbs", {}, (seed) => {
  const after = simplify.run({ functions: { f: cotangentCode(seed) }, sources: {} });
  const instrs = (after.functions["f"] as Func).blocks.flatMap((block) => block.instrs);
  const prims = instrs.filter((instr) => instr.kind === "prim");
  const primOf = new Map(prims.map(({ result, prim }) => [result, prim] as const));
  const made = (operand: Operand | undefined): string =>
    operand?.kind === "value" ? (primOf.get(operand.id) ?? "") : "";
  for (const instr of prims) {
    if (isLeftOver(instr, made)) ok(false, `${instr.prim} is left over\n${printModule(after)}`);
  }
});

seedLaw("equations hold on tuples, cotangents and tapes", {}, (seed) => {
  const func = cotangentCode(seed);
  const module: Module = { functions: { f: func }, sources: {} };
  const after = simplify.run(module);
  for (const args of [
    [2.5, -3, true, [4, -1]],
    [0, 7, false, []],
    [-0, Number.NaN, true, [0, 3, 5]],
    [Number.POSITIVE_INFINITY, 0, false, [6]],
  ]) {
    const [expected, actual] = [resultsOf(module, args), resultsOf(after, args)];
    for (const [k, value] of expected.entries()) {
      const what = (): string => `value ${k} of ${String(args)}\n${printModule(module)}\n${printModule(after)}`;
      if (!areSame(actual[k], value)) ok(false, what());
    }
  }
});
