// The error of the checked mode where specialised code and general code differ.

import type { Difference } from "./compared-outcomes.ts";
import { differentiatedBy, type Origin } from "./origins.ts";
import { showValue } from "../host/show.ts";
import { ZerothError, noSpan, type Func } from "../ir/index.ts";
import { stampOf, type AnyFunction } from "../runtime/index.ts";

/** Specialised code differs from general code. Other derivatives pass this error on unchanged. */
export class SpecialisedDifference extends ZerothError {
  override at(): ZerothError {
    return this;
  }
}

const mostText = 400;

interface Call {
  readonly operator: AnyFunction;
  readonly origin: Origin;
  readonly args: readonly unknown[];
}

export function differenceOf(
  { operator, origin, args }: Call,
  { path, left, right }: Difference,
): SpecialisedDifference {
  const f = differentiatedBy(origin.given ?? args[0]) as AnyFunction;
  const [func, by] = [funcOf(f), funcOf(operator)?.sourceName ?? operator.name];
  const name = f.name || "f";
  const lines = [
    `specialised code for \`${by}\` of \`${name}\` does not do what general code does`,
    `  call         ${by}(${name})(${args.map((arg) => shapeTextOf(arg, 0)).join(", ")})`,
    `  differs at   ${path}`,
    `  specialised  ${short(showValue(left))}`,
    `  general      ${short(showValue(right))}`,
    `  arguments    ${short(showValue(args))}`,
  ];
  const span = func?.span ?? noSpan;
  const source = stampOf(f)?.code.program.module.sources[span.file];
  return new SpecialisedDifference({
    kind: "bug",
    message: lines.join("\n"),
    ...(span.line === 0 ? {} : { span, ...(source === undefined ? {} : { source }) }),
  });
}

/** Gives access to names as in the source text: bundlers rename functions. */
function funcOf(f: AnyFunction): Func | undefined {
  const code = stampOf(f)?.code;
  return code?.program.func(code.name);
}

const short = (text: string): string => (text.length <= mostText ? text : `${text.slice(0, mostText)}…`);

const deepest = 4;

/** The shape of an argument, to which code is specialised: `number[3]`, `{ w: Float64Array(2), b: number }`. */
function shapeTextOf(x: unknown, depth: number): string {
  if (x === null || x === undefined) return String(x);
  if (typeof x === "function") return x.name === "" ? "function" : `function ${x.name}`;
  if (typeof x !== "object") return typeof x;
  if (depth === deepest) return "…";
  if (ArrayBuffer.isView(x)) return `${x.constructor.name}(${(x as unknown as Float64Array).length})`;
  if (Array.isArray(x)) {
    const shapes = [...new Set(Array.from(x as readonly unknown[], (item) => shapeTextOf(item, depth + 1)))];
    const of = shapes.length === 1 ? (shapes[0] as string) : `(${shapes.slice(0, 4).join(" | ")})`;
    return `${of}[${x.length}]`;
  }
  const properties = Object.entries(x).map(([key, value]) => `${key}: ${shapeTextOf(value, depth + 1)}`);
  return properties.length === 0 ? "{}" : `{ ${properties.join(", ")} }`;
}
