// Outlining: loops of large functions become functions of their own, since engines do not optimise functions above a certain size
// (V8: those whose bytecode has more than 60 kilobytes).
//
// **Requires** That nothing differentiates or analyses the functions any more.
//
// **How** As long as a function has too many instructions, its largest loop that does not becomes a function: what the loop uses is
// passed to it, and what it leaves behind is returned, with the number of the exit if there are several. A loop in which the
// function returns stays.
//
// **Example** `bb1(%i): … branch %again, bb1(%k), bb2(%k)` → `%f = closure @f/loop0; %k = call %f(%n); jump bb2(%k)`.

import type { Block, BlockId, Func, Instr, Loop, Module, Operand, Pass, Span, Type, ValueId } from "../../ir/index.ts";
import {
  blockId,
  constant,
  dominates,
  edgesOf,
  firstParam,
  immediateDominators,
  mapEdges,
  naturalLoops,
  operandsOf,
  renumber,
  terminatorOperands,
  undef,
  unset,
  value,
  valueId,
} from "../../ir/index.ts";

/** The pass for functions of which `mostOf` says how many instructions they may have. */
export const outlining = (mostOf: (func: Func) => number): Pass => ({
  name: "outlining",
  phase: "final",
  run: (module) => outlineIn(module, mostOf),
});

/** Loops that are smaller than this part of what a function may have are not worth a call. */
const least = 1 / 30;

function outlineIn(module: Module, mostOf: (func: Func) => number): Module {
  const functions: { [name: string]: Func } = {};
  for (const [name, func] of Object.entries(module.functions)) {
    const most = mostOf(func);
    let rest = func;
    for (let made = 0; sizeOf(rest.blocks) > most; made++) {
      const loop = largestLoop(rest, most);
      if (loop === null) break;
      const own = `${name}/loop${made}`;
      [rest, functions[own]] = divided(rest, loop, own);
    }
    functions[name] = rest;
  }
  return Object.keys(functions).length === Object.keys(module.functions).length ? module : { ...module, functions };
}

const sizeOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { instrs }) => sum + instrs.length, 0);

/** The largest loop with at most so many instructions that can be a function; null if there is none. */
function largestLoop(func: Func, most: number): Loop | null {
  let best: Loop | null = null;
  let largest = least * most;
  for (const loop of naturalLoops(func).list) {
    const blocks = loop.blocks.map((b) => func.blocks[b] as Block);
    const size = sizeOf(blocks);
    if (size <= largest || size > most) continue;
    // What a function captured is read from itself.
    const usesItself = blocks.some((block) => operandsIn(block).some((operand) => isOwnClosure(func, operand)));
    if (usesItself || blocks.some(({ terminator }) => terminator.kind === "return")) continue;
    [best, largest] = [loop, size];
  }
  return best;
}

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

/** What a loop has to do with the function around it. */
interface Border {
  readonly loop: Loop;
  readonly span: Span;
  /** The values that the loop uses and does not define. */
  readonly given: readonly ValueId[];
  /** The values of the loop that are used behind it. */
  readonly left: readonly ValueId[];
  /** The blocks for which the loop is left. */
  readonly exits: readonly BlockId[];
}

/** A function without a loop, and the function of the loop. */
function divided(func: Func, loop: Loop, name: string): readonly [Func, Func] {
  const isInside = new Set<number>(loop.blocks);
  const [own, used] = valuesOf(func.blocks.filter((_, b) => isInside.has(b)));
  const [, usedOutside] = valuesOf(func.blocks.filter((_, b) => !isInside.has(b)));
  const targets = loop.blocks.flatMap((b) => edgesOf((func.blocks[b] as Block).terminator).map(({ target }) => target));
  const border: Border = {
    loop,
    span: (func.blocks[loop.header] as Block).terminator.span,
    given: [...used].filter((id) => !own.has(id)),
    left: [...usedOutside].filter((id) => own.has(id)),
    exits: [...new Set(targets)].filter((target) => !isInside.has(target)),
  };
  return [renumber(withCall(func, border, name)), renumber(functionOf(func, border, name))];
}

/** New values for a function. */
class Values {
  readonly all: { hint: string; type: Type }[];
  constructor({ values }: Func) {
    this.all = [...values];
  }
  make(type: Type, hint = ""): ValueId {
    return valueId(this.all.push({ hint, type }) - 1);
  }
  like(id: ValueId): ValueId {
    const { type, hint } = this.all[id] as { hint: string; type: Type };
    return this.make(type, hint);
  }
}

