// Finds the code that a call runs by the shape of the call; makes and links the code if there is none yet.
//
// The key of specialised code is the code of the functions and the types of the numbers. Captured values are inputs, so a fresh
// closure of known code compiles nothing.

import { isDecidedByArguments, shapesAgain } from "./again.ts";
import { Guards } from "./guards.ts";
import { originOf, type Origin } from "./origins.ts";
import type { Bind, CallShape, Plan } from "./plan.ts";
import { resultChecks } from "./result-checks.ts";
import { whyGeneral } from "./why-general.ts";
import { isPartOf, isUndoable } from "../opt/index.ts";
import { mayWriteOrCompareIn, seen, seenEffects, tellsMemoryApart } from "./seen.ts";
import { counting, since, type Times } from "./times.ts";
import { inParts, workshopForNext, type Key, type Workshop } from "./workshop.ts";
import { emitFunction } from "../codegen/index.ts";
import {
  naturalLoops,
  noSpan,
  isChecked,
  inWhole,
  type Func,
  type FuncName,
  type Module,
  type Steps,
  now,
  textOfPlace,
  type Span,
} from "../ir/index.ts";
import { reachable } from "../ir/reachable.ts";
import { failedGuard, type AnyFunction } from "../runtime/index.ts";
import {
  ChangedMeanwhile,
  ifSpecialised,
  NeedsRecord,
  NoWorkLeft,
  NotSpecialised,
  TooLong,
  textOf,
  typeOfFurther,
  holds,
  type Further,
  type HowFar,
  type Shape,
  type Specialised,
} from "../specialise/index.ts";
import { createProgram } from "./derived-program.ts";
import { isShortEnough } from "./engine-limits.ts";
import { relaxing, reusing } from "./finishing.ts";
import { finishPending, work } from "./portions.ts";
import { after, exactly, finished, linked, type Linked } from "./linking.ts";
import { openedOf, type Opened } from "./opened.ts";
import { letsReadersOut } from "./readers.ts";

const mostPlans = 256;
/** By the text of the shape: a plan, or the reason why there is none. The last one is the most recently used. */
const plans = new Map<string, Plan | NotSpecialised>();
/** The code of a function at each stage. */
export interface Stages {
  /** Specialised and optimised. */
  readonly optimised: Func;
  /** Complete except for the storage of tapes. */
  readonly unplanned: Func;
  readonly planned: Func;
  readonly javaScript: string;
  /** Whether it stores on lists what the reverse sweep over its calls needs. */
  readonly isForwardSweep: boolean;
}

/** What is known of the code for a call. */
export interface CodeForCall {
  /** The code that the call runs, then the code of everything it calls. */
  readonly stages: readonly Stages[];
  readonly times: Times;
  /** The texts of the files that the code comes from. */
  readonly sources: Module["sources"];
  /** Why what was called at a place is not specialised itself. */
  readonly refusalAt: (span: Span) => NotSpecialised | undefined;
}

/** The code for a call; or the reason why general code runs. */
export function codeForCall(entry: AnyFunction, args: readonly unknown[]): CodeForCall | NotSpecialised {
  const found = planOf(originOf(entry), args, Infinity);
  if (found instanceof NotSpecialised) return found;
  const [{ times }] = found as Made;
  const made = atHand((found as Made)[0]);
  if (made instanceof NotSpecialised) return made;
  const { program, specialiser } = made[1];
  return {
    stages: stagesOf(made),
    times,
    sources: program.module.sources,
    refusalAt: (span) => specialiser.refusals.get(textOfPlace(span)),
  };
}

