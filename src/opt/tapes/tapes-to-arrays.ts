// Tapes become arrays: what a loop pushes goes to the end of a Float64Array, and references to the end of an ordinary array; the
// reverse loop reads them by a cursor.
//
// **Guarantees** Tapes that do not fit stay as they are.
//
// **How** Tape values that flow into one another form a web (tape-webs.ts). A web fits if one push makes all its records, in the
// latch of a loop whose header takes the tape (so a push always stands at the end of what was pushed), if the tapes in its records
// fit, and if nothing else happens to its values. A tape is then the number of array elements up to its end, or of records. Where
// no other tape of the web can be live when the loop begins, it begins at 0 again; otherwise each begins at the end of those
// before. Arrays of numbers come from a pool and go back to it.
//
// **Example** `%t.1 = tape-push %t, %record; … %popped = tape-pop %t.2` → `set %data, %top, %x; … get %data, %cursor`.

import { poppedIn, usesOf } from "../../analysis/index.ts";
import { withOwnEntries } from "../loops/preheaders.ts";
import type { Block, Func, Operand, Pass, PrimInstr, Rebuild, Type, ValueId } from "../../ir/index.ts";
import {
  SsaVariables,
  constant,
  isNumber,
  mapFunctions,
  mapEdges,
  typeIn,
  rebuild,
  value,
  zero,
} from "../../ir/index.ts";
import { findWebs, type Web } from "./tape-webs.ts";

export const tapesToArrays: Pass = {
  name: "tapes-to-arrays",
  phase: "final",
  run: (module) => mapFunctions(module, planIn),
};

function planIn(given: Func): Func {
  if (findWebs(given).size === 0) return given;
  const func = withOwnEntries(given);
  const webs = findWebs(func);
  const all = [...new Set(webs.values())];
  const typed: Func = {
    ...func,
    values: func.values.map((info, id) => (webs.has(id as ValueId) ? { ...info, type: "int" } : info)),
  };
  const popped = poppedIn(typed);
  const isRaw = fromOtherTapes(typed, webs);
  let variables: SsaVariables<string> | undefined;
  const vars = (): SsaVariables<string> => variables as SsaVariables<string>;

  const emit = (instr: PrimInstr, state: Rebuild): Operand | undefined => {
    const { builder, operand } = state;
    const { span } = instr;
    const int = (prim: "add" | "sub" | "mul", a: Operand, b: number): Operand =>
      b === (prim === "mul" ? 1 : 0) ? a : builder.prim(prim, [a, constant(b)], span, "", "int");
    if (instr.prim === "tape-push") {
      const web = webs.get(instr.result);
      if (web === undefined) return undefined;
      const start = web.begins ? operand(instr.args[0] as Operand) : vars().read(`top ${web.key}`);
      const end = int("add", start, widthOf(web));
      if (web.times === null && web.numbers.length > 0) {
        const needed = int("mul", end, scaleOf(web, web.numbers));
        const room = builder.prim("arena-room", [vars().read(`data ${web.key}`), needed], span, "data", "typed");
        vars().write(`data ${web.key}`, room);
      }
      const store = (fields: readonly number[], array: string): void => {
        const first = int("mul", start, scaleOf(web, fields));
        fields.forEach((k, slot) => {
          const field = web.fields[k] as Operand;
          const type = typeIn(typed, field);
          if (type === "unset") return;
          let stored = operand(field);
          // Arrays of numbers cannot hold it.
          if (array === "data" && isRaw(field)) {
            const isUnset = builder.prim("is-unset", [stored], span, "", "bool");
            stored = builder.prim("select", [isUnset, constant(type === "bool" ? false : 0), stored], span, "", type);
          }
          builder.prim("set", [vars().read(`${array} ${web.key}`), int("add", first, slot), stored], span);
        });
      };
      store(web.numbers, "data");
      store(web.references, "memory");
      if (!web.begins) vars().write(`top ${web.key}`, end);
      return end;
    }
    const of = popped.get(instr.result);
    const web = of?.tape.kind === "value" ? webs.get(of.tape.id) : undefined;
    if (of === undefined || web === undefined) return undefined;
    const cursor = operand(of.tape);
    /** What the instruction gives: `part` gives zero if the tape is empty. */
    const orZero = (given: Operand, type: Type): Operand => {
      if (instr.prim === "tuple-get") return given;
      const isThere = builder.prim("gt", [cursor, constant(0)], span);
      return builder.prim("select", [isThere, given, constant(0)], span, "", type);
    };
    if (of.is === "pair" || of.is === "record") return constant(undefined);
    if (of.is === "rest") {
      const rest = int("sub", cursor, widthOf(web));
      return instr.prim === "part" ? builder.prim("max", [rest, constant(0)], span, "", "int") : rest;
    }
    const field = web.fields[of.k];
    if (field === undefined) return zero;
    const own = typeIn(typed, value(instr.result));
    const type = own === "any" ? typeIn(typed, field) : own;
    const isNumeric = web.numbers.includes(of.k);
    const fields = isNumeric ? web.numbers : web.references;
    const [scale, slot] = [scaleOf(web, fields), fields.indexOf(of.k)];
    const last = int("mul", cursor, scale);
    const at = int("sub", last, scale * widthOf(web) - slot);
    if (!isNumeric) {
      const memory = builder.prim("get", [vars().read(`memory ${web.key}`), at], span, "", type);
      return orZero(memory, "any");
    }
    const read = builder.prim("get", [vars().read(`data ${web.key}`), at], span, "", "num");
    // An array that grows with its loop keeps booleans as booleans.
    if (type === "bool") return builder.prim("loose-ne", [read, constant(0)], span);
    if (type !== "int") return orZero(read, "num");
    return orZero(builder.prim("as-whole", [read], span, "", "int"), "int");
  };
  const planned = rebuild(typed, {
    prologue: ({ builder }) => {
      variables = new SsaVariables<string>(
        builder,
        () => constant(0),
        (key) => key.split(" ")[0] ?? "",
        (key) => (key.startsWith("top") ? "int" : key.startsWith("data") ? "typed" : "array"),
      );
      for (const { key, numbers, references } of all) {
        if (numbers.length > 0) vars().write(`data ${key}`, builder.prim("arena-take", [], func.span, "data", "typed"));
        if (references.length > 0)
          vars().write(`memory ${key}`, builder.prim("array", [], func.span, "memory", "array"));
        vars().write(`top ${key}`, constant(0));
      }
    },
    seal: (block) => {
      vars().seal(block);
    },
    instr: (instr, state) => (instr.kind === "prim" ? emit(instr, state) : undefined),
    leave: (terminator, { builder, operand }, b) => {
      for (const web of all) {
        if (web.times === null || web.loop.entry !== b || web.numbers.length === 0) continue;
        const { init, step, ahead, limit } = web.times;
        const { span } = terminator;
        const whole = builder.prim("sub", [operand(limit), operand(init)], span);
        const range = ahead === 0 ? whole : builder.prim("sub", [whole, constant(ahead)], span);
        const times = step === 1 ? range : builder.prim("div", [range, constant(step)], span);
        const scale = scaleOf(web, web.numbers);
        const top = web.begins ? constant(0) : vars().read(`top ${web.key}`);
        const start = scale === 1 || web.begins ? top : builder.prim("mul", [top, constant(scale)], span, "", "int");
        const args = [vars().read(`data ${web.key}`), start, constant(web.numbers.length), times];
        vars().write(`data ${web.key}`, builder.prim("arena-for-loop", args, span, "data", "typed"));
      }
      if (terminator.kind === "return") {
        for (const { key, numbers } of all)
          if (numbers.length > 0) builder.prim("arena-give", [vars().read(`data ${key}`)], terminator.span);
      }
      return false;
    },
  });
  return withPlainZeros(planned, asksUnset(func));
}

