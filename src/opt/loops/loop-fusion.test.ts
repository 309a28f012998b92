// Loops over arrays, one behind the other, mean the same when they are one: random loops that read and store two arrays at
// random distances from their counters.

import fc from "fast-check";
import { expect, test } from "vitest";
import { parseModule, verifyModule } from "../../ir/index.ts";
import { interpreter, runLine } from "../../test-support/run-line.ts";
import { loopFusion } from "./loop-fusion.ts";

interface Access {
  readonly isStore: boolean;
  readonly array: "d" | "e";
  readonly ahead: number;
}

const accesses: fc.Arbitrary<readonly Access[]> = fc.array(
  fc.record({ isStore: fc.boolean(), array: fc.constantFrom("d", "e"), ahead: fc.nat(3) }),
  { minLength: 1, maxLength: 3 },
);

/** A loop in block `b`, which counts `%i<b>` and sums up what it reads in `%s<b>`. */
function loopText(b: number, own: readonly Access[], behind: string): string {
  const sums = [`%s${b}`];
  const body = own.flatMap(({ isStore, array, ahead }, k) => {
    const key = `%k${b}${k}`;
    const at = `  ${key}: int = add %i${b}, ${ahead}`;
    const [read, half, sum] = ["r", "h", "t"].map((name) => `%${name}${b}${k}`) as [string, string, string];
    if (isStore) return [at, `  ${half} = add ${sums.at(-1)}, ${k + 1}`, `  set %${array}, ${key}, ${half}`];
    const before = sums.at(-1);
    sums.push(sum);
    return [
      at,
      `  ${read}: num = get %${array}, ${key}`,
      `  ${half} = mul ${before}, 0.5`,
      `  ${sum} = add ${half}, ${read}`,
    ];
  });
  return `
bb${b}(%i${b}: int, %s${b}: num):
${body.join("\n")}
  %n${b}: int = add %i${b}, 1
  %m${b} = lt %n${b}, %n
  branch %m${b}, bb${b}(%n${b}, ${sums.at(-1)}), bb${behind}(${sums.at(-1)})`;
}

const textOf = (first: readonly Access[], second: readonly Access[]): string => `
fn @f {
bb0(%self; %n: int):
  %l: int = add %n, 3
  %d: numbers = array-zeros %l
  %e: numbers = array-zeros %l
  %any = lt 0, %n
  branch %any, bb1(0, 1), bb2(0.5)
${loopText(1, first, "2")}
bb2(%p: num):
  branch %any, bb3(0, 2), bb4(0.25)
${loopText(3, second, "4")}
bb4(%q: num):
  %x: num = get %d, 2
  %y: num = get %e, 1
  %u = add %p, %q
  %v = add %x, %y
  %w = mul %u, 7
  %z = add %v, %w
  return %z
}
`;

test("fused loops compute what the two loops did", () => {
  const distances = new Set<number>();
  const property = fc.property(accesses, accesses, (first, second) => {
    const module = parseModule(textOf(first, second));
    expect(verifyModule(module)).toEqual([]);
    const fused = loopFusion.run(module);
    if (fused === module) return;
    for (const store of first.filter(({ isStore }) => isStore))
      for (const read of second) if (read.array === store.array) distances.add(read.ahead - store.ahead);
    for (const n of [0, 1, 2, 5])
      expect(runLine(`@f(${n})`, fused, [interpreter])).toBe(runLine(`@f(${n})`, module, [interpreter]));
  });
  fc.assert(property, { numRuns: 1000 });
  // None of these tells anything unless loops at such distances are fused.
  expect([...distances].sort((a, b) => a - b)).toEqual([-3, -2, -1, 0]);
});
