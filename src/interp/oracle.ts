// A run of the interpreter on lifted numbers: it calls functions by their IR, as lowered, and gives the public operators a
// meaning of their own. No derived code runs, so nothing of the transforms is needed.

import { isValueWord, noSpan, ZerothError } from "../ir/index.ts";
import {
  CapturedVariables,
  stampOf,
  type AnyFunction,
  type Environment,
  type Resolve,
  type Stamp,
  type Target,
} from "../runtime/index.ts";
import { Lifted, type Num } from "./lifted.ts";
import { evaluateLifted, observe } from "./lifting.ts";
import { createMemory, type Memory } from "./memory.ts";
import { interpret, interpretedClosure, type InterpreterHost } from "./run.ts";
import { visitTree } from "./structures.ts";

export type OperatorName =
  | "J"
  | "vjp"
  | "jvp"
  | "derivative"
  | "taylor"
  | "grad"
  | "valueAndGrad"
  | "jacobian"
  | "jacfwd"
  | "jacrev"
  | "hessian"
  | "hvp"
  | "vhp"
  | "linearize"
  | "treeMap"
  | "treeZip"
  | "treeFlatten"
  | "stopGradient"
  | "checkpoint"
  | "onCotangent"
  | "fixedPoint"
  | "root"
  | "implicit"
  | "customVjp"
  | "customJvp";

/** A function that takes lifted numbers directly. */
export type Meaning = (...args: readonly unknown[]) => unknown;

export interface OracleHost extends Pick<InterpreterHost, "steps" | "fuel" | "maxDepth"> {
  /** Called for ordinary calls only. */
  readonly resolve: Resolve;
  /** The public operators, by identity: programs that use them get the oracle's own. */
  readonly operators?: { readonly [name in OperatorName]?: unknown };
}

export interface Oracle {
  readonly meanings: Meanings;
  readonly memory: Memory;
  readonly invoke: (f: unknown, receiver: unknown, args: readonly unknown[]) => unknown;
  /** Marks a function as one that takes lifted numbers; `reaches` lists what it may call. */
  readonly own: <F extends Meaning>(f: F, reaches: readonly unknown[]) => F;
  /** What a call of a function can reach, for questions about shared memory. */
  readonly reachOf: (f: unknown) => unknown;
  /** A closure of the same code, with some captures replaced. */
  readonly closure: (stamp: Stamp, captures: ReadonlyMap<number, unknown>) => AnyFunction;
}

export type Meanings = Readonly<Record<OperatorName, Meaning>>;

export function createOracle(host: OracleHost, meaningsFor: (oracle: Oracle) => Meanings): Oracle {
  const memory = createMemory();
  const owned = new WeakMap<object, readonly unknown[]>();
  const known = new WeakMap<object, Meaning>();

  const meaningOf = (f: unknown): Meaning | undefined => {
    if (typeof f !== "function") return undefined;
    if (owned.has(f)) return f as Meaning;
    let meaning = known.get(f);
    if (meaning === undefined) {
      meaning = madeBefore(f, host.operators ?? {}, meanings);
      if (meaning !== undefined) known.set(f, meaning);
    }
    return meaning;
  };

  const standIn = (f: unknown): Target | null => host.resolve(f, "", noSpan, undefined);

  const call = (f: unknown, receiver: unknown, args: readonly unknown[]): unknown => {
    const meaning = meaningOf(f) ?? meaningOf(standIn(f)?.self);
    if (meaning !== undefined) return Reflect.apply(meaning, receiver, args);
    if (typeof f !== "function") throw new TypeError(`${String(f)} is not a function`);
    if ([receiver, ...args].some((arg) => holdsLifted(memory, arg))) {
      throw new ZerothError({ kind: "invalid", message: `the native function \`${f.name}\` has no derivative` });
    }
    return Reflect.apply(f, receiver, args) as unknown;
  };

  const resolve: Resolve = (callee, word, span, source) => {
    if (word !== "" && !isValueWord(word))
      throw new ZerothError({ kind: "bug", message: `a call of a derivative (${word}) by the oracle` });
    if (meaningOf(callee) !== undefined) return null;
    const target = host.resolve(callee, word, span, source);
    // If a function has a rule, its stand-in has a meaning of its own.
    return meaningOf(target?.self) === undefined ? target : null;
  };

  const interpreter: InterpreterHost = {
    ...host,
    resolve,
    lifting: {
      evaluate: (prim, args) => evaluateLifted(memory, prim, args),
      isTrue: (condition) => Boolean(observe(condition)),
      call,
    },
  };

  const oracle: Oracle = {
    memory,
    invoke(f, receiver, args) {
      const target = resolve(f, "", noSpan, undefined);
      if (target === null) return call(f, receiver, args);
      return interpret(target.code, target.self, receiver, args, interpreter);
    },
    own(f, reaches) {
      owned.set(f, reaches);
      return f;
    },
    reachOf(f) {
      const reaches = typeof f === "function" ? owned.get(f) : undefined;
      return reaches === undefined ? f : reaches.map((reached) => oracle.reachOf(reached));
    },
    closure: ({ code, env }, captures) =>
      interpretedClosure(code, memory.hold(environment(env, captures)), interpreter),
    get meanings() {
      return meanings;
    },
  };

  const meanings = meaningsFor(oracle);
  for (const [name, meaning] of Object.entries(meanings)) {
    const operator = host.operators?.[name as OperatorName];
    if (typeof operator === "function") known.set(operator, meaning);
  }
  return oracle;
}

