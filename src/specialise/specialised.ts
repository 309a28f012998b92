// Specialised functions, as their callers and the transforms see them.

import type { NotSpecialised } from "./not-specialised.ts";
import type { Circles } from "./circles.ts";
import type { Work } from "./work.ts";
import type { CallEffect, Code, FuncName, Program, Span, Steps, Type } from "../ir/index.ts";
import type { Assumption } from "./assumption.ts";
import type { Further, Input } from "./inputs.ts";
import type { Shape } from "./shape.ts";
import type { HowFar } from "./unrolling.ts";

/** What a specialised function does with its inputs. */
export type Task =
  /**
   * Calls a callee, with a receiver and arguments. `isOutlined`: the call stays a call, though it does not recur; `isInCircle`: it
   * may recur in a circle of functions, and stays a call; `givesErrors`: what the callee throws is a result, as a value.
   */
  | {
      readonly kind: "call";
      readonly isOutlined: boolean;
      readonly isInCircle?: boolean;
      readonly givesErrors?: boolean;
    }
  /**
   * The same, for a caller that is not specialised: the result is one value. `mayChange`: memory that existed before may be
   * written before a read of it runs, by the function or before a function that it returns is called. `isOpen`: a value with a
   * function, such as a pullback, is returned in parts. `unrolls`: how far loops are unrolled.
   */
  | EntryTask
  /** Makes what has been returned in parts. */
  | { readonly kind: "make" }
  /** Runs a derivative of a specialised function. */
  | { readonly kind: "run"; readonly code: Code; readonly of: Specialised }
  /** Runs a specialised function and the reverse sweep over it, given a context, a cotangent and its inputs. */
  | { readonly kind: "gradient"; readonly of: Specialised }
  /** Runs a specialised function and stores what its pullback needs; given a tape (tape.ts) and its inputs. */
  | { readonly kind: "forward-sweep"; readonly of: Specialised }
  /** Runs the reverse sweep over what that forward sweep stored last; given a tape, what is left, a context and a cotangent. */
  | { readonly kind: "reverse-sweep"; readonly of: Specialised };

export interface EntryTask {
  readonly kind: "entry";
  readonly mayChange: boolean;
  readonly isOpen: boolean;
  readonly unrolls: HowFar;
}

export interface Specialised {
  readonly name: FuncName;
  readonly inputs: readonly Input[];
  /** What it takes after its inputs. */
  readonly hosts: readonly Further[];
  /** How to assemble its result from the parts it returns: several are a tuple. Null if it never returns. */
  readonly result: Shape | null;
  /** The types of the parts. */
  readonly types: readonly Type[];
  /** How many of its first inputs are the lists of a tape: two of a forward sweep, three of a reverse sweep. */
  readonly lists: number;
  /** What must hold for it to be valid. */
  readonly assumed: readonly Assumption[];
  /** The inputs that must not share memory with others. */
  readonly distinct: readonly number[];
  /** What it stores in arrays of which nothing is known, by input. */
  readonly stored: ReadonlyMap<number, Type>;
  /** The inputs to which it writes. */
  readonly effect: CallEffect;
  /** Whether it has no effect and throws nothing of its own. */
  readonly isQuiet: boolean;
  /** Whether its inputs alone decide what it does: it reads no memory that others may have written. */
  readonly isFixed: boolean;
  /** Whether it and its derivatives are called, not inlined. */
  readonly isCalled: boolean;
  /** The inputs, and hosts after them, that are not used. */
  readonly unused: ReadonlySet<number>;
  /** The name of an adapter from pullbacks of the specialised function to the original arguments, once made. */
  pullback: FuncName | null;
  /** How its pullbacks are computed, once asked for; null if general code must do it. */
  recursion: Recursion | null | undefined;
}

/** How the gradient of a call of a function that is called is computed. */
export interface Recursion {
  /** Its closures stand for the pullback of a call: they capture the inputs, and make the call again. */
  readonly late: Code;
  /** Whether the call may be made again, instead of storing what its pullback needs. */
  readonly mayRepeat: boolean;
  /** Whether inner calls are late too, since their results are not needed before their reverse sweep; else a tape is used. */
  isLate: boolean;
}

/** What a call runs where calls share a tape: the function itself, or one of its sweeps. */
export interface Sweep {
  readonly of: Specialised;
  readonly kind: "none" | "forward" | "reverse";
}

/** Closures that stand for a pullback: they capture a tape of their own, and what the reverse sweep over it takes further. */
export interface OutlivingPullback {
  readonly code: Code;
  readonly reverse: Specialised;
}

/** Sweeps of functions that are called (sweeps.ts). */
export interface SpecialisedSweeps {
  /** The function of which a function of this code is a sweep, or which it stands for where calls have sweeps. */
  readonly sweepOf: (code: Code) => Sweep | undefined;
  /** The function to differentiate where calls in it share a tape; null if they need not, since they may be made again. */
  readonly neededFor: (specialised: Specialised, isShared: boolean, span: Span) => Steps<FuncName | null>;
  /** The function with sweeps in place of its calls, to be differentiated; null if none of its calls has sweeps. */
  readonly withSweeps: (specialised: Specialised, span: Span) => Steps<FuncName | null>;
  /** The code of closures over a tape and a pullback, which reads that tape. */
  readonly onTapeCode: () => Code;
  /** The code of closures that stand for the pullback of the call that was stored last. */
  readonly tapedCode: (of: Specialised) => Code;
  /** Closures that stand for pullbacks which outlive the call; null if there are none for this function. */
  readonly outliving: (of: Specialised, span: Span) => Steps<OutlivingPullback | null>;
  /** The function whose pullback, on a tape, a closure of this code stands for. */
  readonly tapedOf: (code: Code) => Specialised | undefined;
}

/** The functions that have been specialised, and how to make more. */
export interface SpecialisedFunctions {
  readonly program: Program;
  /** The work spent on the call that is being specialised. */
  readonly work: Work;
  /** Notes why a call is not specialised, though the code around it is. */
  readonly refused: (span: Span, why: NotSpecialised) => void;
  /** The specialised function for a task and inputs of these shapes; throws `NotSpecialised`. */
  readonly specialise: (
    task: Task,
    shapes: readonly Shape[],
    inputs: readonly Input[],
    span: Span,
  ) => Steps<Specialised>;
  /** The specialised function that has this code. */
  readonly specialisedOf: (code: Code) => Specialised | undefined;
  /** The specialised function whose pullback a closure of this code stands for. */
  readonly lateOf: (code: Code) => Specialised | undefined;
  /** Sweeps of functions that are called. */
  readonly sweeps: SpecialisedSweeps;
  readonly circles: Circles;
  /** How to compute pullbacks of a function that is called; null if general code must do it. */
  readonly recursion: (specialised: Specialised, span: Span) => Steps<Recursion | null>;
  /** Whether a function is still being written. */
  readonly isRunning: (specialised: Specialised) => boolean;
  /** A function that captures the pullback of `specialised` but is called like that of the original function. */
  readonly pullbackOf: (specialised: Specialised, shapes: readonly Shape[], span: Span) => FuncName;
  /** Adds the source texts of a program, for errors. */
  readonly meet: (program: Program) => void;
}
