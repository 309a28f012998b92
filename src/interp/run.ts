// The reference interpreter: the meaning of closed IR, obvious rather than fast.
//
// A call from IR to IR pushes a frame. All else (native functions, and natives that call closures of IR back) goes through
// JavaScript, which re-enters here. `host.resolve` alone decides what a call runs, derivative words included, so the interpreter
// knows nothing of the differentiator. Every instruction and terminator is one step.

import type { CallInstr, Code, Edge, Func, FuncName, Instr, Module, Operand, PrimName, Span } from "../ir/index.ts";
import type { AnyFunction, Environment, Resolve } from "../runtime/index.ts";
import { firstParam, isValueWord, prims, ZerothError } from "../ir/index.ts";
import { attempt, Stamp, stampFunction, unsetValue } from "../runtime/index.ts";
import { enterFrame, type Frame } from "./frame.ts";

/** Another meaning of numbers: values that represent numbers, and what instructions do with them. */
export interface Lifting {
  readonly evaluate: (prim: PrimName, args: readonly unknown[]) => unknown;
  readonly isTrue: (condition: unknown) => boolean;
  /** Calls functions for which `resolve` has no code. */
  readonly call: (callee: AnyFunction, receiver: unknown, args: readonly unknown[]) => unknown;
}

export interface InterpreterHost {
  readonly resolve: Resolve;
  /** JavaScript's own numbers if absent. */
  readonly lifting?: Lifting;
  /** Counts steps, across all runs that share it. */
  readonly steps?: { count: number };
  /** The largest value that `steps` (or the count of a single run) may reach. */
  readonly fuel?: number;
  /** The most frames of one run; 2^20 if absent. */
  readonly maxDepth?: number;
  /** Called with what each function returns (debug.ts checks it). */
  readonly onReturn?: (func: Func, module: Module, result: unknown) => void;
}

const defaultDepth = 1 << 20;

/** Runs a function of a program for a closure, a receiver and arguments. */
export function interpret(
  code: Code,
  self: AnyFunction,
  receiver: unknown,
  args: readonly unknown[],
  host: InterpreterHost,
): unknown {
  const steps = host.steps ?? { count: 0 };
  const fuel = host.fuel ?? Infinity;
  const maxDepth = host.maxDepth ?? defaultDepth;
  const stack: Frame[] = [enterFrame(code, self, receiver, args, null)];

  for (;;) {
    const frame = stack.at(-1) as Frame;
    const block = frame.func.blocks[frame.block];
    if (block === undefined) throw outsideFunction(frame);
    const instr = block.instrs[frame.next];
    const span = instr?.span ?? block.terminator.span;
    if (++steps.count > fuel) throw limit(frame, span, `the interpreter has run its ${fuel} steps`);

    if (instr !== undefined) {
      frame.next++;
      const callee = runInstr(frame, instr, host);
      if (callee === null) continue;
      if (stack.length >= maxDepth) throw limit(frame, span, `recursion too deep in @${callee.func.name}`);
      stack.push(callee);
      continue;
    }
    const { terminator } = block;
    switch (terminator.kind) {
      case "jump":
        jump(frame, terminator.edge);
        break;
      case "branch":
        jump(frame, isTrue(read(frame, terminator.condition), host) ? terminator.then : terminator.else);
        break;
      case "throw":
        throw read(frame, terminator.value);
      case "return": {
        const returned = read(frame, terminator.value);
        host.onReturn?.(frame.func, frame.code.program.module, returned);
        stack.pop();
        const caller = stack.at(-1);
        if (caller === undefined) return returned;
        if (frame.result !== null) caller.values[frame.result] = returned;
      }
    }
  }
}

/** Runs one instruction; for a call of IR, gives the frame to enter. */
function runInstr(frame: Frame, instr: Instr, host: InterpreterHost): Frame | null {
  switch (instr.kind) {
    case "prim": {
      const args = instr.args.map((operand) => read(frame, operand));
      frame.values[instr.result] = placed(frame, instr.span, () => evaluate(instr.prim, args, host));
      return null;
    }
    case "closure": {
      const env = evaluate(
        "tuple",
        instr.captures.map((operand) => read(frame, operand)),
        host,
      ) as Environment;
      frame.values[instr.result] = interpretedClosure(frame.code.program.code(instr.func), env, host);
      return null;
    }
    case "call":
      return runCall(frame, instr, host);
  }
}

