// The tangents of a specialised function's inputs, and of its result.

import type { PrimName, Word } from "../ir/index.ts";
import { abstractZero, constantOf, ofConstant, ofTuple, type AbstractValue, type Which } from "./abstract-value.ts";
import { madeSlots } from "./made-parts.ts";
import { carriedApart, carriedBy, eachProperty, lastInput, type Shape } from "./shape.ts";
import { allowShadow } from "./shadows.ts";
import type { Target } from "./specialised-calls.ts";
import type { Writer } from "./writer.ts";

/** Applies a primitive to abstract values. */
export type Apply = (prim: PrimName, args: readonly AbstractValue[]) => AbstractValue;

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

/** What a specialised function returns: the number of its parts, and the objects that it made. */
interface Returned {
  readonly shape: Shape;
  readonly count: number;
  readonly made: readonly AbstractValue[];
}

/** The tangents of a specialised function's result, one for each direction, from what its derivative returned. */
export function tangentsOfResult(
  writer: Writer,
  word: Word,
  out: AbstractValue,
  context: AbstractValue,
  { shape, count, made }: Returned,
  apply: Apply,
): readonly AbstractValue[] {
  const component = (of: AbstractValue, k: number): AbstractValue => apply("tuple-get", [of, ofConstant(k)]);
  return Array.from({ length: word.length === 1 ? 1 : Number(word.slice(1)) }, (_, k) => {
    const given = component(out, k + 1);
    const components =
      count === 1 ? [given] : Array.from({ length: count }, (_, j) => apply("part", [given, ofConstant(j)]));
    const carried = (of: Shape): AbstractValue =>
      carriedBy(of, (j) => components[j] as AbstractValue, abstractZero, ofTuple);
    const within = word.length === 1 ? context : component(context, k);
    for (const slot of madeSlots(shape)) {
      const object = made[slot.object] as AbstractValue;
      allowShadow(writer, within, object);
      const shadow = apply("shadow", [within, object]);
      apply("put", [shadow, ofConstant(slot.key), carried(slot.shape)]);
    }
    return carried(shape);
  });
}

/** Turns the number 0 into the structural zero that it stands for. */
const asCotangent = (known: AbstractValue): AbstractValue =>
  Object.is(constantOf(known)?.value, 0) ? abstractZero : known;
