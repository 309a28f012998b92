// Errors that specialised code throws when it runs show the line that they come from, as those of general code do.

import { expect, test } from "vitest";
import { grad } from "../index.ts";
import { vjp } from "../test-support/general-vjp.ts";

const settings: { unseenfactor: number } = { unseenfactor: 2 };

const scaled = (x: number): number => {
  let s = 0;
  for (let i = 0; i < 3; i++) s += settings.unseenfactor * x;
  return s * x;
};

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return "nothing was thrown";
}

test("an error of specialised code has the frame that general code gives it", () => {
  const derivative = grad(scaled);
  expect(derivative(1)).toBe(12);
  // Nobody knows from the text that there is a getter.
  Object.defineProperty(settings, ["unseen", "factor"].join(""), { get: () => 3 });
  const message = messageOf(() => derivative(2));
  expect(message).toContain("s += settings.unseenfactor * x;");
  expect(message).toBe(messageOf(() => vjp(scaled, 2)[1](1)));
});
