// Plants faults of the IR in functions that a transform has made.
//
// A planted fault is a kind (ir-faults.ts) and which of its sites: the first or the last of each function, or all those
// of derivatives of derivatives, which are wrong at second order only.

import type { Func, Module, Pass, Rebuild } from "../../src/ir/index.ts";
import { mapFunctions, mapOperands, rebuild } from "../../src/ir/index.ts";
import { argumentsOf, irFaults, type InstrFault, type IrFault, type Making, type Site } from "./ir-faults.ts";

export type Which = "first" | "last" | "second order";

export interface Planted {
  readonly fault: IrFault;
  readonly which: Which;
}

/** `derivative: accum overwrites (last)`: what names a planted fault. */
export const nameOfPlanted = ({ fault, which }: Planted): string => `${fault.where}: ${fault.name} (${which})`;

/** Every kind at every place that it can be planted at. */
export const allPlanted: readonly Planted[] = irFaults.flatMap((fault) =>
  (fault.where === "derivative" ? (["first", "last", "second order"] as const) : (["first", "last"] as const)).map(
    (which) => ({ fault, which }),
  ),
);

function plantedBy(name: string): Planted {
  const planted = allPlanted.find((each) => nameOfPlanted(each) === name);
  if (planted === undefined) throw new RangeError(`no fault of the IR is called ${name}`);
  return planted;
}

/** What the reverse transform gives, spoiled. */
export function plantInDerivative(name: string, derived: readonly Func[]): readonly Func[] {
  const planted = plantedBy(name);
  return derived.map((func) => spoiled(func, planted));
}

/** A pass that spoils what it gives. */
export function plantInPass(name: string, pass: Pass): Pass {
  const planted = plantedBy(name);
  const run = (module: Module): Module => mapFunctions(pass.run(module), (func) => spoiled(func, planted));
  return { ...pass, run };
}

const isHigher = ({ name }: Func): boolean => /[JD].*[JD]/.test(name.replace(/^.*?(?=\.[JD])/, ""));

/** The function with the fault in it; the same object if it has no site. */
export function spoiled(func: Func, { fault, which }: Planted): Func {
  if (which === "second order" && !isHigher(func)) return func;
  if (fault.kind === "instr") return withInstrs(func, fault, which);
  const found = func.blocks.map((_, b) => b).filter((b) => fault.spoil(func, b) !== null);
  const b = which === "last" ? found.at(-1) : found[0];
  return b === undefined ? func : (fault.spoil(func, b) ?? func);
}

function withInstrs(func: Func, fault: InstrFault, which: Which): Func {
  const instrs = func.blocks.flatMap((block) => block.instrs);
  const byResult = new Map(instrs.map((instr) => [instr.result as number, instr] as const));
  const definition: Site["definition"] = (operand) =>
    operand?.kind === "value" ? byResult.get(operand.id) : undefined;
  const sites = instrs.map((instr): Site => ({ func, instr, definition })).filter(fault.isSite);
  const chosen = which === "first" ? sites.slice(0, 1) : which === "last" ? sites.slice(-1) : sites;
  if (chosen.length === 0) return func;
  return rebuild(func, {
    instr: (instr, state) => {
      const site = chosen.find((each) => each.instr === instr);
      return site === undefined ? undefined : fault.spoil(makingOf(site, state), site);
    },
  });
}

function makingOf({ instr, func }: Site, { builder, operand: now }: Rebuild): Making {
  const { hint, type } = func.values[instr.result] ?? { hint: "", type: "any" };
  return {
    args: argumentsOf(instr).map(now),
    now,
    emit: (prim, ...args) => builder.prim(prim, args, instr.span, hint),
    same: (args) => {
      const rest = [...args];
      const copy = mapOperands(instr, now);
      const changed =
        copy.kind === "closure"
          ? { ...copy, captures: rest, result: builder.fresh(hint, type) }
          : { ...copy, args: rest, result: builder.fresh(hint, type) };
      return builder.append(changed);
    },
  };
}
