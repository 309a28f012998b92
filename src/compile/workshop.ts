// Where specialised code is made. What is made there is kept, since much of it serves the next shape of a call as well, but not
// for good: a workshop that has made so much is left, with all that is in it, for a new one. What runs is apart from it (`shipped`),
// so code that runs for long holds on to nothing but what it may call.

import { releaseScripts, type Scripts } from "../codegen/index.ts";
import { createProgram } from "./derived-program.ts";
import { optimising } from "./optimising.ts";
import { Specialiser } from "../specialise/index.ts";
import { type FuncName, type Module, type Program } from "../ir/index.ts";
import { type Code } from "../runtime/index.ts";
import { builtIns } from "./built-ins.ts";
import { isPrelude } from "../host/prelude-code.ts";
import { reachable } from "../ir/reachable.ts";
import { nativeCounterpart } from "../host/resolve.ts";

export class Workshop {
  readonly program: Program = createProgram({ functions: {}, sources: {} });
  readonly specialiser: Specialiser = new Specialiser(
    this.program,
    { ...builtIns, counterpart: nativeCounterpart, isPrelude },
    optimising,
  );
  /** Specialised functions that others call, by the name of what is not differentiated any more. */
  readonly calledNames: Map<FuncName, FuncName> = new Map<FuncName, FuncName>();
}

/** A workshop for those who may want it later; null once it has been left. */
export interface Key {
  workshop: Workshop | null;
}

/** A workshop makes code for so many shapes of calls. */
const mostShapes = 32;

let current: Key = { workshop: new Workshop() };
let shapes = 0;

/** The workshop for one more shape of calls. */
export function workshopForNext(): Key {
  if (shapes++ === mostShapes) {
    shapes = 1;
    current.workshop = null;
    current = { workshop: new Workshop() };
  }
  return current;
}

/** What runs, apart from where it was made. */
export interface Shipped {
  readonly code: Code;
  readonly scripts: Scripts;
}

/** A function with all that it may call, as a program of its own. */
export function shipped({ module }: Program, name: FuncName): Shipped {
  const kept = reachable(module, [name]);
  const files = filesOf(kept);
  const sources = Object.fromEntries(Object.entries(module.sources).filter(([file]) => files.has(file)));
  const program = createProgram({ ...kept, sources });
  return { code: program.code(name), scripts: releaseScripts(program) };
}

/** The files that a module's code comes from. */
function filesOf({ functions }: Module): ReadonlySet<string> {
  const files = new Set<string>();
  for (const { span, blocks } of Object.values(functions)) {
    files.add(span.file);
    for (const { instrs, terminator } of blocks) {
      for (const instr of instrs) files.add(instr.span.file);
      files.add(terminator.span.file);
    }
  }
  return files;
}
