// Redundant load elimination: what was read or stored before, and has not been written since, is not read again (available
// expressions over memory; S. Muchnick, "Advanced Compiler Design and Implementation", 1997, section 13.1).
//
// **How** A forward dataflow: behind each block, the values of elements, properties and lengths that are known on all ways to
// it. A read, or a store in an ordinary array, makes its value known; what may write there (analysis/aliases.ts) ends that. When
// a value is computed again, in the next iteration, nothing is known of it any more.
//
// **Example** `%x = get %a, %i; set %b, %i, 1; %y = get %a, %i`, where `%a` and `%b` are two arrays → `%y` is `%x`.

import { aliasesIn, isPlainRead, type Aliases } from "../../analysis/index.ts";
import type { Func, Instr, Operand, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import {
  allInstrs,
  constant,
  isArray,
  join,
  mapFunctions,
  predecessors,
  replaceValues,
  sameOperand,
  typeIn,
  value,
} from "../../ir/index.ts";

export const redundantReads: Pass = {
  name: "redundant-reads",
  phase: "final",
  run: (module) => mapFunctions(module, (func) => replaceValues(func, redundantIn(func))),
};

/** A read, and the value that it would give. */
interface Fact {
  readonly read: PrimInstr;
  readonly value: Operand;
}

/** What is known, by array and key. */
type Facts = ReadonlyMap<string, Fact>;

function redundantIn(func: Func): ReadonlyMap<ValueId, Operand> {
  const replaced = new Map<ValueId, Operand>();
  if (!allInstrs(func).some((instr) => isPlainRead(func, instr))) return replaced;
  const aliases = aliasesIn(func);
  const behind = new Array<Facts | undefined>(func.blocks.length);
  const into = predecessors(func);
  for (let changed = true; changed;) {
    changed = false;
    replaced.clear();
    func.blocks.forEach((block, b) => {
      const facts = new Map(b === 0 ? [] : met((into[b] ?? []).flatMap((from) => behind[from] ?? [])));
      for (const instr of block.instrs) visit(func, aliases, facts, instr, replaced);
      changed = changed || !isSame(behind[b], facts);
      behind[b] = facts;
    });
  }
  return replaced;
}

function visit(
  func: Func,
  aliases: Aliases,
  facts: Map<string, Fact>,
  instr: Instr,
  replaced: Map<ValueId, Operand>,
): void {
  if (aliases.isWrite(instr))
    for (const [key, { read }] of facts) if (aliases.mayChange(instr, read)) facts.delete(key);
  const fact = factOf(func, instr);
  if (fact === null) return;
  const key = keyOf(fact.read);
  const known = isPlainRead(func, instr) ? facts.get(key) : undefined;
  const own = func.values[instr.result]?.type ?? "any";
  // A value of which less is known would not do.
  if (known !== undefined && join(own, typeIn(func, known.value)) === own) replaced.set(instr.result, known.value);
  else facts.set(key, fact);
}

/** What an instruction makes known. */
function factOf(func: Func, instr: Instr): Fact | null {
  if (instr.kind !== "prim") return null;
  if (isPlainRead(func, instr)) return { read: instr, value: value(instr.result) };
  if (instr.prim !== "set") return null;
  const [array, key, stored] = instr.args as readonly [Operand, Operand, Operand];
  const read: PrimInstr = { ...instr, prim: "get", args: [array, key] };
  // A structural zero is the number 0 in memory; what is unset is not stored.
  const isValue = stored.kind === "const" || (stored.kind === "value" && typeIn(func, stored) !== "unset");
  return isArray(typeIn(func, array)) && isValue && isPlainRead(func, read) ? { read, value: stored } : null;
}

/** The place that is read, as a text. */
function keyOf({ prim, args: [from, key] }: PrimInstr): string {
  const of = prim === "length" ? constant("length") : (key as Operand);
  return JSON.stringify([from, of, of.kind === "const" ? typeof of.value : ""]);
}

/** What is known on all ways; ways that have not been looked at yet are left out. */
function met([first, ...others]: readonly Facts[]): Facts {
  const facts = new Map(first);
  for (const [key, fact] of facts) if (!others.every((other) => isSameFact(other.get(key), fact))) facts.delete(key);
  return facts;
}

const isSameFact = (a: Fact | undefined, b: Fact): boolean => a !== undefined && sameOperand(a.value, b.value);

const isSame = (a: Facts | undefined, b: Facts): boolean =>
  a?.size === b.size && [...b].every(([key, fact]) => isSameFact(a.get(key), fact));
