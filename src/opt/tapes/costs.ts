// What a specialised function does beyond computing with numbers: what its loops store for the reverse sweep, and what it calls,
// looks up and makes only when it runs.

import { definitionsOf } from "../../analysis/index.ts";
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
  valueNames,
  prims,
} from "../../ir/index.ts";
import type { Func, Instr, Operand, PrimInstr, PrimName, Span, Type, ValueId } from "../../ir/index.ts";
import { fieldsOf, findWebs } from "./tape-webs.ts";

/** What one push stores, in each iteration. */
export interface Stored {
  /** The loop. */
  readonly span: Span;
  /** Numbers in an array, which the next call uses again; or one record for each push. */
  readonly how: "numbers" | "records";
  readonly values: readonly StoredValue[];
}

export interface StoredValue {
  readonly name: string;
  readonly type: Type;
  /** Where it is computed; null for what the loop carries from one iteration to the next. */
  readonly computed: Span | null;
}

/** Why something is not known before the function runs. */
export type Cause =
  "unknown callee" | "dynamic property" | "mixed types" | "escapes" | "pullback kept" | "cotangents looked up";

export interface Dynamic {
  readonly cause: Cause;
  readonly what: string;
  readonly span: Span;
}

/** What the loops of a function store. Its tapes must not have become arrays yet. */
export function storedBy(func: Func): readonly Stored[] {
  const webs = findWebs(func);
  const names = valueNames(func);
  const definitions = definitionsOf(func);
  const typeOf = (operand: Operand): Type => typeIn(func, operand);
  const describe = (field: Operand): readonly StoredValue[] => {
    if (field.kind !== "value") return [];
    const name = names[field.id] ?? "";
    return [{ name, type: typeOf(field), computed: definitions.of(field.id)?.span ?? null }];
  };
  return allInstrs(func).flatMap((instr): readonly Stored[] => {
    if (instr.kind !== "prim" || instr.prim !== "tape-push") return [];
    const web = webs.get(instr.result);
    if (web === undefined) {
      const fields = fieldsOf(func, instr) ?? instr.args.slice(1);
      return [{ span: instr.span, how: "records", values: fields.flatMap(describe) }];
    }
    const values = web.kept.flatMap((k) => describe(web.fields[k] as Operand));
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
  "property-keys",
  "construct",
  "iterable",
  "class-made",
]);
const cotangents: ReadonlySet<PrimName> = new Set<PrimName>(["shadow", "structure", "accum-all", "copy", "overlaps"]);

/** What is not known before the function runs. */
export function dynamicIn(func: Func): readonly Dynamic[] {
  const names = valueNames(func);
  const typeOf = (operand: Operand): Type => typeIn(func, operand);
  const nameOf = (operand: Operand | undefined): string =>
    operand?.kind === "value"
      ? `%${names[operand.id] ?? operand.id}`
      : operand?.kind === "const"
        ? String(operand.value)
        : "0";
  // The functions that known calls take as callees.
  const called = new Set<ValueId>();
  for (const instr of allInstrs(func)) {
    if (instr.kind === "call" && instr.effect !== "any" && instr.callee.kind === "value") called.add(instr.callee.id);
  }
  const causeOf = (instr: Instr): readonly [cause: Cause, what: string] | null => {
    switch (instr.kind) {
      case "call":
        if (instr.effect !== "any") return null;
        return ["unknown callee", `${instr.word === "" ? "a call" : "a derivative"} of ${nameOf(instr.callee)}`];
      case "closure":
        if (called.has(instr.result)) return null;
        return instr.func.includes("*")
          ? ["pullback kept", `@${instr.func}`]
          : ["escapes", `the function @${instr.func}`];
      case "prim":
        return causeOfPrim(instr);
    }
  };
  const causeOfPrim = ({ prim, args, result }: PrimInstr): readonly [cause: Cause, what: string] | null => {
    const [first, key] = args;
    const type = first === undefined ? "any" : typeOf(first);
    if (lookups.has(prim)) {
      if (isArray(type) || isTyped(type)) return null;
      return [
        "dynamic property",
        `\`${prim}\` of ${key === undefined ? nameOf(first) : `${nameOf(key)} of ${nameOf(first)}`}`,
      ];
    }
    if (cotangents.has(prim)) return ["cotangents looked up", `\`${prim}\` of ${nameOf(key ?? first)}`];
    if (prim === "object") return ["escapes", `the record ${nameOf(value(result))}`];
    if (prims[prim].arithmetic?.isOfCotangents !== false || questions.has(prim)) return null;
    const mixed = args.find((arg) => arg.kind === "value" && !isNumber(typeOf(arg)) && typeOf(arg) !== "bool");
    return mixed === undefined ? null : ["mixed types", `\`${prim}\` of ${nameOf(mixed)}: ${typeOf(mixed)}`];
  };
  // Code that leads only to an exception does not count.
  const reaches = reachesReturn(func);
  return func.blocks.flatMap(({ instrs }, b) =>
    (reaches[b] === true ? instrs : []).flatMap((instr) => {
      const found = causeOf(instr);
      return found === null ? [] : [{ cause: found[0], what: found[1], span: instr.span }];
    }),
  );
}
