// Evaluates primitives on abstract values where that needs no code. Otherwise the primitive is written, on operands.

import {
  isNumber,
  isRecord,
  isTyped,
  mayBeArray,
  mayConvertStores,
  prims,
  type Operand,
  type PrimName,
  type Type,
} from "../ir/index.ts";
import { isOfStandIns, optionNames } from "../runtime/index.ts";
import {
  constantOf,
  indexOf,
  isZero,
  abstractUndefined,
  abstractZero,
  ofBoolean,
  ofConstant,
  ofOperand,
  ofTuple,
  tupleParts,
  type AbstractValue,
  type Key,
} from "./abstract-value.ts";
import {
  arrayOperand,
  classMadeOf,
  gathered,
  methodOf,
  withKnownKey,
  newArray,
  newTyped,
  noteStore,
} from "./memory.ts";
import { numberAmong } from "./function-tables.ts";
import { computed } from "./computed.ts";
import { collectionAnswer, isCollection } from "./constant-collections.ts";
import { constantVariable } from "./constant-variables.ts";
import { overlapping } from "./distinct.ts";
import { isStored, stored } from "./perhaps.ts";
import { initialisedError } from "./errors.ts";
import { privateAnswer } from "./privates.ts";
import { answered, passiveCall, passiveCallOfElements } from "./foreign-calls.ts";
import { inShadow, newContext, shadowOf } from "./shadows.ts";
import { lengthOf } from "./lengths.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";
import { symbolOf } from "./symbols.ts";
import { inList } from "./variables.ts";
import { onView } from "./views.ts";
import { functionBehind } from "./stored-functions.ts";
import { isRecordOfFunction, requireNoLook } from "./stand-ins.ts";
import { prototypeOfTable, sameTable, tableAnswer } from "./tables.ts";
import { onPair, withPairKey } from "./pairs.ts";
import { requireSearch } from "./regular-expressions.ts";
import { initialiserIn, instanceOfClass, prototypeIn } from "./instances.ts";
import { getOf, hasOf, keyOf, ownSlotOf, setOf } from "./properties.ts";
import { onGivenPair, withArrays } from "./given-pairs.ts";
import { keysOf, keysOfRecord, keysWhenRun, structureOf, structureWhenRun } from "./structures.ts";
import { identical, instanceOf, typeofAbstract } from "./questions.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { accessorIn } from "./accessors.ts";
import { constructionOf, errorIn, failures, globalOf } from "./failures.ts";

type Rule = (site: PrimSite) => AbstractValue | null;

export function applyPrim(given: PrimSite, hint: string): AbstractValue {
  const read = onGivenPair(given);
  if (read !== null) return read;
  const site = withPairKey(withStored(withKnownKey(inList(withArrays(given)))));
  const { writer, prim, args, type } = site;
  const ofPair = onPair(site);
  if (ofPair !== null) return ofPair;
  requireNoLook(site);
  requireSearch(site);
  const known = onView(site) ?? rules[prim]?.(site) ?? null;
  if (known !== null) return noted(site, known);
  const operands = args.map((arg, k) => (isStored(prim, k) ? stored(writer, arg) : writer.operand(arg)));
  const result = writer.prim(prim, operands, hint, type === "any" ? undefined : type);
  if (prim === "shadow" && result.kind === "value") writer.sources.shadowed.set(result.id, operands[1] as Operand);
  return noted(site, ofOperand(result));
}

/** Reads of memory and of cotangents. Neither holds errors as values: what is thrown is taken out of the value first. */
const reads: ReadonlySet<PrimName> = new Set<PrimName>([
  "get",
  "load",
  "get-frozen",
  "box-get",
  "shadow-get",
  "take",
  "part",
]);

function noted({ writer, prim }: PrimSite, result: AbstractValue): AbstractValue {
  if (result.kind !== "operand" || result.operand.kind !== "value") return result;
  if (reads.has(prim)) writer.sources.read.add(result.operand.id);
  return result;
}

/** Functions that are stored in memory, sought there, or compared with such, may be records. */
function withStored(site: PrimSite): PrimSite {
  const { writer, prim, args, id } = site;
  if (prim === "overlaps") {
    const f = functionBehind(writer, args[0] as AbstractValue, `${id}&`);
    return f === null || f.kind === "choice" ? site : { ...site, args: args.with(0, f) };
  }
  const isCompared = (prim === "eq" || prim === "ne") && args.some((arg) => isRecordOfFunction(writer, arg) === true);
  // A key that is not known materialises an array.
  const isMade = writer.virtual(args[0]) === null || (prim === "set" && constantOf(args[1]) === null);
  const isStored = ((prim === "push" || prim === "set") && isMade) || prim.startsWith("place-");
  if (!isCompared && !isStored) return site;
  const from = isCompared ? 0 : args.length - 1;
  return { ...site, args: args.map((arg, k) => (k >= from ? writer.inMemory(arg) : arg)) };
}

