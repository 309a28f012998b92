// Direct calls of a function: of closures without captures that it makes itself.

import { definitionsOf } from "../analysis/index.ts";
import { naturalLoops, type Func, type FuncName, type Instr } from "../ir/index.ts";

const calleeOf = (func: Func, instr: Instr): FuncName | undefined => {
  const callee = instr.kind === "call" && instr.word === "" ? definitionsOf(func).instr(instr.callee) : undefined;
  return callee?.kind === "closure" && callee.captures.length === 0 ? callee.func : undefined;
};

/** The functions that are called directly. */
export const callsIn = (func: Func): ReadonlySet<FuncName> =>
  new Set(func.blocks.flatMap(({ instrs }) => instrs.flatMap((instr) => calleeOf(func, instr) ?? [])));

/** The functions that are called directly in a loop. */
export function callsInLoops(func: Func): ReadonlySet<FuncName> {
  const { of } = naturalLoops(func);
  return new Set(
    func.blocks.flatMap(({ instrs }, b) =>
      (of[b] ?? -1) < 0 ? [] : instrs.flatMap((instr) => calleeOf(func, instr) ?? []),
    ),
  );
}

/** The function with other functions in place of some that it makes closures of. */
export const withCallees = (func: Func, callees: ReadonlyMap<FuncName, FuncName>): Func => ({
  ...func,
  blocks: func.blocks.map((block) => ({
    ...block,
    instrs: block.instrs.map((instr) =>
      instr.kind === "closure" && callees.has(instr.func)
        ? { ...instr, func: callees.get(instr.func) as FuncName }
        : instr,
    ),
  })),
});
