// Records that the program itself made: all their properties are data. So `guard-data` and `guard-inherited` are removed, and
// shadows need not check that.
//
// **Requires** A whole module: only functions that no function of the module refers to are called from outside.
//
// **How** All records were made by `object` or `instance` if those functions take no records, nor anything that leads to one,
// and if no function calls unknown code, gets memory of unknown origin, or does anything with a function but call it. Guards of
// names that all objects inherit, and of names that are not known, stay; where there is one, shadows check for themselves.
//
// **Example** `%o = object "x", %a; %r = call %f(%o)` with `guard-data %p, "x"` in `%f` → without; `new-context` → `new-context true`.

import { entriesOf } from "../../analysis/index.ts";
import {
  allInstrs,
  constant,
  elementOf,
  firstParam,
  isNumeric,
  isTyped,
  makesRecord,
  mapFunctions,
  mapInstrs,
  operandsOf,
  prims,
  reachesReturn,
  terminatorOperands,
  typeIn,
  typesWithin,
  type Func,
  type Instr,
  type Operand,
  type Pass,
  type PrimInstr,
  type Type,
} from "../../ir/index.ts";

export const closedWorld: Pass = {
  name: "closed-world",
  phase: "final",
  requires: ["whole-module"],
  run: (module) => {
    const functions = Object.values(module.functions);
    const instrs = functions.flatMap(allInstrs);
    const guards = instrs.filter(isGuard);
    if (guards.length === 0 || !isClosed(functions)) return module;
    const written = namesWritten(instrs);
    const isNeedless = (instr: Instr): boolean =>
      isGuard(instr) && isPlainName(instr.args[1]) && !(instr.prim === "guard-inherited" && written.has(nameOf(instr)));
    const isOfData = guards.every(isNeedless);
    return mapFunctions(module, (func) =>
      mapInstrs(func, (instr) => {
        if (isNeedless(instr)) return [];
        const isContext = instr.kind === "prim" && (instr.prim === "new-context" || instr.prim === "new-tangents");
        return isContext && isOfData ? { ...instr, args: [constant(true)] } : instr;
      }),
    );
  },
};

const isGuard = (instr: Instr): instr is PrimInstr =>
  instr.kind === "prim" && (instr.prim === "guard-data" || instr.prim === "guard-inherited");

const nameOf = ({ args: [, key] }: PrimInstr): unknown => valueOf(key as Operand);

/** The names of the properties that records and instances are made with, or that are written. */
function namesWritten(instrs: readonly Instr[]): ReadonlySet<unknown> {
  return new Set(
    instrs.flatMap((instr) => {
      if (instr.kind !== "prim") return [];
      return makesRecord(instr.prim) || instr.prim === "set" || instr.prim === "own-slot"
        ? instr.args.map(valueOf)
        : [];
    }),
  );
}

const valueOf = (operand: Operand): unknown => (operand.kind === "const" ? operand.value : undefined);

/** Whether it is a name that no object inherits. */
const isPlainName = (key: Operand | undefined): boolean =>
  key?.kind === "const" && typeof key.value === "string" && !(key.value in Object.prototype);

/** Whether all records that the functions meet were made by them. */
function isClosed(functions: readonly Func[]): boolean {
  const called = new Set(functions.flatMap((func) => referredTo(func)));
  return functions.every((func) => makesItsRecords(func) && (called.has(func.name) || takesNoRecords(func)));
}

const referredTo = ({ name, blocks }: Func): readonly string[] =>
  blocks.flatMap(({ instrs }) =>
    instrs.flatMap((instr) => (instr.kind === "closure" && instr.func !== name ? [instr.func] : [])),
  );

/** Types of values that do not lead to a record. Functions are only called where an exception follows. */
const isFlat = (type: Type): boolean =>
  isNumeric(type) || isTyped(type) || elementOf(type) !== undefined || ["str", "undef", "null", "func"].includes(type);

const takesNoRecords = ({ blocks, values }: Func): boolean =>
  (blocks[0]?.params ?? []).slice(firstParam).every((id) => [...typesWithin(values[id]?.type ?? "any")].every(isFlat));

/** Whether a function, as far as it returns, calls no unknown code, gets no memory of unknown origin, and changes no prototype. */
function makesItsRecords(func: Func): boolean {
  const returns = reachesReturn(func);
  const closures = new Set(allInstrs(func).flatMap((instr) => (instr.kind === "closure" ? [instr.result] : [])));
  const isClosure = (operand: Operand): boolean => operand.kind === "value" && closures.has(operand.id);
  const isPassedOn = func.blocks.some(
    ({ instrs, terminator }) =>
      terminatorOperands(terminator).some(isClosure) ||
      instrs.some((instr) =>
        operandsOf(instr).some((operand, k) => isClosure(operand) && !(instr.kind === "call" && k === 0)),
      ),
  );
  if (isPassedOn) return false;
  const isKnown = (instr: Instr): boolean => {
    if (instr.kind !== "prim") return instr.kind === "closure" || instr.effect !== "any";
    return !isOfUnknownOrigin(func, instr) && !mayChangePrototype(func, instr);
  };
  return func.blocks.every(({ instrs }, b) => returns[b] === false || instrs.every(isKnown));
}

function isOfUnknownOrigin(func: Func, { prim, args }: PrimInstr): boolean {
  const { isAnything, result } = prims[prim].effects;
  const [first] = args;
  // The classes of typed arrays are only called.
  if (prim === "global") return !(first?.kind === "const" && /^\w+\d+Array$/.test(String(first.value)));
  return (
    prim !== "random" &&
    (isAnything || result === "unknown" || (result === "contents" && typeIn(func, first) === "func"))
  );
}

/** A name that is not known may be `__proto__`. */
function mayChangePrototype(func: Func, { prim, args }: PrimInstr): boolean {
  const isName = (key: Operand | undefined): boolean => isPlainName(key) || isNumeric(typeIn(func, key));
  if (makesRecord(prim)) return entriesOf(prim, args).some((key, k) => k % 2 === 0 && !isName(key));
  return (prim === "set" || prim === "own-slot") && !isName(args[1]);
}