/** A primitive on a tuple, or a zero, and an index, which is operand `k`: evaluated as it is on a tuple of values. */
const onTuple =
  (k: number): Rule =>
  ({ prim, args }) => {
    const given = args.map((x, j) => (j === k ? indexOf(x) : isZero(x) ? 0 : x.kind === "tuple" ? x.parts : null));
    return given.includes(null) ? null : ofEvaluated(prims[prim].evaluate(...(given as never[])));
  };

const ofEvaluated = (x: unknown): AbstractValue =>
  Array.isArray(x) ? ofTuple(x.map(ofEvaluated)) : x === 0 ? abstractZero : (x as AbstractValue);

/** The sum of two cotangents; tuples are added by component. */
export function sumOf(writer: Writer, a: AbstractValue, b: AbstractValue): AbstractValue {
  if (isZero(a)) return b;
  if (isZero(b)) return a;
  if (a.kind === "tuple" && b.kind === "tuple") {
    const n = Math.max(a.parts.length, b.parts.length);
    return ofTuple(
      Array.from({ length: n }, (_, k) => sumOf(writer, a.parts[k] ?? abstractZero, b.parts[k] ?? abstractZero)),
    );
  }
  return writer.known("sum", [writer.operand(a), writer.operand(b)]);
}

const arrayOf = ({ writer, id }: PrimSite, items: readonly (AbstractValue | null)[]): AbstractValue =>
  writer.allocate(id, { kind: "array", items });

