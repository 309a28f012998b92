// What a specialised function does beyond computing with numbers: what its loops store for the reverse sweep, and what it calls,
// looks up and makes only when it runs.

import { definitionsOf, usesOf } from "../analysis/index.ts";
import {
  allInstrs,
  firstParam,
  isArray,
  isNumber,
  isTyped,
  isValue,
  naturalLoops,
  noSpan,
  typeIn,
  reachesReturn,
  value,
  prims,
  makesRecord,
} from "../ir/index.ts";
import type { Func, Instr, Operand, PrimInstr, PrimName, Span, Type, ValueId } from "../ir/index.ts";
import { fieldsOf, findWebs } from "../opt/index.ts";

/** What one push stores, in each iteration. */
export interface Stored {
  /** The loop. */
  readonly span: Span;
  /** Numbers in an array, which the next call uses again; or one record for each push. */
  readonly how: "numbers" | "records";
  readonly values: readonly StoredValue[];
}

export interface StoredValue {
  /** The name that the program gives it; null if it has none, or only one of ours. */
  readonly name: string | null;
  readonly type: Type;
  /** Where it is computed; null for what the loop carries from one iteration to the next. */
  readonly computed: Span | null;
}

/** Why something is not known before the function runs. */
export type Cause =
  "unknown callee" | "dynamic property" | "mixed types" | "escapes" | "pullback kept" | "cotangents looked up";

export interface Dynamic {
  readonly cause: Cause;
  /** The names that the program may give what it is about. */
  readonly names: readonly string[];
  readonly span: Span;
}

/** What the loops of a function store. Its tapes must not have become arrays yet. */
export function storedBy(func: Func): readonly Stored[] {
  const webs = findWebs(func);
  const definitions = definitionsOf(func);
  const typeOf = (operand: Operand): Type => typeIn(func, operand);
  const describe = (field: Operand): readonly StoredValue[] => {
    if (field.kind !== "value") return [];
    const computed = definitions.of(field.id)?.span ?? null;
    return [{ name: nameIn(func, field), type: typeOf(field), computed }];
  };
  return allInstrs(func).flatMap((instr): readonly Stored[] => {
    if (instr.kind !== "prim" || instr.prim !== "tape-push") return [];
    const web = webs.get(instr.result);
    if (web === undefined) {
      const fields = fieldsOf(func, instr) ?? instr.args.slice(1);
      return [{ span: instr.span, how: "records", values: fields.flatMap(describe) }];
    }
    const values = web.stored.flatMap((k) => describe(web.fields[k] as Operand));
    return values.length === 0 ? [] : [{ span: instr.span, how: "numbers", values }];
  });
}

/** What a forward sweep stores on the lists that it is given: in each iteration of its loops, and by each call. */
export function storedOnLists(func: Func): readonly (Pick<Stored, "span"> & { readonly types: readonly Type[] })[] {
  const lists = (func.blocks[0]?.params ?? []).slice(firstParam, firstParam + 2);
  const { of, list } = naturalLoops(func);
  const stored = new Map<number, { readonly span: Span; readonly types: Type[] }>();
  func.blocks.forEach(({ instrs }, b) => {
    for (const instr of instrs) {
      if (instr.kind !== "prim" || instr.prim !== "push" || !lists.some((id) => isValue(instr.args[0], id))) continue;
      const loop = of[b] ?? -1;
      const header = func.blocks[list[loop]?.header ?? 0];
      const at = stored.get(loop) ?? { span: loop < 0 ? noSpan : (header?.terminator.span ?? noSpan), types: [] };
      stored.set(loop, at);
      const item = instr.args[1] as Operand;
      at.types.push(definitionsOf(func).prim(item, "select") === undefined ? typeIn(func, item) : "bool");
    }
  });
  return [...stored.values()];
}

/** Primitives that ask about a value: they fit values of any type. */
const questions: ReadonlySet<PrimName> = new Set<PrimName>(["typeof", "is-nullish", "is-number", "not", "eq", "ne"]);
const lookups: ReadonlySet<PrimName> = new Set<PrimName>([
  "get",
  "set",
  "own-slot",
  "has",
  "delete",
  "keys",
  "keys-in",
  "still-in",
  "property-keys",
  "construct",
  "initialiser",
  "iterable",
  "class-made",
]);
const cotangents: ReadonlySet<PrimName> = new Set<PrimName>(["shadow", "structure", "accum-all", "copy", "overlaps"]);

/** The name that a value comes from; null if it has none. */
const nameIn = (func: Func, operand: Operand | undefined): string | null =>
  (operand?.kind === "value" && func.values[operand.id]?.hint) || null;

/** What is not known before the function runs. */
export function dynamicIn(func: Func): readonly Dynamic[] {
  const typeOf = (operand: Operand): Type => typeIn(func, operand);
  /** The names of values, and of properties. */
  const namesOf = (operands: readonly (Operand | undefined)[]): readonly string[] =>
    operands.flatMap((operand) => {
      const isProperty = operand?.kind === "const" && typeof operand.value === "string";
      const name = isProperty ? String(operand.value) : nameIn(func, operand);
      return name === null ? [] : [name];
    });
  /** Whether a record is made for the result alone. */
  const isResult = (id: ValueId): boolean =>
    usesOf(func)(id).every(({ block, instr, target }) =>
      instr === null
        ? target === null && func.blocks[block]?.terminator.kind === "return"
        : instr.kind === "prim" &&
          (makesRecord(instr.prim) || instr.prim === "array" || instr.prim === "tuple") &&
          isResult(instr.result),
    );
  // The functions that known calls take as callees.
  const called = new Set<ValueId>();
  for (const instr of allInstrs(func)) {
    if (instr.kind === "call" && instr.effect !== "any" && instr.callee.kind === "value") called.add(instr.callee.id);
  }
  const causeOf = (instr: Instr): readonly [cause: Cause, about: readonly (Operand | undefined)[]] | null => {
    switch (instr.kind) {
      case "call":
        return instr.effect === "any" ? ["unknown callee", [instr.callee]] : null;
      case "closure":
        if (called.has(instr.result)) return null;
        return [instr.func.includes("*") ? "pullback kept" : "escapes", [value(instr.result)]];
      case "prim":
        return causeOfPrim(instr);
    }
  };
  const causeOfPrim = ({ prim, args, result }: PrimInstr): ReturnType<typeof causeOf> => {
    const [first, key] = args;
    const type = first === undefined ? "any" : typeOf(first);
    if (lookups.has(prim)) return isArray(type) || isTyped(type) ? null : ["dynamic property", [key, first]];
    if (cotangents.has(prim)) return ["cotangents looked up", [key ?? first]];
    if (makesRecord(prim)) return isResult(result) ? null : ["escapes", [value(result)]];
    if (prims[prim].arithmetic?.isOfCotangents !== false || questions.has(prim)) return null;
    const mixed = args.find((arg) => arg.kind === "value" && !isNumber(typeOf(arg)) && typeOf(arg) !== "bool");
    return mixed === undefined ? null : ["mixed types", [mixed]];
  };
  // Code that leads only to an exception does not count.
  const reaches = reachesReturn(func);
  return func.blocks.flatMap(({ instrs }, b) =>
    (reaches[b] === true ? instrs : []).flatMap((instr) => {
      const found = causeOf(instr);
      return found === null ? [] : [{ cause: found[0], names: namesOf(found[1]), span: instr.span }];
    }),
  );
}
