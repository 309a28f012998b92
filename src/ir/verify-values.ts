// The verifier's rules on instructions, values and closedness. They assume that the rules on blocks hold.

import { dominates, immediateDominators } from "./cfg.ts";
import type { BlockId, CallInstr, ClosureInstr, Func, Instr, Module, Operand, PrimInstr, ValueId } from "./model.ts";
import { blockId, firstParam } from "./model.ts";
import { valueNames } from "./names.ts";
import { prims } from "./prims.ts";
import type { Report, VerifyOptions } from "./problems.ts";
import { operandsOf, terminatorOperands } from "./walk.ts";
import { isWord } from "./words.ts";

interface Definition {
  readonly block: BlockId;
  /** -1 for a parameter. */
  readonly index: number;
  readonly instr: Instr | null;
}

interface Inspection {
  readonly func: Func;
  readonly module: Module;
  readonly options: VerifyOptions;
  readonly report: Report;
  readonly definitions: readonly (Definition | undefined)[];
  readonly idom: readonly BlockId[];
  readonly show: (id: ValueId) => string;
  /** Whether the code is not closed yet. */
  readonly isOpen: () => boolean;
}

export function verifyValues(func: Func, module: Module, options: VerifyOptions, report: Report): void {
  let names: ReturnType<typeof valueNames> | null = null;
  const inspection: Inspection = {
    func,
    module,
    options,
    report,
    definitions: definitionsOf(func, report),
    idom: immediateDominators(func),
    show: (id) => `%${(names ??= valueNames(func))[id] ?? `#${id}`}`,
    isOpen: () => Object.values(module.functions).some(({ parent }) => parent !== null),
  };
  func.blocks.forEach((block, b) => {
    block.instrs.forEach((instr, i) => {
      verifyInstr(inspection, instr, b, i);
      for (const operand of operandsOf(instr)) verifyOperand(inspection, operand, b, i);
    });
    for (const operand of terminatorOperands(block.terminator))
      verifyOperand(inspection, operand, b, block.instrs.length);
  });
}

function definitionsOf(func: Func, report: Report): readonly (Definition | undefined)[] {
  const definitions = new Array<Definition | undefined>(func.values.length).fill(undefined);
  const define = (id: ValueId, b: number, index: number, instr: Instr | null): void => {
    if (id >= func.values.length || id < 0)
      report("defined-once", b, index, `value ${id} is not in the table of ${func.values.length} values`);
    else if (definitions[id] !== undefined) report("defined-once", b, index, `value ${id} is defined twice`);
    else definitions[id] = { block: blockId(b), index, instr };
  };
  func.blocks.forEach((block, b) => {
    for (const id of block.params) define(id, b, -1, null);
    block.instrs.forEach((instr, i) => define(instr.result, b, i, instr));
  });
  return definitions;
}

function verifyInstr(inspection: Inspection, instr: Instr, b: number, i: number): void {
  switch (instr.kind) {
    case "prim":
      verifyPrim(inspection, instr, b, i);
      break;
    case "closure":
      verifyClosure(inspection, instr, b, i);
      break;
    case "call":
      verifyCall(inspection, instr, b, i);
      break;
  }
}

function verifyPrim(
  { func, module, options, report, isOpen }: Inspection,
  { prim, args }: PrimInstr,
  b: number,
  i: number,
): void {
  const { arity } = prims[prim];
  if (typeof arity === "number" ? args.length !== arity : args.length < arity.atLeast) {
    report(
      "prim-arity",
      b,
      i,
      `${prim} takes ${typeof arity === "number" ? arity : `at least ${arity.atLeast}`} operands, here are ${args.length}`,
    );
  }
  if ((prim === "cell" || prim === "cell-get" || prim === "cell-set") && !isOpen())
    report("cell", b, i, `${prim} after closure conversion`);
  if (prim !== "capture") return;
  const [environment, slot] = args;
  if (environment?.kind !== "value" || environment.id !== func.blocks[0]?.params[0]) return;
  if (options.isPart === true && module.functions[func.base] === undefined) return;
  const base = module.functions[func.base] ?? func;
  const k = slot?.kind === "const" ? slot.value : undefined;
  if (typeof k !== "number" || !Number.isInteger(k) || k < 0 || k >= base.captures.length) {
    report("capture", b, i, `@${base.name} captures ${base.captures.length} values, here is slot ${String(k)}`);
  }
}

function verifyClosure(
  { module, options, report }: Inspection,
  { func: name, captures }: ClosureInstr,
  b: number,
  i: number,
): void {
  const target = module.functions[name];
  if (target === undefined) {
    if (options.isPart !== true) report("closure", b, i, `@${name} is not in the module`);
  } else if (target.parent !== null && captures.length > 0)
    report("closure", b, i, "environments are filled by closure conversion");
  else if (target.parent === null && captures.length !== target.captures.length) {
    report("closure", b, i, `@${name} captures ${target.captures.length} values, here are ${captures.length}`);
  }
}

function verifyCall({ module, report, definitions }: Inspection, instr: CallInstr, b: number, i: number): void {
  const { word, callee, args, spread, effect } = instr;
  if (!isWord(word)) report("word", b, i, `expected the letters E, J, D, V1…, T1…, found '${word}'`);
  if (spread && args.length === 0) report("callee-arity", b, i, "a spread call has a tuple to spread");
  if (effect !== "any" && word !== "") report("effect", b, i, "what a derivative's call does is not known");
  const written = effect === "any" || effect === "pure" ? -1 : Math.max(...effect.map(({ arg }) => arg));
  if (written >= args.length) report("effect", b, i, `the call writes to argument ${written}, and has ${args.length}`);
  const made = callee.kind === "value" ? definitions[callee.id]?.instr : undefined;
  if (made?.kind !== "closure" || !made.func.endsWith("*") || word !== "" || spread) return;
  const target = module.functions[made.func];
  const takes = (target?.blocks[0]?.params.length ?? firstParam) - firstParam;
  if (target !== undefined && !target.rest && takes !== args.length)
    report("callee-arity", b, i, `@${target.name} takes ${takes} arguments, here are ${args.length}`);
}

function verifyOperand(inspection: Inspection, operand: Operand, b: number, i: number): void {
  const { func, module, options, report, definitions, idom, show, isOpen } = inspection;
  switch (operand.kind) {
    case "value": {
      const definition = definitions[operand.id];
      if (definition === undefined) report("dominance", b, i, `${show(operand.id)} is not defined`);
      else if (definition.block === b ? definition.index >= i : !dominates(idom, definition.block, blockId(b))) {
        report(
          "dominance",
          b,
          i,
          `${show(operand.id)} is defined in bb${definition.block}, which does not come before on every path`,
        );
      } else if (definition.instr?.kind === "prim" && prims[definition.instr.prim].result === "none") {
        report("no-result", b, i, `${definition.instr.prim} gives no result`);
      }
      break;
    }
    case "outer": {
      let scope: Func | undefined = func;
      for (let d = 0; d < operand.depth; d++) scope = module.functions[scope?.parent ?? ""];
      if (!isOpen()) report("outer", b, i, "a free variable after closure conversion");
      else if (scope === undefined)
        report("outer", b, i, `no function encloses @${func.name} ${operand.depth} levels up`);
      else if (scope.values[operand.id] === undefined)
        report("outer", b, i, `value ${operand.id} is not in the table of @${scope.name}`);
      break;
    }
    case "alpha":
      if (options.alphas !== true) report("alpha", b, i, "a primal value of the forward code in finished code");
      break;
    case "const":
    case "zero":
    case "unset":
      break;
  }
}
