// What code a call runs: it is found by the shape of the call, made where there is none, and linked.
//
// Specialised code is found by the codes of the functions and the types of the numbers. Values that functions captured are
// inputs, so a fresh closure of known code compiles nothing.

import { engine } from "../host/enter.ts";
import type { Entry } from "./entry.ts";
import { Guards, argumentText, type CallShape, type Plan } from "./guards.ts";
import { generalOf } from "./origins.ts";
import { resultChecks } from "./result-checks.ts";
import { whyGeneral } from "./why-general.ts";
import { shipped, workshopForNext, type Key, type Workshop } from "./workshop.ts";
import { emitFunction, explainError, type Scripts } from "../codegen/index.ts";
import {
  isInactive,
  isNumeric,
  operandType,
  assertFunctionsVerified,
  naturalLoops,
  noSpan,
  isChecked,
  reachesReturn,
  runPasses,
  type Func,
  type FuncName,
  type Instr,
  type Module,
  type Operand,
  type Pass,
  type Type,
  type ValueId,
  operandsOf,
} from "../ir/index.ts";
import { failedGuard, type AnyFunction } from "../runtime/index.ts";
import { mayLeave, pointsTo } from "../analysis/index.ts";
import {
  NotSpecialised,
  textOf,
  typeOfFurther,
  holds,
  type Shape,
  type Further,
  type Specialised,
} from "../specialise/index.ts";
import { finishing, relaxing, reusing, storing } from "./finishing.ts";
import { polishing } from "./optimising.ts";

const mostPlans = 256;
/** By the text of the shape; where there is none, why. What was used last is last. */
const plans = new Map<string, Plan | NotSpecialised>();
/** The code of a function from stage to stage. */
export interface Stages {
  /** Specialised and optimised. */
  readonly optimised: Func;
  /** What is left to plan are tapes. */
  readonly unplanned: Func;
  readonly planned: Func;
  readonly javaScript: string;
  /** What a call stores for the one that goes back over it. */
  readonly stored: readonly Type[];
}

/** The code that a call runs, and after it that of all it calls; why it runs general code, if it does. */
export function stagesOf(entry: AnyFunction, args: readonly unknown[]): readonly Stages[] | NotSpecialised {
  const found = planOf(generalOf(entry), args);
  if (found instanceof NotSpecialised) return found;
  const made = atHand(found[0]);
  if (made instanceof NotSpecialised) return made;
  const [{ specialised, name }, workshop] = made;
  const { program, specialiser, calledNames } = workshop;
  const functions = [{ specialised, name, module: after(relaxing, exactly(workshop, specialised)) }];
  // Functions are added while they are walked.
  for (const { name: caller } of functions) {
    for (const [of, called] of calledNames) {
      const isCalled = mentions(program.func(caller), called) && functions.every((one) => one.name !== called);
      if (isCalled) functions.push({ specialised: of, name: called, module: exactly(workshop, of) });
    }
  }
  return functions.map(({ specialised: of, name: as, module }) => ({
    optimised: program.func(of),
    unplanned: after(reusing, module).functions[of] as Func,
    planned: program.func(as),
    javaScript: emitFunction(program, as).text,
    stored: specialiser.specialisedOf(program.code(of))?.stored?.types ?? [],
  }));
}

const mentions = (func: Func, name: FuncName): boolean =>
  func.blocks.some(({ instrs }) => instrs.some((instr) => instr.kind === "closure" && instr.func === name));

/** The JavaScript that a call runs, with that of what it calls; why it runs general code, if it does. */
export function codeOf(entry: AnyFunction, ...args: readonly unknown[]): string {
  const stages = stagesOf(entry, args);
  if (stages instanceof NotSpecialised) return `not specialised: ${stages.message}`;
  return stages.map(({ javaScript }) => javaScript).join("\n\n");
}

export interface KnownEntry {
  readonly plan: Plan;
  readonly run: Entry;
}

/** What runs for calls of this shape; null if general code does. */
export function findEntry(general: AnyFunction, args: readonly unknown[]): KnownEntry | null {
  const found = planOf(general, args);
  if (found instanceof NotSpecialised) return null;
  const [plan, guards] = found;
  return { plan, run: guards.entry(plan, args.length) };
}

