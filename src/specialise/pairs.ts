// What the program does with pairs (pairs-made.ts), which it takes for arrays. It must not find out that they are records
// (stand-ins.ts): where it needs an array, all pairs are arrays.

import { fieldsOfType, prims, propertiesOfType, type PrimName, type Type } from "../ir/index.ts";
import { isOfPairs, pairName } from "../runtime/index.ts";
import { abstractUndefined, constantOf, indexOf, ofConstant, ofTuple, type AbstractValue } from "./abstract-value.ts";
import { failsNever } from "./failures.ts";
import { methodOf, propertyOf } from "./memory.ts";
import { NeedsArray } from "./not-specialised.ts";
import { isPair } from "./pairs-made.ts";
import { isPairType } from "./stand-in-types.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** The type of a value, if it is a pair in memory; null for all other values. */
function pairType(writer: Writer, known: AbstractValue | undefined): Type | null {
  if (known === undefined || known.kind === "tuple" || writer.virtual(known) !== null) return null;
  const type = typeOfAbstract(writer, known);
  return isPair(type, writer.span) ? type : null;
}

/** The index that a key is; null for all other keys. */
function indexIn(key: AbstractValue | undefined): number | null {
  const name = constantOf(key)?.value;
  return typeof name === "string" && /^(0|[1-9]\d*)$/.test(name) ? Number(name) : indexOf(key);
}

const ofSlots: ReadonlySet<PrimName> = new Set<PrimName>(["shadow-get", "take", "put", "accum"]);
const ofElements: ReadonlySet<PrimName> = new Set<PrimName>(["get", "load", "get-frozen", "set"]);

/** A read or a write of an element of a pair, or of its shadow, as one of the property for that element. */
export function withPairKey(site: PrimSite): PrimSite {
  const { writer, prim, args } = site;
  const [object, key] = args;
  if (!(ofSlots.has(prim) || ofElements.has(prim))) return site;
  if (ofElements.has(prim) ? pairType(writer, object) === null : !isShadowOfPair(site)) return site;
  const index = indexIn(key);
  if (index !== null) return { ...site, args: args.with(1, ofConstant(pairName(index))) };
  if (typeof constantOf(key)?.value !== "string") throw new NeedsArray(writer.span);
  return site;
}

function isShadowOfPair({ writer, args: [shadow, key] }: PrimSite): boolean {
  if (shadow?.kind !== "operand" || shadow.operand.kind !== "value" || indexIn(key) === null) return false;
  const memory = writer.sources.shadowed.get(shadow.operand.id);
  if (memory !== undefined) return isPairType(writer.typeOf(memory));
  if (writer.pairs.kind === "records") throw new NeedsArray(writer.span);
  return false;
}

/** The result of a primitive on a pair; null for those that treat it like any record, and for other operands. */
export function onPair(site: PrimSite): AbstractValue | null {
  const { writer, prim, args, world } = site;
  if (prim === "foreign-call" || prim === "attempt") return pairAnswer(site);
  if (prim === "failure" && pairType(writer, args[1]) !== null) {
    if (failsNever(site)) return abstractUndefined;
    throw new NeedsArray(writer.span);
  }
  const [pair, key] = args;
  const type = pairType(writer, pair);
  if (type === null || pair === undefined) return null;
  const name = constantOf(key)?.value;
  switch (prim) {
    case "length":
    case "array-length":
      return ofConstant(sizeOf(writer, type));
    case "get":
    case "load":
    case "get-frozen": {
      if (typeof name !== "string" || fieldsOfType(type).has(name)) return null;
      if (name === "length") return ofConstant(sizeOf(writer, type));
      const found = isOfPairs(name) ? abstractUndefined : methodOf(writer, world, null, name);
      if (found === null) throw new NeedsArray(writer.span);
      return found;
    }
    case "set":
      if (typeof name === "string" && fieldsOfType(type).has(name)) return null;
      throw new NeedsArray(writer.span);
    case "has": {
      const index = indexIn(key);
      return index === null ? null : ofConstant(index < sizeOf(writer, type));
    }
    case "iterable":
      methodOf(writer, world, null, Symbol.iterator);
      return pair;
    case "is-walked": {
      const method = typeof name === "string" ? methodOf(writer, world, null, name) : null;
      if (method === null) return null;
      return ofConstant(prims["is-walked"].evaluate([] as never, name as never) as boolean);
    }
    case "gather": {
      const count = indexOf(key);
      if (count === null || count > sizeOf(writer, type)) return null;
      return ofTuple(elementsOf(writer, pair, count));
    }
    case "array-from":
      return writer.allocate(site.id, { kind: "array", items: elementsOf(writer, pair, sizeOf(writer, type)) });
    case "class-made":
      return ofHost(Array);
    default:
      return null;
  }
}

/** How many elements a pair has. */
function sizeOf(writer: Writer, type: Type): number {
  if (propertiesOfType(type).some(({ isOptional }) => isOptional)) throw new NeedsArray(writer.span);
  return fieldsOfType(type).size;
}

function elementsOf(writer: Writer, pair: AbstractValue, count: number): readonly AbstractValue[] {
  const operand = writer.operand(pair);
  return Array.from({ length: count }, (_, k) => propertyOf(writer, operand, pairName(k)));
}

/** What JavaScript answers of a pair. */
function pairAnswer({ writer, args: [f, , given] }: PrimSite): AbstractValue | null {
  const parts = given?.kind === "tuple" ? given.parts : [];
  if (!parts.some((part) => pairType(writer, part) !== null)) return null;
  // The answer is known (computed.ts).
  if (f?.kind === "host" && f.value === Array.isArray) return null;
  throw new NeedsArray(writer.span);
}