function stagesOf(made: readonly [Plan, Workshop]): readonly Stages[] {
  const [{ specialised, name }, workshop] = made;
  const { program, specialiser, calledNames } = workshop;
  const exact = (of: FuncName): Module => inWhole(exactly(workshop, of));
  const functions = [{ specialised, name, module: inWhole(after(relaxing, exact(specialised))) }];
  // The loop adds functions to the list that it walks.
  for (const { name: caller } of functions) {
    for (const [called, of] of calledNames) {
      const isCalled = mentions(program.func(caller), called) && functions.every((one) => one.name !== called);
      if (isCalled) functions.push({ specialised: of, name: called, module: exact(of) });
    }
  }
  const running = createProgram(inParts(program, name));
  const javaScript = (as: FuncName): string =>
    Object.keys(running.module.functions)
      .filter((one) => one === as || isPartOf(one, as))
      .map((one) => emitFunction(running, one).text)
      .join("\n\n");
  return functions.map(({ specialised: of, name: as, module }) => ({
    optimised: program.func(of),
    unplanned: inWhole(after(reusing, module)).functions[of] as Func,
    planned: program.func(as),
    javaScript: javaScript(as),
    isForwardSweep: specialiser.specialisedOf(program.code(of))?.lists === 2,
  }));
}

const mentions = (func: Func, name: FuncName): boolean =>
  func.blocks.some(({ instrs }) => instrs.some((instr) => instr.kind === "closure" && instr.func === name));

/** The JavaScript that a call runs, with that of everything it calls; or the reason why it runs general code. */
export function codeOf(entry: AnyFunction, ...args: readonly unknown[]): string {
  const found = codeForCall(entry, args);
  if (found instanceof NotSpecialised) return `not specialised: ${found.message}`;
  return found.stages.map(({ javaScript }) => javaScript).join("\n\n");
}

export interface Found {
  readonly plan: Plan;
  readonly bind: Bind;
}

/** What makes the entries for calls of this shape; null if general code runs. */
export const findEntry = (origin: Origin, args: readonly unknown[]): Found | null =>
  findSoon(origin, args, Infinity) as Found | null;

/** The same; "later" if compiling takes longer than this many milliseconds. It goes on in the next call of this function. */
export function findSoon(origin: Origin, args: readonly unknown[], milliseconds: number): Found | null | "later" {
  const found = planOf(origin, args, milliseconds);
  if (found === "later") return found;
  if (found instanceof NotSpecialised) return null;
  const [plan, guards] = found;
  try {
    return { plan, bind: guards.bind(plan, args.length) };
  } catch (error) {
    if (error instanceof NotSpecialised) return null;
    throw error;
  }
}

type Made = readonly [Plan, Guards];

/** The plan for a call. Where the properties of records are not enough as inputs, the records are. */
function planOf(origin: Origin, args: readonly unknown[], milliseconds: number): Made | NotSpecialised | "later" {
  const planWhere = (isWhole: boolean): Made | NotSpecialised | "later" =>
    planWith(new Guards({ isWhole, hasLists: origin.kind === "lists" }), origin, args, milliseconds);
  const found = planWhere(false);
  if (!(found instanceof NeedsRecord)) return found;
  const again = planWhere(true);
  // That a call is not known then says less than why a record is needed.
  return again instanceof NotSpecialised && again.reason === "a call that others may see" ? found : again;
}

function planWith(
  guards: Guards,
  origin: Origin,
  args: readonly unknown[],
  milliseconds: number,
): Made | NotSpecialised | "later" {
  let shapes: readonly Shape[];
  try {
    const self =
      origin.opened === null
        ? guards.callee(origin.general, origin.given)
        : guards.opened(origin.opened, origin.given as readonly unknown[]);
    shapes = [
      self,
      { kind: "constant", value: undefined },
      ...args.map((arg, k) => guards.argument(arg, k, args.length)),
    ];
  } catch (error) {
    if (error instanceof NotSpecialised) return error;
    throw error;
  }
  const key = shapes.map((shape) => textOf(shape, guards.inputs)).join(" ");
  const before = plans.get(key);
  if (!isCurrent(before)) {
    const call = { shapes, inputs: guards.inputs, isOpen: origin.kind === "function" };
    work(milliseconds, function* () {
      // What was pending may have been the same.
      if (!isCurrent(plans.get(key))) keepPlan(key, yield* makePlan(origin.opened?.key ?? workshopForNext(), call));
    });
    const made = plans.get(key);
    if (made === undefined || made === before) return "later";
    // It was made while what it assumes changed. Callers do not try without end.
    if (!isCurrent(made)) return new ChangedMeanwhile("a function that has been replaced meanwhile");
  }
  const plan = plans.get(key) as Plan | NotSpecialised;
  keepPlan(key, plan);
  return plan instanceof NotSpecialised ? plan : [plan, guards];
}