function planOf(general: AnyFunction, args: readonly unknown[]): readonly [Plan, Guards] | NotSpecialised {
  const guards = new Guards();
  let shapes: readonly Shape[];
  try {
    const self = guards.captured(general, 0);
    shapes = [
      self,
      { kind: "constant", value: undefined },
      ...args.map((arg, k) => guards.argument(arg, argumentText(k, args.length))),
    ];
  } catch (error) {
    if (error instanceof NotSpecialised) return error;
    throw error;
  }
  const key = shapes.map((shape) => textOf(shape, guards.inputs)).join(" ");
  let plan = plans.get(key);
  plans.delete(key);
  if (plan === undefined || !(plan instanceof NotSpecialised || plan.assumed.every(holds))) {
    if (plans.size >= mostPlans) plans.delete(plans.keys().next().value as string);
    plan = makePlan(workshopForNext(), { shapes, inputs: guards.inputs });
  }
  plans.set(key, plan);
  return plan instanceof NotSpecialised ? plan : [plan, guards];
}

function makePlan(key: Key, call: CallShape): Plan | NotSpecialised {
  const { program, specialiser } = key.workshop as Workshop;
  try {
    const specialised = specialiser.specialise({ kind: "call" }, call.shapes, call.inputs, noSpan);
    if (specialised.result?.kind !== "input") return new NotSpecialised("a result that is a function, or known before");
    const effect = effectInVain(program.func(specialised.name));
    if (effect !== undefined) return new NotSpecialised(`${kindOf(effect)} that others may see`, effect.span);
    return linkedPlan(key, call, specialised);
  } catch (error) {
    return whyGeneral(error, isChecked);
  }
}

/** An effect that others may see, of a function that may find out only when it runs that it was not to run. */
function effectInVain(func: Func): Instr | undefined {
  const reaches = reachesReturn(func);
  const instrsWhere = (returns: boolean): readonly Instr[] =>
    func.blocks.flatMap(({ instrs }, b) => ((reaches[b] ?? false) === returns ? instrs : []));
  const [onTheWay, beforeThrows] = [instrsWhere(true), instrsWhere(false)];
  if (!onTheWay.some(mayLeave) && !beforeThrows.some(mayLeave)) return undefined;
  const { isSeen } = pointsTo(func);
  // What is done before an exception is not done again, unless the run is in vain after all.
  return onTheWay.find(isSeen) ?? (beforeThrows.some(mayLeave) ? beforeThrows.find(isSeen) : undefined);
}

const kindOf = (instr: Instr): string => (instr.kind === "prim" ? `the effect of \`${instr.prim}\`` : "a call");

