// Makes running code: passes on code that is not differentiated any more, then JavaScript.

import { engine } from "../host/enter.ts";
import { explainError, spanOf, type Scripts } from "../codegen/index.ts";
import {
  assertFunctionsVerified,
  isChecked,
  passesInSteps,
  type Func,
  type FuncName,
  type Module,
  type Pass,
  type Span,
  type Steps,
} from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { finishing, logging, reusing, storing } from "./finishing.ts";
import { polishing } from "./optimising.ts";
import { inOrder } from "./pipeline.ts";
import { withCalled } from "./with-called.ts";
import { shipped, type Workshop } from "./workshop.ts";

/** The exact code of a specialised function. */
export const exactly = ({ program }: Workshop, specialised: FuncName): Steps<Module> =>
  after(finishing, {
    functions: { [specialised]: program.func(specialised) },
    sources: {},
  });

/** Runs passes on a function. What it refers to is elsewhere, and is checked when the function is added to the program. */
export const after = (passes: readonly Pass[], module: Module): Steps<Module> =>
  passesInSteps(passes, module, { verify: isChecked && { isPart: true } });

export interface Linked {
  readonly run: AnyFunction;
  /** Turns what `run` threw into what is thrown to the user. */
  readonly explain: (error: unknown) => unknown;
  /** Where a guard of `run` failed. */
  readonly failedAt: (failure: Error) => Span;
}

/** In its own scope: closures of one scope keep alive everything that any of them mentions. */
const explaining = (scripts: Scripts): Pick<Linked, "explain" | "failedAt"> => ({
  explain: (error) => explainError(error, scripts),
  failedAt: (failure) => spanOf(failure, scripts),
});

export function linked(workshop: Workshop, name: FuncName): Linked {
  const { code, scripts } = shipped(workshop.program, name);
  const run = engine.factoryOf(code)(null, []);
  return { run, ...explaining(scripts) };
}

/** Adds a function that is not differentiated any more, and everything it calls; gives its name. */
export function* finished(
  workshop: Workshop,
  module: Module,
  from: FuncName,
  suffix: string,
  isLogged: boolean,
): Steps<FuncName> {
  const { program, specialiser, calledNames } = workshop;
  /** Null: the exact code of the function. */
  const work: { readonly module: Module | null; readonly from: FuncName; readonly name: FuncName }[] = [];
  const finish = (specialised: Module | null, of: FuncName, as: string): FuncName => {
    const name = `${of}/${as}`;
    work.push({ module: specialised, from: of, name });
    return name;
  };
  const calledName = (specialised: FuncName): FuncName => {
    if (specialiser.specialisedOf(program.code(specialised)) === undefined) return specialised;
    const as = isLogged ? "logged" : "called";
    const name = `${specialised}/${as}`;
    if (!calledNames.has(name)) calledNames.set(finish(null, specialised, as), specialised);
    return name;
  };
  const result = finish(module, from, suffix);
  // The loop adds functions to the list that it walks.
  for (const { module: specialised, from: of, name } of work) {
    const given = specialised ?? (yield* exactly(workshop, of));
    const logs = logging(specialiser.specialisedOf(program.code(of))?.lists ?? 0);
    const phases = isLogged ? inOrder(reusing, storing, polishing, logs) : inOrder(reusing, storing, polishing);
    const { functions } = yield* after(phases, given);
    const func = functions[of] as Func;
    program.addFinal({ ...withCalled(func, calledName), name, base: name });
  }
  const names = work.map(({ name }) => program.func(name));
  if (isChecked) assertFunctionsVerified(names, program.module, "the last passes");
  return result;
}
