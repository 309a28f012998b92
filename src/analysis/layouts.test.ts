import { describe, expect, test } from "vitest";
import { namedValues } from "../test-support/named-values.ts";
import { leavesOf } from "./layout.ts";
import { layoutsOf } from "./layouts.ts";

/** The leaves of a value, as paths with their types; null if it stays what it is. */
function leaves(body: string, name: string, params = ""): readonly string[] | null {
  const { func, operand } = namedValues(`
fn @f {
bb0(%self; %x: num, %any, %all: [{a:num}]${params}):
  %one: {a:num} = object "a", %x
${body}
}`);
  const found = operand(name);
  const layout = found.kind === "value" ? layoutsOf(func)(found.id) : null;
  return layout && leavesOf(layout).map(({ path, type }) => `${path.map((key) => key ?? "*").join(".")}: ${type}`);
}

const own = "  %list: [{a:num}] = array %one\n";

describe("records of which nobody can tell that they are not variables", () => {
  test("in arrays, rows and records that only the function sees", () => {
    expect(leaves(`${own}  return 0`, "list")).toEqual(["*.a: num"]);
    expect(leaves(`${own}  %rows: [[{a:num}]] = array %list\n  return 0`, "rows")).toEqual(["*.*.a: num"]);
    expect(leaves(`${own}  %two: {b:{a:num},c:[{a:num}]} = object "b", %one, "c", %list\n  return 0`, "two")).toEqual([
      "b.a: num",
      "c.*.a: num",
    ]);
  });

  test.each([
    ["returned", "  return %list"],
    ["returned in an array", "  %rows: [[{a:num}]] = array %list\n  return %rows"],
    ["thrown", "  throw %one"],
    ["passed on", "  call %any(%list)\n  return 0"],
    ["captured", "  %g = closure @f [%one]\n  return 0"],
    ["compared", "  %same = eq %one, %any\n  return 0"],
    ["asked for", "  branch %one, bb1, bb2\nbb1:\n  return 1\nbb2:\n  return 0"],
    ["written", '  set %one, "a", 3\n  return 0'],
    ["written with a name that is known when the code runs", "  set %one, %any, 3\n  return 0"],
    ["walked", "  %keys = keys %one\n  return 0"],
    ["in an array of others", "  push %all, %one\n  return 0"],
    ["beside others", "  %other = get %all, 0\n  push %list, %other\n  return 0"],
    ["beside null", "  push %list, null\n  return 0"],
    ["beside records with other properties", '  %p: {b:num} = object "b", %x\n  push %list, %p\n  return 0'],
    [
      "returned in rows of rows",
      "  %rows: [[{a:num}]] = array %list\n  %all3: [[[{a:num}]]] = array %rows\n  return %all3",
    ],
    ["read where they may be absent", '  %0 = get %list, 0\n  %a = get %0, "a"\n  return %a'],
    ["read where they have no property", '  %b = get %one, "b"\n  return 0'],
    ["read as an array", "  %b = get %one, 0\n  return 0"],
    ["in an array with a property", '  set %list, "one", %one\n  return 0'],
    ["held by themselves", '  %p: {a:num,b:[{a:num}]} = object "a", %x, "b", %list\n  push %list, %p\n  return 0'],
    ["in a record that is seen", '  %p: {b:[{a:num}]} = object "b", %list\n  return %p'],
  ])("not %s", (_, body) => {
    expect(leaves(own + body, "list")).toBeNull();
    expect(leaves(own + body, "one")).toBeNull();
  });

  test("not records that others of the class have more properties than, whichever is first", () => {
    const body = (first: string, second: string): string =>
      `  %p: {b:num,c:num} = object "b", 1, "c", 2\n  %q: {b:num} = object "b", 3\n  %both: [{b:num}] = array ${first}, ${second}\n  return 0`;
    expect(leaves(body("%p", "%q"), "both")).toBeNull();
    expect(leaves(body("%q", "%p"), "both")).toBeNull();
  });

  test("not records that hold themselves", () => {
    const body = `  %kids: [{a:num,kids:array}] = array
  %p: {a:num,kids:array} = object "a", %x, "kids", %kids
  push %kids, %p
  return 0`;
    expect(leaves(body, "kids")).toBeNull();
    expect(leaves(body, "p")).toBeNull();
  });

  const place = `${own}  %0: {a:num} = get %list, 0\n  set %0, "a", 3\n`;

  test("written ones that have one place", () => {
    expect(leaves(`${place}  return 0`, "list")).toEqual(["*.a: num"]);
    const compared = `${own}  %0: {a:num} = get %list, 0\n  %1: {a:num} = get %list, 1\n  %same = eq %0, %1\n  return %same`;
    expect(leaves(compared, "list")).toEqual(["*.a: num"]);
    const later = '  %p: {a:num} = object "a", 1\n  set %list, 0, %p\n  return 0';
    expect(leaves(place + later, "list")).toEqual(["*.a: num"]);
  });

  test.each([
    ["moved", "  set %list, 1, %0\n  return 0"],
    ["popped", "  %last = pop %list\n  return 0"],
    [
      "popped from what may be the same array",
      '  %p: {a:num} = object "a", 1\n  %other: [{a:num}] = array %p\n  %last = pop %other\n  branch %any, bb1, bb2(%list)\nbb1:\n  jump bb2(%other)\nbb2(%either: [{a:num}]):\n  return 0',
    ],
    ["cut off", "  set-length %list, 0\n  return 0"],
    ["in another record", '  %p: {b:{a:num}} = object "b", %0\n  return 0'],
    [
      "stored again and again",
      '  %p: {a:num} = object "a", 1\n  jump bb1(0)\nbb1(%i: int):\n  push %list, %p\n  %j: int = add %i, 1\n  %more = lt %j, 3\n  branch %more, bb1(%j), bb2\nbb2:\n  return 0',
    ],
    ["in two places", "  %more: [{a:num}] = array %one\n  return 0"],
    [
      "replaced while they are referred to",
      '  %p: {a:num} = object "a", 1\n  set %list, 0, %p\n  set %0, "a", 2\n  return 0',
    ],
  ])("not written ones that are %s", (_, body) => {
    expect(leaves(place + body, "list")).toBeNull();
  });

  test("not if nothing in them tells that they are there", () => {
    const body = (property: string): string =>
      `  %p: {b:any} = object "b", ${property}\n  %maybe: [{b:any}] = array %p\n  return 0`;
    expect(leaves(body("%any"), "maybe")).toBeNull();
    expect(leaves(body("%x"), "maybe")).toEqual(["*.b: num"]);
  });

  test("not if they have many properties", () => {
    const body = (count: number): string => {
      const keys = Array.from({ length: count }, (_, k) => `k${k}`);
      const type = `{${keys.map((key) => `${key}:num`).join(",")}}`;
      const entries = keys.map((key) => `"${key}", %x`).join(", ");
      return `  %p: ${type} = object ${entries}\n  %wide: [${type}] = array %p\n  return 0`;
    };
    expect(leaves(body(16), "wide")).toHaveLength(16);
    expect(leaves(body(17), "wide")).toBeNull();
  });
});