const paramsOf = (func: Func, block: BlockId): readonly ValueId[] => (func.blocks[block] as Block).params;

/**
 * The function of a loop: its parameters are what is given to the loop, then what the first edge passes to the header. It returns
 * the number of the exit if there are several, the values that are left, and what the edge of the exit passes.
 */
function functionOf(func: Func, { loop, span, given, left, exits }: Border, name: string): Func {
  const values = new Values(func);
  const [self, receiver] = [values.make("func"), values.make("any")];
  const begin = paramsOf(func, loop.header).map((id) => values.like(id));
  const entry: Block = {
    params: [self, receiver, ...given, ...begin],
    instrs: [],
    terminator: { kind: "jump", edge: { target: loop.header, args: begin.map(value) }, span },
  };
  const idom = immediateDominators(func);
  const home = new Map(
    func.blocks.flatMap(({ params, instrs }, b) =>
      [...params, ...instrs.map(({ result }) => result)].map((id) => [id, blockId(b)] as const),
    ),
  );
  const leaving = exits.map((exit, k): Block => {
    const sources = loop.blocks.filter((b) =>
      edgesOf((func.blocks[b] as Block).terminator).some(({ target }) => target === exit),
    );
    /** What is left by another exit is not known here, and not used behind this one. */
    const isKnown = (id: ValueId): boolean => sources.every((b) => dominates(idom, home.get(id) as BlockId, b));
    const passed = paramsOf(func, exit).map((id) => values.like(id));
    const result = values.make("tuple");
    const args = [
      ...(exits.length > 1 ? [constant(k)] : []),
      ...left.map((id) => (isKnown(id) ? value(id) : unset)),
      ...passed.map(value),
    ];
    return {
      params: passed,
      instrs: [{ kind: "prim", prim: "tuple", args, result, span }],
      terminator: { kind: "return", value: value(result), span },
    };
  });
  const blocks = func.blocks.slice(1).map((block) => ({
    ...block,
    terminator: mapEdges(block.terminator, (edge) => {
      const k = exits.indexOf(edge.target);
      return k < 0 ? edge : { ...edge, target: blockId(func.blocks.length + k) };
    }),
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
    blocks: [entry, ...blocks, ...leaving],
  };
}

/** The function with a call in the place of a loop. */
function withCall(func: Func, { loop, span, given, left, exits }: Border, name: string): Func {
  const values = new Values(func);
  const entry = paramsOf(func, loop.header).map((id) => values.like(id));
  const [callee, result] = [values.make("func"), values.make("tuple")];
  let taken = 0;
  const take = (id: ValueId): Instr => ({
    kind: "prim",
    prim: "tuple-get",
    args: [value(result), constant(taken++)],
    result: id,
    span,
  });
  const instrs: Instr[] = [
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
  ];
  const which = exits.length > 1 ? values.make("int") : null;
  if (which !== null) instrs.push(take(which));
  instrs.push(...left.map(take));
  const common = taken;
  /** The blocks behind the call: for each exit but the last, one that asks for the next; for each exit, one that goes there. */
  const behind: Block[] = [];
  const place = (block: Block): BlockId => blockId(func.blocks.length + behind.push(block) - 1);
  const goTo = (exit: BlockId): BlockId => {
    taken = common;
    const passed = paramsOf(func, exit).map((id) => values.like(id));
    const taking = passed.map(take);
    return place({
      params: [],
      instrs: taking,
      terminator: { kind: "jump", edge: { target: exit, args: passed.map(value) }, span },
    });
  };
  const ask = (k: number): BlockId => {
    const exit = exits[k] as BlockId;
    if (which === null || k === exits.length - 1) return goTo(exit);
    const is = values.make("bool");
    const [then, otherwise] = [goTo(exit), ask(k + 1)];
    return place({
      params: [],
      instrs: [{ kind: "prim", prim: "eq", args: [value(which), constant(k)], result: is, span }],
      terminator: {
        kind: "branch",
        condition: value(is),
        then: { target: then, args: [] },
        else: { target: otherwise, args: [] },
        span,
      },
    });
  };
  const calling: Block = {
    params: entry,
    instrs,
    terminator: { kind: "jump", edge: { target: ask(0), args: [] }, span },
  };
  // The call stands where the header was; nothing leads to the other blocks of the loop.
  const blocks = [...func.blocks.map((block, b) => (b === loop.header ? calling : block)), ...behind];
  return { ...func, values: values.all, blocks };
}