function evaluate(prim: PrimName, args: readonly unknown[], { lifting }: InterpreterHost): unknown {
  if (lifting !== undefined) return lifting.evaluate(prim, args);
  return (prims[prim].evaluate as (...args: unknown[]) => unknown)(...args);
}

const isTrue = (condition: unknown, { lifting }: InterpreterHost): boolean =>
  lifting === undefined ? Boolean(condition) : lifting.isTrue(condition);

function runCall(frame: Frame, instr: CallInstr, host: InterpreterHost): Frame | null {
  const callee = read(frame, instr.callee);
  const receiver = read(frame, instr.receiver);
  const args = instr.args.map((operand) => read(frame, operand));
  if (instr.spread) args.push(...(args.pop() as readonly unknown[]));
  return placed(frame, instr.span, () => {
    const target = host.resolve(callee, instr.word, instr.span, frame.source);
    if (target !== null) return enterFrame(target.code, target.self, receiver, args, instr.result);
    if (typeof callee !== "function") throw new TypeError(`${calleeName(frame, instr)} is not a function`);
    const { lifting } = host;
    const run = (): unknown =>
      lifting === undefined
        ? (Reflect.apply(callee, receiver, args) as unknown)
        : lifting.call(callee as AnyFunction, receiver, args);
    frame.values[instr.result] = isValueWord(instr.word) ? attempt(run) : run();
    return null;
  });
}

function calleeName(frame: Frame, { callee }: CallInstr): string {
  const hint = callee.kind === "value" ? (frame.func.values[callee.id]?.hint ?? "") : "";
  return hint === "" ? String(read(frame, callee)) : hint;
}

/** All arguments are read before any parameter is set: a loop may swap its parameters. */
function jump(frame: Frame, edge: Edge): void {
  const args = edge.args.map((operand) => read(frame, operand));
  frame.func.blocks[edge.target]?.params.forEach((param, k) => {
    frame.values[param] = args[k];
  });
  frame.block = edge.target;
  frame.next = 0;
}

function read(frame: Frame, operand: Operand): unknown {
  switch (operand.kind) {
    case "value":
      return frame.values[operand.id];
    case "const":
      return operand.value;
    case "zero":
      return 0;
    case "unset":
      return unsetValue;
    case "outer":
    case "alpha":
      throw new ZerothError({
        kind: "bug",
        message: `operand of kind ${operand.kind} in @${frame.func.name}, which runs`,
      });
  }
}

/** A closure as a JavaScript function, which always runs in the interpreter. */
export function interpretedClosure(code: Code, env: Environment, host: InterpreterHost): AnyFunction {
  const closure = function (this: unknown, ...args: unknown[]): unknown {
    return interpret(code, closure, this, args, host);
  };
  const func = code.program.func(code.name);
  const params = Math.max(0, (func.blocks[0]?.params.length ?? 0) - firstParam - (func.rest ? 1 : 0));
  Object.defineProperty(closure, "name", { value: func.sourceName, configurable: true });
  Object.defineProperty(closure, "length", { value: params, configurable: true });
  stampFunction(closure, new Stamp(code, env));
  return closure;
}

/** Adds the place of the instruction to errors of zeroth that have no place. */
function placed<T>(frame: Frame, span: Span, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof ZerothError ? error.at(span, frame.code.program.module.sources[span.file]) : error;
  }
}

function limit(frame: Frame, span: Span, message: string): ZerothError {
  const remedy = "rewrite as a loop, or raise the interpreter's limit";
  return new ZerothError({ kind: "invalid", message, remedy }).at(span, frame.source);
}

function outsideFunction(frame: Frame): ZerothError {
  const name: FuncName = frame.func.name;
  return new ZerothError({ kind: "bug", message: `@${name} has no block bb${frame.block}` });
}
