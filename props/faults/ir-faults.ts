// Faults of the IR: what a transform that is wrong might emit, one kind each.
//
// A kind names the instructions (or block ends) that it can spoil and what stands there instead. Where it is planted
// says after which transform: the reverse transform, the closing passes (before anything is cleaned or differentiated),
// or the cleaning passes. plant.ts applies them.

import type { Edge, Func, Instr, Operand, PrimInstr, PrimName, Terminator } from "../../src/ir/index.ts";
import { constant, countUses, edgesOf, mapTerminator, renumber, sameOperand, zero } from "../../src/ir/index.ts";

export type Where = "derivative" | "closing" | "cleaning";

/** One instruction, in the function that it is of. */
export interface Site {
  readonly func: Func;
  readonly instr: Instr;
  /** The instruction that defines an operand. */
  readonly definition: (operand: Operand | undefined) => Instr | undefined;
}

/** What a spoiled instruction is made of: its operands, and an emitter of others in its place. */
export interface Making {
  readonly args: readonly Operand[];
  readonly emit: (prim: PrimName, ...args: readonly Operand[]) => Operand;
  /** The same instruction with other operands. */
  readonly same: (args: readonly Operand[]) => Operand;
  /** What stands for an operand of the function as it was. */
  readonly now: (operand: Operand) => Operand;
}

export interface InstrFault {
  readonly kind: "instr";
  readonly operator: string;
  readonly name: string;
  readonly where: Where;
  readonly isSite: (site: Site) => boolean;
  /** The operand that stands for the result. */
  readonly spoil: (making: Making, site: Site) => Operand;
}

export interface EndFault {
  readonly kind: "end";
  readonly operator: string;
  readonly name: string;
  readonly where: Where;
  /** The function with the end of this block spoiled; null if there is nothing to spoil. */
  readonly spoil: (func: Func, block: number) => Func | null;
}

export type IrFault = InstrFault | EndFault;

/** Captures of a closure, operands of a primitive, arguments of a call. */
export const argumentsOf = (instr: Instr): readonly Operand[] =>
  instr.kind === "closure" ? instr.captures : instr.args;

const isPrim =
  (...names: readonly PrimName[]) =>
  ({ instr }: Site): boolean =>
    instr.kind === "prim" && names.includes(instr.prim);

const primOf = (instr: Instr | undefined): PrimInstr | null => (instr?.kind === "prim" ? instr : null);

/** The operands with two of them in each other's place. */
const exchanged = (args: readonly Operand[], i: number, j: number): readonly Operand[] =>
  args.with(i, args[j] as Operand).with(j, args[i] as Operand);

const isPullback = ({ func }: Site): boolean => func.name.endsWith("*");

/** The tuple of cotangents that a pullback returns. */
const isCotangents = (site: Site): boolean =>
  isPullback(site) &&
  isPrim("tuple")(site) &&
  site.func.blocks.some(
    ({ terminator }) =>
      terminator.kind === "return" && terminator.value.kind === "value" && terminator.value.id === site.instr.result,
  );

const argsOf = ({ instr }: Site): readonly Operand[] => argumentsOf(instr);

const hasHint = (site: Site, hint: string): boolean => site.func.values[site.instr.result]?.hint === hint;

const minusOne = constant(-1);

type Row = readonly [
  operator: string,
  name: string,
  isSite: (site: Site) => boolean,
  spoil: (making: Making, site: Site) => Operand,
];

const first = ({ args }: Making): Operand => args[0] ?? zero;
const second = ({ args }: Making): Operand => args[1] ?? zero;
const toZero = (): Operand => zero;
const swap = ({ args, same }: Making): Operand => same(exchanged(args, 0, 1));
const another =
  (prim: PrimName) =>
  ({ args, emit }: Making): Operand =>
    emit(prim, ...args);

