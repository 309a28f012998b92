// Random programs terminate, with moderate numbers.

import { interpreted } from "../src/test-support/meanings.ts";
import { law } from "./law.ts";
import { demand, outcome } from "./subject.ts";

law("programs terminate with moderate numbers", { share: 0.5 }, ({ f, args }) => {
  const [how, value] = outcome(f, args());
  demand(how === "returns", () => `the program ${String(how)} ${String(value)}`);
  demand(Math.abs(value as number) < 5000, () => `the program returns ${String(value)}`);
  const steps = { count: 0 };
  interpreted(f, steps)(...(args() as never[]));
  demand(steps.count < 200_000, () => `the program takes ${steps.count} steps`);
});