/** Whether a value contains a number whose derivative a native function would lose. */
function holdsLifted(memory: Memory, x: unknown): boolean {
  let found = false;
  const number = (value: Num): { readonly leaf: null; readonly value: Num } => {
    found ||= value instanceof Lifted;
    return { leaf: null, value };
  };
  visitTree<null>(x, undefined, { memory, number });
  return found;
}

/** The environment with some captures replaced; the others are still read when needed. */
function environment(env: Environment, replaced: ReadonlyMap<number, unknown>): Environment {
  return new CapturedVariables(
    Array.from({ length: env.length }, (_, k) => (replaced.has(k) ? () => replaced.get(k) : () => env[k])),
  );
}

/** The meaning of a function that an operator returned before the run, found by its code and its captures. */
function madeBefore(
  f: object,
  operators: NonNullable<OracleHost["operators"]>,
  meanings: Meanings,
): Meaning | undefined {
  const stamp = stampOf(f);
  if (stamp === undefined) return undefined;
  for (const [key, operator] of Object.entries(operators)) {
    const made = stampOf(operator);
    if (made?.code.program !== stamp.code.program || !stamp.code.name.startsWith(`${made.code.name}.`)) continue;
    const name = key as OperatorName;
    const captures = capturesByName(stamp);
    switch (name) {
      case "grad":
      case "valueAndGrad":
      case "jacobian":
      case "jacfwd":
      case "jacrev":
        return meanings[name](captures["f"], captures) as Meaning;
      case "hessian":
      case "vhp":
      case "checkpoint":
      case "fixedPoint":
      case "root":
        return meanings[name](captures["f"]) as Meaning;
      case "implicit":
        return meanings[name](captures["solve"], captures["condition"]) as Meaning;
      case "customVjp":
        return meanings[name](captures["f"], captures["vjpOf"]) as Meaning;
      case "customJvp":
        return meanings[name](captures["f"], captures["jvpOf"]) as Meaning;
      case "derivative":
      case "taylor":
        return meanings[name](captures["f"], captures["order"]) as Meaning;
      case "hvp": {
        const gradient = stampOf(captures["gradient"]);
        return meanings[name](gradient === undefined ? undefined : capturesByName(gradient)["f"]) as Meaning;
      }
      default:
        throw new ZerothError({
          kind: "unsupported",
          message: `a function that ${name} returned outside of the run, in the run of an oracle`,
          remedy: `call ${name} inside of the function`,
        });
    }
  }
  return undefined;
}

function capturesByName({ code, env }: Stamp): Readonly<Record<string, unknown>> {
  const { captures } = code.program.func(code.name);
  return Object.fromEntries(captures.flatMap(({ name, from }, k) => (from === "scope" ? [[name, env[k]]] : [])));
}