const inDerivatives: readonly Row[] = [
  ["wrong sign", "neg gives its operand", isPrim("neg"), another("plus")],
  [
    "wrong sign",
    "sum subtracts a number",
    isPrim("sum"),
    ({ args, emit }) => emit("sum", args[0] ?? zero, emit("scale", args[1] ?? zero, minusOne)),
  ],
  [
    "wrong sign",
    "scale by minus the partial",
    isPrim("scale"),
    ({ args, emit }) => emit("scale", args[0] ?? zero, emit("neg", args[1] ?? zero)),
  ],
  [
    "wrong sign",
    "accum of minus the cotangent",
    isPrim("accum"),
    ({ args, same, emit }) => same(args.with(2, emit("scale", args[2] ?? zero, minusOne))),
  ],
  ["swapped operand", "sub", isPrim("sub"), swap],
  ["swapped operand", "div", isPrim("div"), swap],
  ["swapped operand", "lt", isPrim("lt"), swap],
  ["swapped operand", "select", isPrim("select"), ({ args, same }) => same(exchanged(args, 1, 2))],
  [
    "swapped operand",
    "captures of the pullback",
    (site) => site.instr.kind === "closure" && argsOf(site).length > 1,
    swap,
  ],
  ["swapped operand", "arguments of a call", (site) => site.instr.kind === "call" && argsOf(site).length > 1, swap],
  [
    "swapped operand",
    "cotangents of two parameters",
    (site) => isCotangents(site) && argsOf(site).length > 3,
    ({ args, same }) => same(exchanged(args, 2, 3)),
  ],
  ["dropped contribution", "the second term of a sum", isPrim("sum"), first],
  ["dropped contribution", "the first term of a sum", isPrim("sum"), second],
  ["dropped contribution", "the partial of scale", isPrim("scale"), first],
  [
    "dropped contribution",
    "a part of a call's cotangents",
    (site) => isPrim("part", "parts-from")(site) && hasHint(site, ""),
    toZero,
  ],
  [
    "dropped contribution",
    "the last cotangent",
    (site) => isCotangents(site) && argsOf(site).length > 2,
    ({ args, same }) => same([...args.slice(0, -1), zero]),
  ],
  [
    "dropped contribution",
    "the cotangent of the captures",
    (site) => isCotangents(site) && argsOf(site)[0]?.kind === "value",
    ({ args, same }) => same(args.with(0, zero)),
  ],
  ["shadow not accumulated", "no accum", isPrim("accum"), toZero],
  ["shadow not accumulated", "accum overwrites", isPrim("accum"), another("put")],
  ["shadow not accumulated", "no accum-all", isPrim("accum-all"), toZero],
  ["shadow not accumulated", "shadow-get gives zero", isPrim("shadow-get"), toZero],
  [
    "shadow not accumulated",
    "a shadow of its own",
    isPrim("shadow"),
    ({ args, emit }) => emit("shadow", emit("new-context"), args[1] ?? zero),
  ],
  ["shadow not accumulated", "gather gives zero", isPrim("gather"), toZero],
  ["missing zero", "take leaves the slot", isPrim("take"), another("shadow-get")],
  ["missing zero", "take is not done", isPrim("take"), toZero],
  ["missing zero", "no clear", isPrim("clear"), toZero],
  ["missing zero", "no put", isPrim("put"), toZero],
  ["missing zero", "gate lets everything through", isPrim("gate"), first],
  ["tape in the wrong order", "nothing pushed", isPrim("tape-push"), first],
  [
    "tape in the wrong order",
    "pushed twice",
    isPrim("tape-push"),
    ({ args, same }) => same([same(args), args[1] ?? zero]),
  ],
  [
    "tape in the wrong order",
    "the tape as it was before the pop",
    (site) =>
      isPrim("tuple-get")(site) &&
      primOf(site.definition(argsOf(site)[0]))?.prim === "tape-pop" &&
      isIndex(argsOf(site)[1], 0),
    (making, site) => operandOfDefinition(making, site),
  ],
  [
    "tape in the wrong order",
    "the record reversed",
    (site) => isPrim("tuple")(site) && hasHint(site, "record") && argsOf(site).length > 1,
    ({ args, same }) => same(args.toReversed()),
  ],
  [
    "tape in the wrong order",
    "a record without its last field",
    (site) => isPrim("tuple")(site) && hasHint(site, "record"),
    ({ args, same }) => same([...args.slice(0, -1), zero]),
  ],
  ["tape in the wrong order", "one iteration less", (site) => isPrim("add")(site) && hasHint(site, "count"), first],
  [
    "pass drops an effect",
    "a write of the primal",
    (site) => !isPullback(site) && isPrim("set", "push", "box-set", "pop", "delete", "set-length")(site),
    toZero,
  ],
  ["other primitive", "add in place of mul", isPrim("mul"), another("add")],
  ["other primitive", "sub in place of add", (site) => isPrim("add")(site) && !hasHint(site, "count"), another("sub")],
  [
    "other slot",
    "part after the one asked for",
    (site) => isPrim("part")(site) && argsOf(site)[1]?.kind === "const",
    ({ args, same }) => same([args[0] ?? zero, oneMore(args[1])]),
  ],
  [
    "other slot",
    "the neighbour's capture",
    (site) => isPrim("capture")(site) && site.func.captures.length > 1,
    ({ args, same }, { func }) => same([args[0] ?? zero, constant((numberOf(args[1]) + 1) % func.captures.length)]),
  ],
];

const isIndex = (operand: Operand | undefined, k: number): boolean => operand?.kind === "const" && operand.value === k;
const numberOf = (operand: Operand | undefined): number =>
  operand?.kind === "const" && typeof operand.value === "number" ? operand.value : 0;
