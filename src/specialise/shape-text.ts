// Texts that tell shapes apart.

import { isNumber } from "../ir/index.ts";
import type { Input } from "./inputs.ts";
import { partsOf, type Shape } from "./shape.ts";

const codes = new WeakMap<object, number>();
let lastCode = 0;

/** A number that identifies an object. */
export function numberOf(object: object): number {
  let n = codes.get(object);
  if (n === undefined) codes.set(object, (n = ++lastCode));
  return n;
}

const textOfInput = ({ type, outer }: Input): string => (outer && !isNumber(type) ? `${type}!` : type);

/** A text that is the same for two shapes only if they are alike. */
export function textOf(shape: Shape, inputs: readonly Input[]): string {
  const texts = partsOf(shape)
    .map((part) => textOf(part, inputs))
    .join(",");
  switch (shape.kind) {
    case "input":
      // One input may stand in several places.
      return `${shape.index}:${textOfInput(inputs[shape.index] as Input)}`;
    case "constant":
      if (Object.is(shape.value, -0)) return "=-0";
      return typeof shape.value === "string" ? JSON.stringify(shape.value) : `=${String(shape.value)}`;
    case "zero":
    case "unset":
      return shape.kind;
    case "host":
      return `#${numberOf(shape.value)}`;
    case "around":
      return `^${shape.depth}`;
    case "box":
      return `box(${texts})`;
    case "tuple":
      return `(${texts})`;
    case "record":
      return `{${JSON.stringify(shape.keys)}${texts}}`;
    case "array":
      return `[${texts}]`;
    case "structures":
      return `structures(${texts})`;
    case "perhaps":
      return `${shape.absent}?(${texts})`;
    case "outcome":
      return `outcome(${texts})`;
    case "table":
      return `table(${texts})`;
    case "view":
      return `view(${texts})`;
    case "choice":
      return `?${shape.options.map((option) => (option == null ? String(option) : numberOf(option))).join("|")}(${texts})`;
    case "made":
      return `<${JSON.stringify(shape.keys)}${texts}>`;
    case "closure":
      return `@${numberOf(shape.code)}^${shape.which}${shape.value === undefined ? "" : `=${shape.value}`}[${texts}]`;
  }
}
