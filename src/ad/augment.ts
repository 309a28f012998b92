// The augmented primal: the function as it runs forward when it will be reversed, before alpha storage is decided.
//
// **Requires** a closed, canonical function. **Guarantees**, for every block that can reach the return:
//   * a direct call of a function with sweeps (sweeps.ts) becomes a call of its forward sweep;
//   * any other `%y = call.w …` becomes `%t = call.wJ …; %y = tuple-get %t, 0; %back = tuple-get %t, 1`, in adjacent places;
//   * `push` and `set-length` follow the `array-length` of their array, `pop` precedes it, in adjacent places;
//   * a block with several predecessors has one more parameter, the last one, which names the edge taken: the boolean "the second
//     one" for two edges, a number for more.
// Blocks that cannot reach the return have no reverse and stay unchanged.
//
// The paper calls the edge parameter a dummy phi (M. Innes, "Don't Unroll Adjoint", 2019, section 3.2).

import type { Func, Instr, Module, Operand, Rebuild } from "../ir/index.ts";
import { constant, edgesOf, mapTerminator, predecessors, reachesReturn, rebuild } from "../ir/index.ts";
import { isPassive } from "./flow.ts";
import { sweepOf } from "./sweeps.ts";

export function augment(func: Func, module: Module): Func {
  const reaches = reachesReturn(func);
  const withEdges = nameEdges(func, reaches);
  let current = 0;
  return rebuild(withEdges, {
    enter: (_, block) => {
      current = block;
    },
    instr: (instr, state) => {
      if (!reaches[current] || isPassive(instr, withEdges)) return undefined;
      const sweep = sweepOf(withEdges, instr, module, "F");
      if (instr.kind !== "call" || sweep === undefined) return augmentInstr(withEdges, instr, state);
      const { hint = "", type } = withEdges.values[instr.result] ?? {};
      const { builder, operand } = state;
      return builder.call(builder.closure(sweep, [], instr.span), instr.args.map(operand), instr.span, {
        hint,
        ...(type === undefined ? {} : { type }),
      });
    },
  });
}

function augmentInstr(func: Func, instr: Instr, state: Rebuild): Operand | undefined {
  const { builder, operand } = state;
  const hint = func.values[instr.result]?.hint ?? "";
  if (instr.kind === "call") {
    const { word, spread, span } = instr;
    const pair = builder.call(operand(instr.callee), instr.args.map(operand), span, {
      receiver: operand(instr.receiver),
      word: `${word}J`,
      spread,
      type: "tuple",
    });
    const result = builder.prim("tuple-get", [pair, constant(0)], span, hint, func.values[instr.result]?.type);
    builder.prim("tuple-get", [pair, constant(1)], span, "back", "func");
    return result;
  }
  if (instr.kind !== "prim") return undefined;
  const array = instr.args[0];
  const args = instr.args.map(operand);
  switch (instr.prim) {
    case "push":
    case "set-length":
      builder.prim("array-length", [operand(array as Operand)], instr.span, "end");
      return builder.prim(instr.prim, args, instr.span);
    case "pop": {
      const result = builder.prim("pop", args, instr.span, hint);
      builder.prim("array-length", args, instr.span, "end");
      return result;
    }
    default:
      return undefined;
  }
}

/** Adds the edge parameter to every join that can reach the return. */
function nameEdges(func: Func, reaches: readonly boolean[]): Func {
  const preds = predecessors(func);
  const values = [...func.values];
  const isJoin = (block: number): boolean => (preds[block]?.length ?? 0) > 1 && (reaches[block] ?? false);
  const blocks = func.blocks.map((block, from) => ({
    ...block,
    terminator: edgesOf(block.terminator).some((edge) => isJoin(edge.target))
      ? mapTerminator(
          block.terminator,
          (operand) => operand,
          (edge) => {
            if (!isJoin(edge.target)) return edge;
            const sources = preds[edge.target] ?? [];
            const index = sources.findIndex((source) => source === from);
            return { ...edge, args: [...edge.args, constant(sources.length === 2 ? index === 1 : index)] };
          },
        )
      : block.terminator,
  }));
  const joined = blocks.map((block, index) => {
    if (!isJoin(index)) return block;
    values.push({ hint: "edge", type: preds[index]?.length === 2 ? "bool" : "int" });
    return { ...block, params: [...block.params, (values.length - 1) as Func["blocks"][number]["params"][number]] };
  });
  return { ...func, values, blocks: joined };
}