const oneMore = (operand: Operand | undefined): Operand => constant(numberOf(operand) + 1);

const isBox = (site: Site, operand: Operand | undefined): boolean =>
  operand?.kind === "value" && site.func.values[operand.id]?.type === "box";

const whenClosing: readonly Row[] = [
  [
    "box captured by value",
    "every box that a closure captures",
    (site) => site.instr.kind === "closure" && argsOf(site).some((operand) => isBox(site, operand)),
    ({ args, emit, same }, site) =>
      same(
        args.map((operand, k) => (isBox(site, argsOf(site)[k]) ? emit("box-new", emit("box-get", operand)) : operand)),
      ),
  ],
  [
    "box captured by value",
    "a box read as it was made",
    (site) => isPrim("box-get")(site) && primOf(site.definition(argsOf(site)[0]))?.prim === "box-new",
    (making, site) => operandOfDefinition(making, site),
  ],
  [
    "swapped operand",
    "captures of a closure",
    (site) => site.instr.kind === "closure" && argsOf(site).length > 1,
    swap,
  ],
  [
    "other slot",
    "the neighbour's capture",
    (site) => isPrim("capture")(site) && site.func.captures.length > 1,
    ({ args, same }, { func }) => same([args[0] ?? zero, constant((numberOf(args[1]) + 1) % func.captures.length)]),
  ],
  ["pass drops an effect", "a write to a box", isPrim("box-set"), toZero],
];

/** What the primitive was given whose result the instruction reads. */
const operandOfDefinition = ({ now }: Making, site: Site): Operand =>
  now(primOf(site.definition(argsOf(site)[0]))?.args[0] ?? zero);

const whenCleaning: readonly Row[] = [
  ["pass drops an effect", "a write to an array or object", isPrim("set"), toZero],
  ["pass drops an effect", "a push", isPrim("push"), toZero],
  ["pass drops an effect", "a deletion", isPrim("delete"), toZero],
  ["pass drops an effect", "a new length", isPrim("set-length"), toZero],
  ["pass drops an effect", "a write to a box", isPrim("box-set"), toZero],
  ["pass drops an effect", "an accumulation", isPrim("accum"), toZero],
  [
    "pass drops an effect",
    "a call whose result is not used",
    (site) => site.instr.kind === "call" && !isUsed(site),
    toZero,
  ],
  ["pass drops an effect", "a pop whose result is not used", (site) => isPrim("pop")(site) && !isUsed(site), toZero],
];

function isUsed({ func, instr }: Site): boolean {
  return (countUses(func)[instr.result] ?? 0) > 0;
}

/** A function with the end of one block changed. */
const withEnd = (func: Func, block: number, change: (terminator: Terminator) => Terminator): Func =>
  renumber({
    ...func,
    blocks: func.blocks.map((old, b) => (b === block ? { ...old, terminator: change(old.terminator) } : old)),
  });

const onEdges =
  (isSite: (edge: Edge) => boolean, change: (args: readonly Operand[]) => readonly Operand[]): EndFault["spoil"] =>
  (func, block) => {
    const terminator = func.blocks[block]?.terminator;
    if (terminator === undefined || !edgesOf(terminator).some(isSite)) return null;
    const spoiled = (edge: Edge): Edge => (isSite(edge) ? { ...edge, args: change(edge.args) } : edge);
    return withEnd(func, block, (old) => mapTerminator(old, (operand) => operand, spoiled));
  };

const differ = ({ args: [a, b] }: Edge): boolean => a !== undefined && b !== undefined && !sameOperand(a, b);

const ends: readonly (readonly [operator: string, name: string, spoil: EndFault["spoil"]])[] = [
  [
    "other branch",
    "the other way at a branch",
    (func, block) => {
      if (func.blocks[block]?.terminator.kind !== "branch") return null;
      return withEnd(func, block, (old) => (old.kind === "branch" ? { ...old, then: old.else, else: old.then } : old));
    },
  ],
  ["swapped operand", "the first two arguments of an edge", onEdges(differ, (args) => exchanged(args, 0, 1))],
  [
    "dropped contribution",
    "the last argument of an edge",
    onEdges(
      ({ args }) => args.at(-1)?.kind === "value",
      (args) => [...args.slice(0, -1), zero],
    ),
  ],
];

const inserted = (where: Where, rows: readonly Row[]): readonly InstrFault[] =>
  rows.map(([operator, name, isSite, spoil]) => ({ kind: "instr", operator, name, where, isSite, spoil }));

/** All kinds of faults of the IR. */
export const irFaults: readonly IrFault[] = [
  ...inserted("derivative", inDerivatives),
  ...ends.map(([operator, name, spoil]): EndFault => ({ kind: "end", operator, name, where: "derivative", spoil })),
  ...inserted("closing", whenClosing),
  ...inserted("cleaning", whenCleaning),
];