/** A specialised function with plain products, and as it is. */
function linkedPlan(key: Key, call: CallShape, specialised: Specialised): Plan {
  const workshop = key.workshop as Workshop;
  const { hosts, assumed } = specialised;
  const exact = exactly(workshop, specialised.name);
  const plain = after(relaxing, exact);
  const name = finished(workshop, plain, specialised.name, "plain");
  const func = workshop.program.func(name);
  const distinct = tellsMemoryApart(func) ? specialised.distinct : [];
  const checks = resultChecks(func);
  const isShort = naturalLoops(func).list.length === 0;
  const { run: fast, explain } = linked(workshop, name);
  const made: Plan = {
    fast,
    isShort,
    careful: null,
    hosts,
    hostTypes: hosts.map(typeOfFurther),
    assumed,
    distinct,
    checks,
    makers: new Map(),
    explain,
    specialised: specialised.name,
    name,
    key,
    call,
  };
  if (plain === exact) return made;
  let careful: Linked | null = null;
  const carefully = (...args: never[]): unknown => {
    if (careful === null) {
      const again = atHand(made);
      // What a failed check throws: general code answers.
      // oxlint-disable-next-line typescript/only-throw-error
      if (again instanceof NotSpecialised || !takesTheSame(again[0], made)) throw failedGuard;
      const [of, own] = again;
      careful = linked(own, finished(own, exactly(own, of.specialised), of.specialised, "careful"));
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
 * A plan with the workshop where its functions are: they are made once more if that has been left. Variables of modules may hold
 * what cannot be specialised since.
 */
function atHand(plan: Plan): readonly [Plan, Workshop] | NotSpecialised {
  const { workshop } = plan.key;
  if (workshop !== null) return [plan, workshop];
  const key = workshopForNext();
  const again = makePlan(key, plan.call);
  return again instanceof NotSpecialised ? again : [again, key.workshop as Workshop];
}

/** Whether two plans for one shape take the same further inputs, of which the same was expected. */
const takesTheSame = (a: Plan, b: Plan): boolean =>
  a.hosts.length === b.hosts.length &&
  a.hosts.every((host, k) => isSameFurther(host, b.hosts[k] as Further) && a.hostTypes[k] === b.hostTypes[k]);

const isSameFurther = (a: Further, b: Further): boolean =>
  a.kind === "host" ? b.kind === "host" && a.value === b.value : b.kind === "given" && a.which === b.which;

/**
 * Whether it matters to a function if two of its inputs are the same memory: to shadows that are looked up, to whom it calls
 * and to comparisons. Otherwise each input has a shadow of its own, as if what is shared had been copied.
 */
function tellsMemoryApart(func: Func): boolean {
  const reaches = reachesReturn(func);
  const isReference = (operand: Operand): boolean => {
    const type = operandType(operand, (id) => func.values[id]?.type);
    return type === "any" || (!isInactive(type) && !isNumeric(type));
  };
  const tells = (instr: Instr): boolean => {
    if (instr.kind !== "prim") return true;
    const { prim, result, args } = instr;
    const type = func.values[result]?.type;
    if (type === "context" || type === "shadow" || prim === "shadow-numbers" || prim === "foreign-call") return true;
    return ["eq", "ne", "loose-eq", "loose-ne"].includes(prim) && args.every(isReference);
  };
  return func.blocks.some(({ instrs }, b) => reaches[b] === true && instrs.some(tells));
}

const exactly = ({ program }: Workshop, specialised: FuncName): Module =>
  after(finishing, {
    functions: { [specialised]: program.func(specialised) },
    sources: {},
  });

/** What passes make of a function; what it mentions is elsewhere, which is looked at when it is added to the program. */
const after = (passes: readonly Pass[], module: Module): Module =>
  runPasses(passes, module, { verify: isChecked && { isPart: true } });

interface Linked {
  readonly run: AnyFunction;
  /** What to throw to the user for what it has thrown. */
  readonly explain: (error: unknown) => unknown;
}

/** In a scope of its own: closures of one scope hold on to all that any of them mentions. */
const explaining =
  (scripts: Scripts) =>
  (error: unknown): unknown =>
    explainError(error, scripts);

function linked(workshop: Workshop, name: FuncName): Linked {
  const { code, scripts } = shipped(workshop.program, name);
  const run = engine.factoryOf(code)(null, []);
  return { run, explain: explaining(scripts) };
}

/** Adds a function that is not differentiated any more, with what it calls; its name. */
function finished(workshop: Workshop, module: Module, from: FuncName, suffix: string): FuncName {
  const { program, specialiser, calledNames } = workshop;
  const work: { readonly module: Module; readonly from: FuncName; readonly name: FuncName }[] = [];
  const finish = (specialised: Module, of: FuncName, as: string): FuncName => {
    const name = `${of}/${as}`;
    work.push({ module: specialised, from: of, name });
    return name;
  };
  const calledName = (specialised: FuncName): FuncName => {
    if (specialiser.specialisedOf(program.code(specialised)) === undefined) return specialised;
    let name = calledNames.get(specialised);
    if (name === undefined)
      calledNames.set(specialised, (name = finish(exactly(workshop, specialised), specialised, "called")));
    return name;
  };
  const result = finish(module, from, suffix);
  // Functions are added while they are walked.
  for (const { module: specialised, from: of, name } of work) {
    const func = after([...reusing, ...storing, polishing], specialised).functions[of] as Func;
    program.addFinal({ ...withCalled(func, calledName), name, base: name });
  }
  const names = work.map(({ name }) => program.func(name));
  if (isChecked) assertFunctionsVerified(names, program.module, "the last passes");
  return result;
}

/** The function with other functions for those that it only calls. */
function withCalled(func: Func, nameOf: (specialised: FuncName) => FuncName): Func {
  const differentiated = new Set<ValueId>();
  for (const instr of func.blocks.flatMap(({ instrs }) => instrs)) {
    const isCall = instr.kind === "call" && instr.word === "";
    for (const operand of operandsOf(instr).slice(isCall ? 1 : 0)) {
      if (operand.kind === "value") differentiated.add(operand.id);
    }
  }
  const renamed = (instr: Instr): Instr =>
    instr.kind === "closure" && !differentiated.has(instr.result) ? { ...instr, func: nameOf(instr.func) } : instr;
  return { ...func, blocks: func.blocks.map((block) => ({ ...block, instrs: block.instrs.map(renamed) })) };
}