/** Which values may have been popped from tapes that stay tapes, where numbers may be unset. */
function fromOtherTapes(func: Func, webs: ReadonlyMap<ValueId, Web>): (operand: Operand) => boolean {
  const found = new Set<ValueId>();
  for (const [id, { is, tape }] of poppedIn(func))
    if (is === "field" && !(tape.kind === "value" && webs.has(tape.id))) found.add(id);
  // The loop adds to the set that it walks.
  for (const id of found)
    for (const { instr, target, k } of usesOf(func)(id)) {
      const passed = target !== null ? func.blocks[target]?.params[k] : undefined;
      if (passed !== undefined) found.add(passed);
      if (instr?.kind === "prim" && instr.prim === "select") found.add(instr.result);
    }
  return (operand) => operand.kind === "value" && found.has(operand.id);
}

const asksUnset = (func: Func): boolean =>
  func.blocks.some(({ instrs }) => instrs.some((instr) => instr.kind === "prim" && instr.prim === "is-unset"));

/** Whether a record takes as many elements of each of its arrays, or none of one: then tapes count elements; else records. */
const countsElements = ({ numbers, references }: Web): boolean =>
  numbers.length === 0 || references.length === 0 || numbers.length === references.length;

/** How much longer a tape is by one record. */
const widthOf = (web: Web): number => (countsElements(web) ? Math.max(web.numbers.length, web.references.length) : 1);

/** How many elements of the array for these fields a tape of length 1 has. */
const scaleOf = (web: Web, fields: readonly number[]): number => (countsElements(web) ? 1 : fields.length);

/** Makes empty tapes the count 0, and numbers and booleans unset on a path 0 and false, since they are stored as any other. */
function withPlainZeros(func: Func, isAsked: boolean): Func {
  const plain = (arg: Operand, type: Type): Operand => {
    if (arg.kind === "zero" && type === "int") return constant(0);
    if (arg.kind !== "unset" || isAsked) return arg;
    return type === "bool" ? constant(false) : isNumber(type) ? constant(0) : arg;
  };
  const blocks = func.blocks.map((block): Block => ({
    ...block,
    terminator: mapEdges(block.terminator, ({ target, args }) => ({
      target,
      args: args.map((arg, k) => plain(arg, typeIn(func, value(func.blocks[target]?.params[k] as ValueId)))),
    })),
  }));
  return { ...func, blocks };
}
