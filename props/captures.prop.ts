// The gradient of what a closure captures is the gradient of the same function with its captures as arguments.

import { J } from "../src/prelude/derivatives.ts";
import { leavesOf } from "../src/testing/trees.ts";
import { renderClosure } from "./arbitrary/index.ts";
import { law } from "./law.ts";
import { demand, demandClose, gradientOf, type Callable } from "./subject.ts";

law(
  "captures are differentiated like arguments",
  { options: { size: 70 }, share: 0.3, turns: 4, extra: renderClosure },
  (subject) => {
    const { program, exports, args } = subject;
    const gradients = gradientOf(subject)(...args()) as readonly unknown[];
    const closure = (exports["closing"] as Callable)(...args());
    const [value, pullback] = (J as unknown as Callable)(closure) as [number, (g: number) => readonly unknown[]];
    const expected = subject.f(...args());
    demand(Object.is(value, expected), () => `the value is ${value}, not ${String(expected)}`);
    const captured = (pullback(1)[0] ?? {}) as { readonly [name: string]: unknown };
    for (const [i, { binding }] of program.params.entries()) {
      if (binding.name in captured) demandClose(captured[binding.name], gradients[i], 1e-11, binding.name);
      else
        demand(
          leavesOf(gradients[i]).every((x) => x === 0),
          () => `${binding.name} is not captured`,
        );
    }
  },
);
