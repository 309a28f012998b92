// Specialised functions, as those who call and differentiate them know them.

import type { Work } from "./work.ts";
import type { CallEffect, FuncName, Program, Span, Type } from "../ir/index.ts";
import type { Code } from "../runtime/index.ts";
import type { Shape, Input } from "./shape.ts";
import type { Assumption } from "./writer.ts";

/** What a specialised function does with what it is given. */
export type Task =
  /** Calls a callee, with a receiver and arguments. */
  | { readonly kind: "call" }
  /** Runs a derivative of a specialised function. */
  | { readonly kind: "run"; readonly code: Code }
  /** Runs a specialised function and goes back over it, given a context, a cotangent and its inputs. */
  | { readonly kind: "gradient"; readonly of: Specialised }
  /** Runs a specialised function, and stores what its pullback needs; given a tape (tape.ts) and its inputs. */
  | { readonly kind: "forward-sweep"; readonly of: Specialised }
  /** Goes back over what was run last of what is stored; given a tape, how much of it is left, a context and a cotangent. */
  | { readonly kind: "reverse-sweep"; readonly forward: Specialised };

/** A JavaScript value that is there already, or the function that is given by a number, where more matters than what it does. */
export type Further =
  { readonly kind: "host"; readonly value: object } | { readonly kind: "given"; readonly which: number };

export interface Specialised {
  readonly name: FuncName;
  readonly inputs: readonly Input[];
  /** What it takes after its inputs. */
  readonly hosts: readonly Further[];
  /** How its result is put together from the parts it returns: several are a tuple. Null if it never returns. */
  readonly result: Shape | null;
  /** The types of the parts. */
  readonly types: readonly Type[];
  /** What must hold for it to be right. */
  readonly assumed: readonly Assumption[];
  /** The inputs that may share no memory with others. */
  readonly distinct: readonly number[];
  /** Which inputs it writes to. */
  readonly effect: CallEffect;
  /** Whether it has no effect and throws nothing of its own. */
  readonly isQuiet: boolean;
  /** Whether nothing but its inputs decides what it does: it reads no memory that others may have written. */
  readonly isFixed: boolean;
  /** Whether it calls itself: then it and its derivatives are called, not run in place. */
  readonly isRecursive: boolean;
  /** The inputs, and hosts after them, that do not matter. */
  readonly unused: ReadonlySet<number>;
  /** What a function that stores its pullback stores. */
  readonly stored: Stored | null;
  /** Adapts pullbacks of the specialised function to what they are called with, once made. */
  pullback: FuncName | null;
  /** How its pullbacks are had, once asked for; null if general code has to. */
  recursion: Recursion | null | undefined;
}

/** Of a function that calls itself: how the gradient of a call is computed. */
export interface Recursion {
  /** Closures of it stand for the pullback of a call: they capture the inputs, and make the call again. */
  readonly late: Code;
  /** Whether calls within go back when the one around them does, for their results are not needed before; else by a tape. */
  isLate: boolean;
}

/** What is stored of a call: its pullback, by its shape. */
export interface Stored {
  readonly shape: Shape;
  readonly types: readonly Type[];
}

/** Where specialised functions come from. */
export interface SpecialisedFunctions {
  readonly program: Program;
  /** What is done for the call that is being specialised. */
  readonly work: Work;
  /** The specialised function for a task and what it is given, of these shapes; throws `NotSpecialised`. */
  readonly specialise: (task: Task, shapes: readonly Shape[], inputs: readonly Input[], span: Span) => Specialised;
  /** The specialised function that code is of. */
  readonly specialisedOf: (code: Code) => Specialised | undefined;
  /** The specialised function that a closure of this code stands for a pullback of. */
  readonly lateOf: (code: Code) => Specialised | undefined;
  /** The function that stored the pullback that a closure of this code stands for. */
  readonly forwardSweepOf: (code: Code) => Specialised | undefined;
  /** The code of closures that stand for a pullback that was stored last. */
  readonly tapedCode: (forward: Specialised) => Code;
  /** How pullbacks of a function that calls itself are had; null if general code has to. */
  readonly recursion: (specialised: Specialised, span: Span) => Recursion | null;
  /** Whether a function is still being written. */
  readonly isRunning: (specialised: Specialised) => boolean;
  /** A function that captures the specialised function's pullback and is called like that of the function as it was. */
  readonly pullbackOf: (specialised: Specialised, shapes: readonly Shape[], span: Span) => FuncName;
  /** Takes over the source texts of a program, for errors. */
  readonly meet: (program: Program) => void;
}
