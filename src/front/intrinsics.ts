// Calls of intrinsics, which the prelude imports: lowered to primitives and calls with derivative words.

import { isPrimName, prims, type Operand } from "../ir/index.ts";
import { call, prim, impossible, type Lowering } from "./lowering.ts";
import type { Node } from "./read.ts";

/** `fooBar` is the primitive `foo-bar`. */
export function intrinsicCall(
  l: Lowering,
  name: string,
  args: readonly Operand[],
  spread: boolean,
  node: Node,
  hint: string,
): Operand {
  const [first, second, ...rest] = args;
  switch (name) {
    case "callJ":
    case "callD":
    case "callWith": {
      if (first === undefined || second === undefined)
        return impossible(l, node, `\`${name}\` without function and receiver`);
      return call(l, first, rest, node, {
        receiver: second,
        spread,
        hint,
        word: name === "callWith" ? "" : name.slice(-1),
      });
    }
    case "callPullback":
      if (first === undefined) return impossible(l, node, "`callPullback` without a pullback");
      return call(l, first, args.slice(1), node, { spread, hint });
  }
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (!isPrimName(kebab)) return impossible(l, node, `the intrinsic \`${name}\``);
  const { arity } = prims[kebab];
  if (spread) return impossible(l, node, `spread arguments of the intrinsic \`${name}\``);
  if (typeof arity === "number" ? args.length !== arity : args.length < arity.atLeast)
    return impossible(l, node, `\`${name}\` with ${args.length} arguments`);
  return prim(l, kebab, args, node, hint);
}
