// What a refusal is: a construct that zeroth does not differentiate, what to write instead, and a program that shows it.
//
// Each file of `rows` is a heading of docs/limitations.md. A program is the text of a module. `«` is no part of it: it stands
// before the place that the message must name. The module exports
// - `f`, whose gradient is asked for, or
// - `run`, which asks for a derivative itself, and which is called.

export interface Refusal {
  /** What is refused, in the words of the language and of the operators. */
  readonly construct: string;
  readonly instead: string;
  readonly program: string;
  /** What `f` or `run` is called with; 2 if absent. */
  readonly at?: unknown;
  /** What the message says of it. */
  readonly says: string;
  /** The program with the remedy; null where the remedy is no code of that program. */
  readonly remedied: string | null;
  /** What the gradient or `run` gives then. If it is absent, differences of `f` tell. */
  readonly gives?: unknown;
  /** "invalid" where it is for the user to tell how the function is to be compiled. */
  readonly kind?: "invalid";
  /** What the module imports from "./plain.js", which zeroth does not compile: the body of a function that returns it. */
  readonly plain?: string;
  /** The same for the remedied program. "./assigned.js" is in `fixtures`. */
  readonly remediedPlain?: string;
  /** What the text is, if it is no module of TypeScript. */
  readonly format?: "commonjs" | "tsx";
  /** Why the module cannot run in Node: what is said when `f` is called is read from its code. */
  readonly unrunnable?: string;
  /** Whether specialising it takes seconds: general code alone is asked. */
  readonly isLong?: true;
  /** Why `f` does not run as JavaScript either. */
  readonly fails?: string;
  /** Why the message names no place. */
  readonly placeless?: string;
}

/** A heading with its rows. */
export interface Heading {
  readonly heading: string;
  readonly rows: readonly Refusal[];
}
