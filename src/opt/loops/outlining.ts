// Outlining: loops of large functions become functions of their own, since engines do not optimise functions above a certain size
// (V8: those whose bytecode has more than 60 kilobytes).
//
// **Requires** That nothing differentiates or analyses the functions any more.
//
// **How** While a function has too many instructions, its largest loop that is small enough becomes a function: it takes what
// the loop uses, and returns what is used behind the loop. A loop has one exit; what throws in the loop throws in the function.
//
// **Example** `bb1(%i): … branch %again, bb1(%k), bb2(%k)` → `%f = closure @f/loop0; %k = call %f(%n); jump bb2(%k)`.

import type {
  Block,
  BlockId,
  Func,
  FuncName,
  Instr,
  Loop,
  Module,
  Operand,
  Pass,
  Span,
  Type,
  ValueId,
  ValueInfo,
} from "../../ir/index.ts";
import {
  blockId,
  constant,
  edgesOf,
  firstParam,
  mapEdges,
  naturalLoops,
  operandsOf,
  reachesReturn,
  renumber,
  terminatorOperands,
  undef,
  value,
  valueId,
} from "../../ir/index.ts";

/** The pass for functions of which `mostOf` says how many instructions they may have. */
export const outlining = (mostOf: (func: Func) => number): Pass => ({
  name: "outlining",
  phase: "final",
  run: (module) => outlineIn(module, mostOf),
});

const nameOfPart = (func: FuncName, k: number): FuncName => `${func}/loop${k}`;
const isPart = /\/loop\d+$/;

/** Whether a function was a loop of another one. */
export const isPartOf = (name: FuncName, func: FuncName): boolean => name.replace(isPart, "") === func && name !== func;

/** Loops that are smaller than this part of what a function may have are not worth a call. */
const least = 1 / 30;

function outlineIn(module: Module, mostOf: (func: Func) => number): Module {
  const functions: { [name: string]: Func } = {};
  for (const [name, func] of Object.entries(module.functions)) {
    const most = mostOf(func);
    const parts: Func[] = [];
    let rest = func;
    while (!isPart.test(name) && sizeOf(rest.blocks) > most) {
      const loop = largestLoop(rest, most);
      if (loop === null) break;
      const [next, part] = divided(rest, loop, nameOfPart(name, parts.length));
      rest = next;
      parts.push(part);
    }
    functions[name] = rest;
    for (const part of parts) functions[part.name] = part;
  }
  return Object.keys(functions).length === Object.keys(module.functions).length ? module : { ...module, functions };
}

const sizeOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { instrs }) => sum + instrs.length, 0);

/** The largest loop with at most so many instructions that can be a function; null if there is none. */
function largestLoop(func: Func, most: number): Loop | null {
  let best: Loop | null = null;
  let largest = least * most;
  for (const loop of naturalLoops(func).list) {
    const size = sizeOf(loop.blocks.map((b) => func.blocks[b] as Block));
    if (size <= largest || size > most || exitOf(func, loop) === undefined) continue;
    // What a function captured is read from itself.
    const usesItself = [...withThrows(func, loop)].some((b) =>
      operandsIn(func.blocks[b] as Block).some((operand) => isOwnClosure(func, operand)),
    );
    if (usesItself) continue;
    [best, largest] = [loop, size];
  }
  return best;
}

/** The block for which a loop is left: only its latch leaves it, other than by an exception. */
const exitOf = (func: Func, { latch, blocks }: Loop): BlockId | undefined =>
  edgesOf((func.blocks[latch] as Block).terminator).find(({ target }) => !blocks.includes(target))?.target;

const isOwnClosure = (func: Func, operand: Operand): boolean =>
  operand.kind === "value" && func.blocks[0]?.params.slice(0, firstParam).includes(operand.id) === true;

const operandsIn = ({ instrs, terminator }: Block): readonly Operand[] => [
  ...instrs.flatMap(operandsOf),
  ...terminatorOperands(terminator),
];

/** The values that blocks define, and those that they use. */
function valuesOf(blocks: readonly Block[]): readonly [defined: ReadonlySet<ValueId>, used: ReadonlySet<ValueId>] {
  const defined = new Set(blocks.flatMap(({ params, instrs }) => [...params, ...instrs.map(({ result }) => result)]));
  const used = new Set(blocks.flatMap(operandsIn).flatMap((operand) => (operand.kind === "value" ? [operand.id] : [])));
  return [defined, used];
}

/** The blocks that edges lead to from some blocks, these included, other than for blocks that `isOut` names. */
function reachedFrom(func: Func, from: readonly number[], isOut: (block: number) => boolean): ReadonlySet<number> {
  const found = new Set(from);
  // The set grows while it is walked.
  for (const b of found)
    for (const { target } of edgesOf((func.blocks[b] as Block).terminator)) if (!isOut(target)) found.add(target);
  return found;
}