const isCurrent = (plan: Plan | NotSpecialised | undefined): boolean =>
  plan instanceof NotSpecialised ? !(plan instanceof ChangedMeanwhile) : plan?.assumed.every(holds) === true;

function keepPlan(key: string, plan: Plan | NotSpecialised): void {
  plans.delete(key);
  if (plans.size >= mostPlans) plans.delete(plans.keys().next().value as string);
  plans.set(key, plan);
}

/** Code that would be too long, or take too much work, is made again with loops that are unrolled only little. */
function* makePlan(key: Key, call: CallShape): Steps<Plan | NotSpecialised> {
  const usual = yield* planFor(key, call, "usual");
  if (!(usual instanceof TooLong || usual instanceof NoWorkLeft)) return usual;
  const short = yield* planFor(key, call, "little");
  if (!(short instanceof NotSpecialised)) return short;
  // Loops that are unrolled further do not make fewer branches.
  if (short.reason === "more branches than are worth specialising") return short;
  const isOther = short.reason !== usual.reason;
  // Some loops must be unrolled to be known.
  if (isOther && usual instanceof TooLong) return yield* planFor(key, call, "much");
  return isOther ? usual : short;
}

function* planFor(key: Key, call: CallShape, unrolls: HowFar): Steps<Plan | NotSpecialised> {
  const { workshop } = key;
  if (workshop === null) return new ChangedMeanwhile("a function that has been replaced meanwhile");
  const { program, specialiser, times } = workshop;
  const before = { ...times };
  try {
    let { isOpen } = call;
    const made = (mayChange: boolean, shapes = call.shapes): Steps<Specialised> =>
      counting(
        specialiser.specialise({ kind: "entry", mayChange, isOpen, unrolls }, shapes, call.inputs, noSpan),
        times,
        "specialising",
      );
    const again = isOpen ? shapesAgain(call) : null;
    const runsAgain = again === null ? undefined : yield* ifSpecialised(made(false, again));
    if (runsAgain !== undefined && isDecidedByArguments(program, runsAgain)) {
      const opened = yield* openedOf(key, runsAgain);
      if (opened !== null) return yield* linkedPlan(key, call, runsAgain, opened, false, before);
    }
    // What a function in the result reads may be written before it is called.
    let specialised = yield* made(isOpen);
    const opened = isOpen ? yield* openedOf(key, specialised) : null;
    if (isOpen && opened === null) {
      isOpen = false;
      specialised = yield* made(false);
    }
    let func = program.func(specialised.name);
    let effects = seenEffects(func);
    let lasting = effects.find((effect) => !isUndoable(func, effect));
    // What is written may be memory that is read elsewhere.
    if (opened === null && lasting === undefined && (effects.length > 0 || letsReadersOut(program, func))) {
      specialised = yield* made(true);
      func = program.func(specialised.name);
      effects = seenEffects(func);
      lasting = effects.find((effect) => !isUndoable(func, effect));
    }
    if (standsForSweeps(workshop, specialised))
      return new NotSpecialised("a pullback of a recursive call that is kept");
    if (opened === null && specialised.result?.kind !== "input")
      return new NotSpecialised("a result that is a function, or known before");
    if (lasting !== undefined) {
      const refusal = lasting.kind === "call" ? specialiser.refusals.get(textOfPlace(lasting.span)) : undefined;
      // Of its own class: one that needs records is about the call inside only.
      return refusal === undefined
        ? seen(lasting)
        : new NotSpecialised(refusal.reason, refusal.calledAt(lasting.span).span, refusal.detail);
    }
    if (unrolls === "usual" && !isOptimised(workshop, specialised))
      return new TooLong("more code than is worth specialising");
    return yield* linkedPlan(key, call, specialised, opened, effects.length > 0, before);
  } catch (error) {
    // What is passed on as a whole is so since a call of a known function was refused.
    const needsRecord = error instanceof NeedsRecord;
    const isWhole = error instanceof NotSpecialised && error.reason === "objects that refer to each other escape";
    const refusal = needsRecord || isWhole ? specialiser.refusals.get(textOfPlace(error.span)) : undefined;
    if (refusal === undefined) return whyGeneral(error, isChecked);
    return needsRecord ? new NeedsRecord(refusal.reason, refusal.span, refusal.detail) : refusal;
  }
}

