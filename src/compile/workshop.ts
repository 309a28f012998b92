// The place where specialised code is made. A workshop keeps what it makes, since much of it serves the next shape of a call too.
// After a number of shapes a new workshop replaces it, with everything in it. Running code is separate from it (`shipped`), so
// long-lived code keeps alive only what it may call.

import { releaseScripts, type Scripts } from "../codegen/index.ts";
import { createProgram } from "./derived-program.ts";
import { mostInstrs } from "./engine-limits.ts";
import { shipping } from "./finishing.ts";
import { noTimes, ofSpecialiser, type Times } from "./times.ts";
import { optimising } from "./optimising.ts";
import { Specialiser } from "../specialise/index.ts";
import { isChecked, runPasses, type Code, type FuncName, type Module, type Program, type Span } from "../ir/index.ts";
import { builtIns } from "./built-ins.ts";
import { isPrelude, roleOf } from "../runtime/prelude-code.ts";
import { reachable } from "../ir/reachable.ts";
import { nativeCounterpart, registerNative } from "../host/resolve.ts";

export class Workshop {
  /** What it has taken so far. */
  readonly times: Times = noTimes();
  readonly program: Program = createProgram({ functions: {}, sources: {} });
  readonly specialiser: Specialiser = new Specialiser(
    this.program,
    { ...builtIns, counterpart: nativeCounterpart, replace: registerNative, isPrelude, roleOf },
    ofSpecialiser(optimising, this.times),
  );
  /** By the names of the versions of functions that others call, which are not differentiated any more: the specialised function. */
  readonly calledNames: Map<FuncName, FuncName> = new Map<FuncName, FuncName>();
}

/** Refers to a workshop that may be needed again; null once another has replaced it. */
export interface Key {
  workshop: Workshop | null;
}

/** A workshop makes code for at most this many shapes of calls. */
const mostShapes = 32;

let current: Key = { workshop: new Workshop() };
let shapes = 0;

/** The texts of the files that the present workshop has met. */
export const sourcesMet = (): Module["sources"] => current.workshop?.program.module.sources ?? {};

/** The workshop for one more shape of a call. */
export function workshopForNext(): Key {
  if (shapes++ === mostShapes) {
    shapes = 1;
    current.workshop = null;
    current = { workshop: new Workshop() };
  }
  return current;
}

/** Code that runs, separate from the workshop that made it. */
export interface Shipped {
  readonly code: Code;
  readonly scripts: Scripts;
}

/** A function with everything it may call, as a program of its own. Large functions are in parts. */
export function shipped(from: Program, name: FuncName): Shipped {
  const program = createProgram(inParts(from, name));
  return { code: program.code(name), scripts: releaseScripts(program) };
}

/** A function with everything it may call, and the texts of the files that this comes from. */
export function inParts(program: Program, name: FuncName): Module {
  const { module } = program;
  const kept = runPasses(
    shipping((func) => mostInstrs(program, func)),
    reachable(module, [name]),
    { verify: isChecked },
  );
  const files = filesOf(kept);
  const sources = Object.fromEntries(Object.entries(module.sources).filter(([file]) => files.has(file)));
  return { ...kept, sources };
}

/** The files that a module's code comes from. */
function filesOf({ functions }: Module): ReadonlySet<string> {
  const files = new Set<string>();
  const add = ({ file, caller }: Span): void => {
    files.add(file);
    // Errors name the caller of what the prelude refuses.
    if (caller !== undefined) files.add(caller.file);
  };
  for (const { span, blocks } of Object.values(functions)) {
    add(span);
    for (const { instrs, terminator } of blocks) {
      for (const instr of instrs) add(instr.span);
      add(terminator.span);
    }
  }
  return files;
}