/** A loop, with the blocks in which it throws. The exit may throw, too: then it is the function that does. */
function withThrows(func: Func, loop: Loop): ReadonlySet<number> {
  const returns = reachesReturn(func);
  const exit = exitOf(func, loop);
  return reachedFrom(func, loop.blocks, (b) => b === exit || returns[b] === true);
}

/** What a loop has to do with the function around it. */
interface Border {
  readonly header: BlockId;
  readonly exit: BlockId;
  readonly span: Span;
  /** The values that the loop uses and does not define. */
  readonly given: readonly ValueId[];
  /** The values of the loop that are used behind it. */
  readonly left: readonly ValueId[];
}

/** A function without a loop, and the function of the loop. */
function divided(func: Func, loop: Loop, name: string): readonly [Func, Func] {
  const exit = exitOf(func, loop) as BlockId;
  const inside = withThrows(func, loop);
  // Where the loop throws, what is behind it may throw, too.
  const outside = reachedFrom(func, [0, exit], (b) => loop.blocks.includes(b as BlockId));
  const [ofLoop] = valuesOf(loop.blocks.map((b) => func.blocks[b] as Block));
  const [own, used] = valuesOf(func.blocks.filter((_, b) => inside.has(b)));
  const [, usedOutside] = valuesOf(func.blocks.filter((_, b) => outside.has(b)));
  const border: Border = {
    header: loop.header,
    exit,
    span: (func.blocks[loop.header] as Block).terminator.span,
    given: [...used].filter((id) => !own.has(id)),
    left: [...usedOutside].filter((id) => ofLoop.has(id)),
  };
  return [renumber(withCall(func, border, name)), renumber(functionOf(func, border, name))];
}

/** New values for a function. */
class Values {
  readonly all: ValueInfo[];
  constructor({ values }: Func) {
    this.all = [...values];
  }
  make(type: Type): ValueId {
    return valueId(this.all.push({ hint: "", type }) - 1);
  }
  /** For each of these parameters, a value like it. */
  like(params: readonly ValueId[]): readonly ValueId[] {
    return params.map((id) => valueId(this.all.push(this.all[id] as ValueInfo) - 1));
  }
}

const paramsOf = (func: Func, block: BlockId): readonly ValueId[] => (func.blocks[block] as Block).params;

/**
 * The function of a loop: its parameters are what is given to the loop, then what the first edge passes to the header. It returns
 * the values that are left, then what the last edge passes to the exit.
 */
function functionOf(func: Func, { header, exit, span, given, left }: Border, name: string): Func {
  const values = new Values(func);
  const [self, receiver, result] = [values.make("func"), values.make("any"), values.make("tuple")];
  const [begin, passed] = [values.like(paramsOf(func, header)), values.like(paramsOf(func, exit))];
  const entry: Block = {
    params: [self, receiver, ...given, ...begin],
    instrs: [],
    terminator: { kind: "jump", edge: { target: header, args: begin.map(value) }, span },
  };
  const ending: Block = {
    params: passed,
    instrs: [{ kind: "prim", prim: "tuple", args: [...left, ...passed].map(value), result, span }],
    terminator: { kind: "return", value: value(result), span },
  };
  const end = blockId(func.blocks.length);
  const blocks = func.blocks.slice(1).map((block) => ({
    ...block,
    terminator: mapEdges(block.terminator, (edge) => (edge.target === exit ? { ...edge, target: end } : edge)),
  }));
  return {
    ...func,
    name,
    base: name,
    parent: null,
    rest: false,
    captures: [],
    rules: {},
    values: values.all,
    blocks: [entry, ...blocks, ending],
  };
}

/** The function with a call in the place of a loop. */
function withCall(func: Func, { header, exit, span, given, left }: Border, name: string): Func {
  const values = new Values(func);
  const [callee, result] = [values.make("func"), values.make("tuple")];
  const [entry, passed] = [values.like(paramsOf(func, header)), values.like(paramsOf(func, exit))];
  const calling: Block = {
    params: entry,
    instrs: [
      { kind: "closure", result: callee, func: name, captures: [], span },
      {
        kind: "call",
        result,
        word: "",
        callee: value(callee),
        receiver: undef,
        args: [...given, ...entry].map(value),
        spread: false,
        effect: "any",
        span,
      },
      ...[...left, ...passed].map((id, k): Instr => ({
        kind: "prim",
        prim: "tuple-get",
        args: [value(result), constant(k)],
        result: id,
        span,
      })),
    ],
    terminator: { kind: "jump", edge: { target: exit, args: passed.map(value) }, span },
  };
  // The call stands where the header was; nothing leads to the other blocks of the loop.
  const blocks = func.blocks.map((block, b) => (b === header ? calling : block));
  return { ...func, values: values.all, blocks };
}
