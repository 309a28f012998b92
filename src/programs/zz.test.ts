import { test } from "vitest";
import { ir, grad } from "zeroth";
test("a", () => {
  const f = (p: { a: [number, number?] }) => {
      const { a: [a0, a1 = a0 * 2] } = p;
      return a0 * a1;
  };
  console.log(ir(f));
});
