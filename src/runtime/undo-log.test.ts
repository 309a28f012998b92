// The undo log: what is taken back is as it was before, to the order of keys and to holes.

import { expect, test } from "vitest";
import { beginRun, endRun, logEnd, logLength, logSlot, takeBack } from "./undo-log.ts";
import { Box, LiveBox } from "./box.ts";
import { failedGuard } from "./guards.ts";

/** Changes memory, and takes it back. */
function undone(change: () => void): void {
  const start = beginRun();
  change();
  takeBack(start);
  endRun();
}

test("elements, new ones and holes", () => {
  // oxlint-disable-next-line no-sparse-arrays
  const a: unknown[] = [1, , undefined];
  undone(() => {
    for (const k of [0, 1, 2, 5, 3, 0]) {
      logSlot(a, k);
      a[k] = "other";
    }
  });
  expect(a).toHaveLength(3);
  expect([0 in a, 1 in a, 2 in a]).toEqual([true, false, true]);
  expect(a[0]).toBe(1);
});

test("properties, in their order", () => {
  const o: Record<string, unknown> = { x: 1, y: undefined };
  undone(() => {
    for (const key of ["z", "y", "x", "z"]) {
      logSlot(o, key);
      o[key] = 7;
    }
  });
  expect(Object.entries(o)).toEqual([
    ["x", 1],
    ["y", undefined],
  ]);
});

test("ends and lengths", () => {
  // oxlint-disable-next-line no-sparse-arrays
  const a: unknown[] = [1, , 3, 4];
  undone(() => {
    logEnd(a, 1);
    a.pop();
    logLength(a, 1);
    a.length = 1;
    logEnd(a, 0);
    a.push(8);
    logLength(a, 9);
    a.length = 9;
  });
  expect(a).toHaveLength(4);
  expect([0, 1, 2, 3].map((k) => (k in a ? a[k] : "hole"))).toEqual([1, "hole", 3, 4]);
  const none: unknown[] = [];
  undone(() => {
    logEnd(none, 1);
    none.pop();
  });
  expect(none).toEqual([]);
});

test("variables, and typed arrays", () => {
  let variable = 1;
  const live = new LiveBox(
    () => variable,
    (value) => {
      variable = value as number;
    },
  );
  const box = new Box(2);
  const numbers = new Float64Array([3, -0]);
  undone(() => {
    for (const b of [live, box]) {
      logSlot(b, "v");
      b.v = 9;
    }
    for (const k of [0, 1, 5]) {
      logSlot(numbers, k);
      numbers[k] = 9;
    }
  });
  expect([variable, box.v, ...numbers]).toEqual([1, 2, 3, -0]);
});

test("a run within another one", () => {
  const a = [1];
  const write = (value: number): void => {
    logSlot(a, 0);
    a[0] = value;
  };
  const outer = beginRun();
  write(2);
  const inner = beginRun();
  write(3);
  takeBack(inner);
  endRun();
  expect(a).toEqual([2]);
  beginRun();
  write(4);
  endRun();
  expect(a).toEqual([4]);
  takeBack(outer);
  endRun();
  expect(a).toEqual([1]);
});

test("what cannot be restored ends the run before it is changed", () => {
  const accessor = {
    set x(_: number) {
      throw new Error("it ran");
    },
  };
  const inherited = Object.create(accessor) as object;
  class Point {
    x = 1;
  }
  const logged: readonly (() => void)[] = [
    () => {
      logSlot(accessor, "x");
    },
    () => {
      logSlot(inherited, "x");
    },
    () => {
      logSlot({}, "toString");
    },
    () => {
      logSlot(new Point(), "x");
    },
    () => {
      logSlot([1], "x");
    },
    () => {
      logSlot([1], 0.5);
    },
    () => {
      logSlot(null as never, "x");
    },
    () => {
      logEnd({ length: 1 }, 1);
    },
    () => {
      logLength([1], "0");
    },
  ];
  for (const log of logged) {
    let thrown: unknown;
    try {
      log();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBe(failedGuard);
  }
});
