// Faults of a mode of differentiation itself, as opposed to those of rules given by hand, are caught.

import { describe, expect, test } from "vitest";
import { checkGradients } from "./check-gradients.ts";
import type { Differentiated } from "./differentiated.ts";
import { allModes, modes, type Mode } from "./modes.ts";
import type { Callable } from "./point.ts";
import { CheckError } from "./report.ts";

interface Fault {
  readonly value?: (value: unknown, args: readonly unknown[]) => unknown;
  readonly pull?: (cotangents: unknown[], args: readonly unknown[], value: unknown) => unknown;
}

const right = { ...modes };

/** A mode with a fault. */
const faulty =
  (mode: Mode, { value: change, pull: spoil }: Fault) =>
  (f: Callable, args: readonly unknown[]): Differentiated => {
    const { value, pull } = right[mode](f, args);
    const given = change === undefined ? value : change(value, args);
    return {
      value: given,
      pull: (cotangent) => {
        const cotangents = [...pull(cotangent)];
        spoil?.(cotangents, args, given);
        return cotangents;
      },
    };
  };

const make =
  (k: number) =>
  (x: { v: number[]; n: number }): unknown => ({ y: x.v.map((v) => v * k * x.n), z: x.n });

/** What a check finds in spite of the fault. */
function lawBroken(mode: Mode, fault: Fault): string {
  Object.assign(modes, { [mode]: faulty(mode, fault) });
  try {
    checkGradients(make(2), [{ v: [3, 4], n: 5 }], { modes: [mode] });
    return "";
  } catch (error) {
    return error instanceof CheckError ? (error.message.split("\n")[0] ?? "") : String(error);
  } finally {
    Object.assign(modes, right);
  }
}

interface Arg {
  v: number[];
  n: number;
}

const faults: readonly (readonly [string, Fault, string])[] = [
  ["another value", { value: () => ({ y: [30, 40], z: 6 }) }, "another value when it is differentiated"],
  ["a value of another shape", { value: () => ({ y: [30], z: 5 }) }, "another value when it is differentiated"],
  [
    "an argument written when it is differentiated",
    {
      value: (value, args) => {
        (args[0] as Arg).n = 0;
        return value;
      },
    },
    "other arguments left behind when it is differentiated",
  ],
  ["a wrong number", { pull: (c) => void ((c[1] as Arg).v[1]! *= 1.001) }, "args[0].v[1]"],
  ["a wrong number of a captured variable", { pull: (c) => void ((c[0] as { k: number }).k *= -1) }, "captured k"],
  ["a missing number", { pull: (c) => void (c[1] = { v: [1, 2] }) }, "wrong shape of the gradient"],
  ["a number too many", { pull: (c) => void (c[1] as Arg).v.push(0) }, "wrong shape of the gradient"],
  [
    "an array of another kind",
    { pull: (c) => void ((c[1] as { v: unknown }).v = Float64Array.of(1, 2)) },
    "wrong shape of the gradient",
  ],
  ["a write to an argument", { pull: (_, args) => void ((args[0] as Arg).v[0] = 0) }, "pullback writes to an argument"],
  [
    "a write to the result",
    { pull: (_, __, value) => void ((value as { z: number }).z = 0) },
    "pullback writes to the result",
  ],
  [
    "an exception",
    {
      pull: () => {
        throw new Error("no");
      },
    },
    "pullback throws",
  ],
];

describe.each(allModes)("%s mode", (mode) => {
  test("without a fault all is well", () => {
    expect(lawBroken(mode, {})).toBe("");
  });

  test.each(faults)("%s", (_, fault, law) => {
    expect(lawBroken(mode, fault)).toContain(law);
  });
});
