// The operations of the intermediate representation: primitives, and kinds of instructions, terminators and operands.

import { isPrimName, prims, type Func, type Instr, type Operand } from "../../src/ir/index.ts";

const operandKinds: { readonly [kind in Operand["kind"]]: string } = {
  value: "operand value",
  const: "operand constant",
  zero: "operand zero",
  unset: "operand unset",
  outer: "operand outer",
  alpha: "operand alpha",
};

const shapes: readonly string[] = [
  "closure",
  "call",
  "call.J",
  "call.J.J",
  "call with receiver",
  "call with spread",
  "jump",
  "branch",
  "return",
  "throw",
  "function with rest",
  "boxed capture",
  "capture of the module",
  ...Object.values(operandKinds),
];

export const operations: readonly string[] = [...Object.keys(prims).filter(isPrimName), ...shapes];

/** The operations that functions have. */
export function operationsOf(functions: Iterable<Func>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const func of functions) {
    if (func.rest) found.add("function with rest");
    for (const { boxed, from } of func.captures) {
      if (boxed) found.add("boxed capture");
      if (from === "module") found.add("capture of the module");
    }
    for (const { instrs, terminator } of func.blocks) {
      for (const instr of instrs) noteInstr(instr, found);
      found.add(terminator.kind);
      for (const operand of operandsOfTerminator(terminator)) found.add(operandKinds[operand.kind]);
    }
  }
  return found;
}

function noteInstr(instr: Instr, found: Set<string>): void {
  for (const operand of operandsOf(instr)) found.add(operandKinds[operand.kind]);
  if (instr.kind === "prim") {
    found.add(instr.prim);
  } else if (instr.kind === "closure") {
    found.add("closure");
  } else {
    found.add(["call", ...Array.from(instr.word)].join("."));
    if (instr.spread) found.add("call with spread");
    if (instr.receiver.kind !== "const") found.add("call with receiver");
  }
}

function operandsOf(instr: Instr): readonly Operand[] {
  switch (instr.kind) {
    case "prim":
      return instr.args;
    case "closure":
      return instr.captures;
    case "call":
      return [instr.callee, instr.receiver, ...instr.args];
  }
}

function operandsOfTerminator(terminator: Func["blocks"][number]["terminator"]): readonly Operand[] {
  switch (terminator.kind) {
    case "jump":
      return terminator.edge.args;
    case "branch":
      return [terminator.condition, ...terminator.then.args, ...terminator.else.args];
    case "return":
    case "throw":
      return [terminator.value];
  }
}
