// The gradient of what a closure captures is the gradient of the same function with its captures as arguments.

import { expect, test } from "vitest";
import { J } from "zeroth";
import { expectClose } from "../src/test-support/expect-close.ts";
import { leavesOf } from "../src/testing/trees.ts";
import { demand, gradientOf, holdsFor, type Callable } from "./arbitrary/law.ts";
import { renderClosure } from "./arbitrary/index.ts";

const timeout = 600_000;

test("captures are differentiated like arguments", { timeout }, async () => {
  await holdsFor(
    { size: 70 },
    0.5,
    (subject) => {
      const { program, exports, args } = subject;
      const gradients = gradientOf(subject)(...args()) as readonly unknown[];
      const closure = (exports["closing"] as Callable)(...args());
      const [value, pullback] = (J as unknown as Callable)(closure) as [number, (g: number) => readonly unknown[]];
      expect(value).toBe(subject.f(...args()));
      const captured = (pullback(1)[0] ?? {}) as { readonly [name: string]: unknown };
      for (const [i, { binding }] of program.params.entries()) {
        const expected = gradients[i];
        if (binding.name in captured) expectClose(captured[binding.name], expected, 1e-11, binding.name);
        else
          demand(
            leavesOf(expected).every((x) => x === 0),
            () => `${binding.name} is not captured`,
          );
      }
    },
    renderClosure,
  );
});