/** Whether engines will optimise the functions of the code. */
const isOptimised = ({ program }: Workshop, { name }: Specialised): boolean =>
  Object.values(reachable(program.module, [name]).functions).every(isShortEnough);

/** Whether the code of a function mentions what stands for sweeps, in whose place the specialiser has put nothing. */
function standsForSweeps({ program, specialiser }: Workshop, { name }: Specialised): boolean {
  const names = Object.keys(reachable(program.module, [name]).functions);
  return names.some((one) => specialiser.sweeps.isTaped(program.code(one)));
}

/** Links two versions of a specialised function: one with plain products, and the exact one. */
function* linkedPlan(
  key: Key,
  call: CallShape,
  specialised: Specialised,
  opened: Opened | null,
  isLogged: boolean,
  before: Times,
): Steps<Plan> {
  const workshop = key.workshop as Workshop;
  const { hosts, assumed } = specialised;
  const { times } = workshop;
  const exact = yield* counting(exactly(workshop, specialised.name), times, "optimising");
  // What a function in the result will make of a NaN is not known.
  const plain = opened === null ? yield* counting(after(relaxing, exact), times, "optimising") : exact;
  const name = yield* counting(finished(workshop, plain, specialised.name, "plain", isLogged), times, "optimising");
  const func = workshop.program.func(name);
  // What runs again runs on copies, which share nothing.
  const isTold = opened !== null || tellsMemoryApart(func) || mayWriteOrCompareIn(call.shapes);
  const distinct = isTold ? specialised.distinct : [];
  const checks = resultChecks(func);
  const isShort = naturalLoops(func).list.length === 0;
  const start = now();
  const { run: fast, explain, failedAt } = linked(workshop, name);
  times.emitting += now() - start;
  const made: Plan = {
    fast,
    isShort,
    isLogged,
    careful: null,
    hosts,
    hostTypes: hosts.map(typeOfFurther),
    assumed,
    distinct,
    checks,
    binders: new Map(),
    explain,
    failedAt,
    times: since(before, times),
    specialised: specialised.name,
    name,
    key,
    call,
    opened,
  };
  if (plain === exact) return made;
  let careful: Linked | null = null;
  const carefully = (...args: never[]): unknown => {
    if (careful === null) {
      const again = atHand(made);
      // Failed checks throw this; general code then answers.
      // oxlint-disable-next-line typescript/only-throw-error
      if (again instanceof NotSpecialised || !takesTheSame(again[0], made)) throw failedGuard;
      const [of, own] = again;
      const finishing = function* (): Steps<FuncName> {
        return yield* finished(own, yield* exactly(own, of.specialised), of.specialised, "careful", isLogged);
      };
      careful = linked(own, inWhole(finishing()));
    }
    const { run, explain: explainCareful } = careful;
    try {
      return run(...args);
    } catch (error) {
      throw explainCareful(error);
    }
  };
  return { ...made, careful: carefully };
}

/**
 * A plan, with the workshop that has its functions. If the program has left that workshop, the functions are made again; this may
 * fail, since variables of modules may by now hold what cannot be specialised.
 */
function atHand(plan: Plan): readonly [Plan, Workshop] | NotSpecialised {
  // Pending work may have named functions in the workshop that it has not added yet.
  finishPending();
  const { workshop } = plan.key;
  if (workshop !== null) return [plan, workshop];
  const key = workshopForNext();
  const again = inWhole(makePlan(key, plan.call));
  return again instanceof NotSpecialised ? again : [again, key.workshop as Workshop];
}

/** Whether two plans for one shape take the same further inputs, with the same types assumed. */
const takesTheSame = (a: Plan, b: Plan): boolean =>
  a.hosts.length === b.hosts.length &&
  a.hosts.every((host, k) => isSameFurther(host, b.hosts[k] as Further) && a.hostTypes[k] === b.hostTypes[k]);

const isSameFurther = (a: Further, b: Further): boolean =>
  a.kind === "host" ? b.kind === "host" && a.value === b.value : b.kind === "given" && a.which === b.which;
