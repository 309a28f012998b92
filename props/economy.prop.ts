// What the transforms write, before anything cleans it, is well formed and no more than is used.

import { differentiate } from "../src/ad/index.ts";
import {
  firstParam,
  inWhole,
  operandType,
  printProblems,
  suffixOf,
  verifyModule,
  withFunctions,
  type Func,
  type Instr,
  type Module,
  type Type,
} from "../src/ir/index.ts";
import { stampOf } from "../src/runtime/index.ts";
import { dce } from "../src/opt/index.ts";
import { law } from "./law.ts";
import { demand, type Subject } from "./subject.ts";

const options = { share: 0.3, turns: 6 };

const moduleOf = ({ f }: Subject): Module => stampOf(f)?.code.program.module ?? { functions: {}, sources: {} };

/** The functions of a program that are derived from no other. */
const ownFunctions = (module: Module): readonly Func[] =>
  Object.values(module.functions).filter(({ name }) => suffixOf(name) === "");

/** Derivatives of the functions as they come out of the transforms. */
const derivedIn = (subject: Subject, letter: string): readonly Func[] => {
  const module = moduleOf(subject);
  return ownFunctions(module)
    .filter(({ rules, refusal }) => rules[letter] === undefined && refusal === null)
    .flatMap(({ name }) => inWhole(differentiate(module, name, letter)));
};

const instrsOf = ({ blocks }: Func): readonly Instr[] => blocks.flatMap(({ instrs }) => instrs);

law("transforms write well-formed code", options, (subject) => {
  for (const letter of ["J", "D"]) {
    const problems = verifyModule(withFunctions(moduleOf(subject), derivedIn(subject, letter)));
    demand(problems.length === 0, () => printProblems(problems, moduleOf(subject)));
  }
});

/** What takes the tangents apart that a function is given, or a call gives. */
const unpacks = (instr: Instr): boolean => instr.kind === "prim" && ["part", "tuple-get"].includes(instr.prim);

law("forward mode takes a context before the tangents", options, (subject) => {
  for (const { name, blocks, values } of derivedIn(subject, "D")) {
    const context = blocks[0]?.params[firstParam];
    demand(context !== undefined && values[context]?.type === "context", () => `@${name} takes no context`);
  }
});

law("forward mode computes no tangent that nobody uses", options, (subject) => {
  for (const func of derivedIn(subject, "D")) {
    const used = dce.run({ functions: { [func.name]: func }, sources: {} }).functions[func.name] as Func;
    const count = (from: Func): number => instrsOf(from).filter((instr) => !unpacks(instr)).length;
    demand(
      count(func) === count(used),
      () => `${count(func) - count(used)} instructions of @${func.name} are not used`,
    );
  }
});

const numbers: ReadonlySet<Type> = new Set<Type>(["num", "int"]);

law("derivatives convert to a number only what may be something else", options, (subject) => {
  for (const func of [...derivedIn(subject, "J"), ...derivedIn(subject, "D")]) {
    for (const instr of instrsOf(func)) {
      if (instr.kind !== "prim" || instr.prim !== "number") continue;
      const [x] = instr.args;
      const type = x === undefined ? "any" : operandType(x, (id) => func.values[id]?.type);
      demand(!numbers.has(type), () => `@${func.name} converts a number to a number`);
    }
  }
});

law("a block reads what its function captured from a scope once", options, (subject) => {
  for (const { name, blocks, captures } of ownFunctions(moduleOf(subject))) {
    for (const { instrs } of blocks) {
      const read = instrs.flatMap((instr) => {
        const slot = instr.kind === "prim" && instr.prim === "capture" ? instr.args[1] : undefined;
        return slot?.kind === "const" && captures[slot.value as number]?.from === "scope" ? [slot.value] : [];
      });
      demand(new Set(read).size === read.length, () => `a block of @${name} reads a capture again`);
    }
  }
});
