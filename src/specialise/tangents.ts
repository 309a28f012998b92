// The tangents of a specialised function's inputs.

import type { PrimName, Word } from "../ir/index.ts";
import { abstractZero, constantOf, ofConstant, ofTuple, type AbstractValue, type Which } from "./abstract-value.ts";
import { carriedApart, eachProperty, lastInput } from "./shape.ts";
import type { Target } from "./specialised-calls.ts";

/** Applies a primitive to abstract values. */
type Apply = (prim: PrimName, args: readonly AbstractValue[]) => AbstractValue;

/** The tangents of the specialised function's inputs, taken from those of the callee, the receiver and the arguments. */
export function tangentsOf(
  { of: { hosts }, shapes, records }: Target,
  word: Word,
  [context, tangents]: readonly [AbstractValue, AbstractValue],
  apply: Apply,
): AbstractValue {
  const count = 1 + Math.max(-1, ...shapes.map(lastInput));
  const part = (of: AbstractValue, k: number): AbstractValue => apply("part", [of, ofConstant(k)]);
  const specialised = (within: AbstractValue, of: AbstractValue): AbstractValue => {
    const parts = new Array<AbstractValue>(count).fill(abstractZero);
    const wholes = new Map<Which, AbstractValue>();
    shapes.forEach((shape, k) => {
      carriedApart(shape, part(of, k), part, parts, wholes);
      eachProperty(shape, (record, key, input) => {
        const shadow = apply("shadow", [within, records[record] as AbstractValue]);
        parts[input] = apply("shadow-get", [shadow, ofConstant(key)]);
      });
    });
    const further = hosts.map((host) =>
      host.kind === "given" ? (wholes.get(host.which) ?? abstractZero) : abstractZero,
    );
    return ofTuple([abstractZero, abstractZero, ...parts.map(asCotangent), ...further]);
  };
  if (word === "D") return specialised(context, tangents);
  const directions = Array.from({ length: Number(word.slice(1)) }, (_, k) => ofConstant(k));
  const along = (of: AbstractValue, k: AbstractValue): AbstractValue => apply("tuple-get", [of, k]);
  return ofTuple(directions.map((k) => specialised(along(context, k), along(tangents, k))));
}

/** Turns the number 0 into the structural zero that it stands for. */
const asCotangent = (known: AbstractValue): AbstractValue =>
  Object.is(constantOf(known)?.value, 0) ? abstractZero : known;
