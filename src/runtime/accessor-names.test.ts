import { expect, test } from "vitest";
import { isAccessorName, noteAccessors } from "./accessor-names.ts";

test("a text tells of definitions by descriptors that may have a getter or setter", () => {
  noteAccessors(`
    Object.defineProperty(o, "namedValue", { value: 1, writable: true });
    Object.defineProperty(o, "namedGetter", { enumerable: true, get() { return 1; } });
    Object.defineProperty(o, "namedSetter", { set: (x) => { o.y = x; } });
    Object.defineProperty(o, "namedSpread", { ...descriptor, enumerable: false });
    Object.defineProperty(o, "namedVariable", descriptor);`);
  const names = ["namedValue", "namedGetter", "namedSetter", "namedSpread", "namedVariable"];
  expect(names.filter(isAccessorName)).toEqual(names.slice(1));
});