const rules: { readonly [P in PrimName]?: Rule } = {
  tuple: ({ args }) => ofTuple(args),
  // The arguments of a call of the prelude's (interpreter.ts).
  "array-from": (site) => {
    const items = tupleParts(site.args[0]);
    if (items !== null) return arrayOf(site, items);
    return arrayOperand(site.writer, site.args[0]) === null ? null : (site.args[0] as AbstractValue);
  },
  "tuple-get": ({ args: [t, k] }) => (t?.kind === "tuple" ? (t.parts[indexOf(k) ?? -1] ?? null) : null),
  "tuple-length": ({ args: [t] }) => (t?.kind === "tuple" ? ofConstant(t.parts.length) : null),
  "tuple-concat": ({ args: [a, b] }) => {
    const [x, y] = [tupleParts(a), tupleParts(b)];
    return x === null || y === null ? null : ofTuple([...x, ...y]);
  },
  part: onTuple(1),
  "parts-from": onTuple(1),
  "parts-to": onTuple(1),
  inject: ({ args: [k, g] }) => {
    const index = indexOf(k);
    if (isZero(g)) return abstractZero;
    return index === null ? null : ofTuple([...new Array<AbstractValue>(index).fill(abstractZero), g as AbstractValue]);
  },
  "inject-from": onTuple(0),
  sum: ({ writer, args: [a, b] }) => sumOf(writer, a as AbstractValue, b as AbstractValue),
  // The product with 1 is exact.
  scale: ({ writer, args: [g, p] }) => {
    const isExact = constantOf(g)?.value === 1 && p !== undefined && isNumber(typeOfAbstract(writer, p));
    return isExact ? p : null;
  },
  gate: ({ args: [g, c] }) => {
    if (isZero(g)) return abstractZero;
    const condition = constantOf(c);
    return condition === null ? null : condition.value === true ? (g as AbstractValue) : abstractZero;
  },
  select: ({ args: [c, a, b] }) => {
    const condition = constantOf(c);
    return condition === null ? null : ((condition.value === true ? a : b) as AbstractValue);
  },
  copy: ({ args: [x] }) => x as AbstractValue,
  stop: ({ writer, args: [x] }) => {
    const isInert = x?.kind !== "operand" || ["bool", "str", "undef", "null"].includes(writer.typeOf(x.operand));
    return isInert && x?.kind !== "tuple" ? (x as AbstractValue) : null;
  },

  capture: ({ writer, args: [self, k] }) => {
    const index = indexOf(k) ?? -1;
    const contents = writer.virtual(self);
    return contents?.kind === "closure" ? (contents.items[index] ?? null) : null;
  },
  "box-new": ({ writer, args: [value], id }) => writer.allocate(id, { kind: "box", items: [value as AbstractValue] }),
  "box-get": ({ writer, args: [box] }) => {
    const contents = writer.virtual(box);
    if (contents?.kind === "box") return contents.items[0];
    return errorIn(writer, box) ?? constantVariable(writer, box);
  },
  "box-set": ({ writer, args: [box, value] }) => {
    const contents = writer.virtual(box);
    if (box?.kind !== "object" || contents === null) return null;
    if (contents.kind === "box" && contents.isGiven === true)
      throw new NotSpecialised("a function variable that is assigned or kept, in a recursive call", writer.span);
    writer.heap.set(box.id, { kind: "box", items: [value as AbstractValue] });
    return abstractUndefined;
  },

  array: (site) => arrayOf(site, site.args),
  "array-new": (site) => {
    const n = indexOf(site.args[0]);
    return n === null || n > 64 ? newArray(site) : arrayOf(site, new Array<null>(n).fill(null));
  },
  object: ({ writer, args, id, type }) => {
    const keys = args.filter((_, k) => k % 2 === 0).map((key) => keyOf(key) ?? symbolOf(writer, key));
    const isPlain = (key: Key | undefined): key is Key =>
      typeof key === "symbol" || (key !== undefined && key !== "__proto__" && !/^\d+$/.test(key));
    // Only code that is written here has a type that tells of them.
    if (!isRecord(type) && keys.some((key) => key !== undefined && isOfStandIns(key)))
      throw new NotSpecialised("a record with unusual names", writer.span, keys.join(", "));
    if (!keys.every(isPlain) || new Set(keys).size < keys.length) return null;
    const items = args.filter((_, k) => k % 2 === 1);
    return writer.allocate(id, { kind: "record", keys, items });
  },
  "object-of": instanceOfClass,
  "prototype-of": prototypeIn,
  initialiser: initialiserIn,
  "typed-new": newTyped,
  get: getOf,
  load: getOf,
  "get-frozen": getOf,
  set: setOf,
  "own-slot": ownSlotOf,
  has: hasOf,
  keys: ({ writer, args: [x], id }) => keysOf(writer, x, id) ?? keysWhenRun(writer, x, id),
  "place-add": ({ writer, args: [keys, key] }) => {
    if (keys !== undefined && key !== undefined && typeOfAbstract(writer, key) === "any")
      writer.made.storeUnknownKey(writer.operand(keys));
    return null;
  },
  "still-in": ({ writer, args: [object, key] }) => {
    const contents = writer.virtual(object);
    const name = keyOf(key);
    const isRecord = contents?.kind === "record" || contents?.kind === "given";
    return isRecord && name !== null ? ofConstant(contents.keys.includes(name)) : null;
  },
  // Plain records inherit no names.
  "keys-in": ({ writer, args: [x], id }) => keysOfRecord(writer, x, id),
  "property-keys": ({ writer, args: [x], id }) => keysOf(writer, x, id),
  length: ({ writer, args: [x] }) => lengthOf(writer, x),
  "array-length": ({ writer, args: [x] }) => lengthOf(writer, x),
  push: (site) => {
    const {
      writer,
      args: [array, value],
    } = site;
    noteStore(site, value);
    const contents = writer.virtual(array);
    if (contents?.kind !== "array" || array?.kind !== "object") return null;
    writer.heap.set(array.id, { kind: "array", items: [...contents.items, value as AbstractValue] });
    return abstractUndefined;
  },
  pop: ({ writer, args: [array] }) => {
    const contents = writer.virtual(array);
    if (contents?.kind !== "array" || array?.kind !== "object") return null;
    const last = contents.items.at(-1);
    if (last === null) return null;
    writer.heap.set(array.id, { kind: "array", items: contents.items.slice(0, -1) });
    return last ?? abstractUndefined;
  },
  gather: ({ writer, args: [array, n] }) => {
    const contents = writer.virtual(array);
    const count = indexOf(n);
    if (contents?.kind !== "array" || count === null || count > contents.items.length)
      return gathered(writer, array, n);
    return ofTuple(contents.items.slice(0, count).map((item) => item ?? abstractUndefined));
  },
  iterable: ({ writer, args: [x], world }) => {
    if (x !== undefined && typeOfAbstract(writer, x) === "str")
      return ofOperand(writer.prim("iterable", [writer.operand(x)], "", "[str]"));
    const array = writer.virtual(x)?.kind === "array" ? null : arrayOperand(writer, x);
    if (array === null && writer.virtual(x)?.kind !== "array") return null;
    methodOf(writer, world, array, Symbol.iterator);
    return x as AbstractValue;
  },
  "is-walked": ({ writer, args: [x, method], world }) => {
    const name = keyOf(method);
    const kind = writer.virtual(x)?.kind;
    if (kind === "record" || prototypeOfTable(writer, x) !== null || isCollection(writer, x)) return ofConstant(false);
    const array = kind === "array" ? null : arrayOperand(writer, x);
    if (name === null || (array === null && writer.virtual(x)?.kind !== "array")) return null;
    const known = methodOf(writer, world, array, name);
    const of = array !== null && isTyped(writer.typeOf(array)) ? new Float64Array(0) : [];
    return known === null ? null : ofConstant(prims["is-walked"].evaluate(of as never, name as never) as boolean);
  },
  "class-made": classMadeOf,
  // Code is run again when it is derived: what a table holds has been read once more then.
  "guard-function": ({ writer, args: [x, ...options] }) => numberAmong(writer, x, options),
  accessor: ({ args: [kind] }) => ofHost(prims.accessor.evaluate(keyOf(kind) as never)),
  "accessor-of": accessorIn,
  construct: constructionOf,
  global: globalOf,
  typeof: ({ writer, args: [x] }) => {
    const name = constantOf(x) === null && !isZero(x) ? typeofAbstract(writer, x as AbstractValue) : null;
    return name === null ? null : ofConstant(name);
  },
  "is-number": ({ args: [x] }) => (x?.kind === "operand" ? null : ofConstant(false)),
  "is-nullish": ({ args: [x] }) => (x?.kind === "operand" ? null : ofConstant(false)),
  "is-unset": ({ args: [x] }) => (x?.kind === "operand" && x.operand.kind !== "const" ? null : ofConstant(false)),
  instanceof: instanceOf,
  eq: ({ writer, args: [a, b] }) => {
    const same = sameTable(writer, a, b);
    return same === null ? ofBoolean(identical(writer, a as AbstractValue, b as AbstractValue)) : ofOperand(same);
  },
  ne: ({ writer, args: [a, b] }) => {
    const table = sameTable(writer, a, b);
    if (table !== null) return writer.known("not", [table]);
    const same = identical(writer, a as AbstractValue, b as AbstractValue);
    return same === null ? null : ofConstant(!same);
  },
  not: ({ args: [x] }) => (x?.kind === "operand" ? null : ofConstant(false)),

  structure: ({ writer, args: [x], id }) =>
    x === undefined ? null : (structureOf(writer, x, id) ?? structureWhenRun(writer, x)),
  overlaps: overlapping,
  "new-context": newContext,
  "new-tangents": newContext,
  shadow: shadowOf,
  "shadow-get": (site) => inShadow(site, (g) => [g, g]),
  take: (site) => inShadow(site, (g) => [g, abstractZero]),
  put: (site) => inShadow(site, () => [abstractUndefined, site.args[2] as AbstractValue]),
  accum: (site) => inShadow(site, (g) => [abstractUndefined, sumOf(site.writer, g, site.args[2] as AbstractValue)]),
  // An object that has not been materialised has no shadow.
  "is-touched": ({ writer, args: [, x] }) =>
    writer.virtual(x) !== null || (x?.kind === "host" && !writer.takes(x.value)) ? ofConstant(false) : null,
  "no-array": ({ writer, args: [x] }) =>
    mayBeArray(typeOfAbstract(writer, x as AbstractValue)) ? null : abstractUndefined,
  "no-array-stored": ({ writer, args: [memory, x] }) => {
    const [kept, stored] = [memory, x].map((known) => typeOfAbstract(writer, known as AbstractValue));
    return mayConvertStores(kept as Type) && mayBeArray(stored as Type) ? null : abstractUndefined;
  },
  ...failures,
  attempt: foreignCall,
  "foreign-call": foreignCall,
};

function foreignCall(site: PrimSite): AbstractValue | null {
  const [f, receiver, given] = site.args;
  if (f?.kind !== "host") return null;
  const array = given?.kind === "operand" ? site.writer.sources.gathered.get(given.operand) : undefined;
  if (array !== undefined) return passiveCallOfElements(site, f.value, array);
  if (given?.kind !== "tuple") return null;
  if (f.value === optionNames) return keysOf(site.writer, given.parts[0], site.id);
  return (
    tableAnswer(site, f.value, given.parts) ??
    collectionAnswer(site, f.value, given.parts) ??
    answered(site, f.value, given.parts) ??
    privateAnswer(site, f.value, given.parts) ??
    initialisedError(site, f.value, given.parts) ??
    computed(site.writer, site.world, [f, receiver as AbstractValue, ...given.parts]) ??
    passiveCall(site, f.value, given.parts)
  );
}
