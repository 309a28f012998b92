// Arbitraries for parameter types. All arrays of one call have the same length, so that vectors match each other and matrices are
// square.

import fc from "fast-check";
import { reals, smoothFunctions } from "../testing/arbitraries/index.ts";
import type { Parameter, Shape } from "./parameter-types.ts";
import type { TagOptions } from "./tag-text.ts";

/** Argument lists for a function with these parameters. */
export function argumentsFor(parameters: readonly Parameter[], options: TagOptions): fc.Arbitrary<readonly unknown[]> {
  const [min, max] = options.length;
  return fc
    .integer({ min, max })
    .chain((n) => fc.tuple(...parameters.map(({ name, shape }) => arbitraryOf(shape, name, n, options))));
}

function arbitraryOf(shape: Shape, path: string, n: number, options: TagOptions): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case "number":
      return reals(rangeAt(path, options));
    case "boolean":
      return fc.boolean();
    case "constant":
      return fc.constant(shape.value);
    case "list": {
      const items = fc.array(arbitraryOf(shape.of, path, n, options), { minLength: n, maxLength: n, size: "max" });
      if (shape.stored === "Float64Array") return items.map((xs) => Float64Array.from(xs as readonly number[]));
      if (shape.stored === "Float32Array") return items.map((xs) => Float32Array.from(xs as readonly number[]));
      return items;
    }
    case "tuple":
      return fc.tuple(...shape.items.map((item) => arbitraryOf(item, path, n, options)));
    case "record":
      return fc
        .tuple(...shape.fields.map(([name, field]) => arbitraryOf(field, `${path}.${name}`, n, options)))
        .map((values) => Object.fromEntries(shape.fields.map(([name], i) => [name, values[i]])));
    case "either":
      return fc.oneof(...shape.of.map((option) => arbitraryOf(option, path, n, options)));
    case "function":
      return smoothFunctions({ arity: shape.arity });
  }
}

/** The range for the path, or for the longest part of it that has a range. */
function rangeAt(path: string, { ranges }: TagOptions): { readonly min?: number; readonly max?: number } {
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
    const name = path.slice(0, end);
    const range = Object.hasOwn(ranges, name) ? ranges[name] : undefined;
    if (range !== undefined) return range;
  }
  return {};
}
