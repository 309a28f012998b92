// Specialisation: a function and the forms of its arguments → a flat function of their numbers and references.
//
// **Requires** closed canonical code.
// **Guarantees** the flat function returns what the call would, taken apart; what is not known is called and read as
// before. It is canonical, so it can be differentiated.
//
// **How** The program is run on what is known (run.ts). Calls of known functions are run in place. A call by a derivative
// word first specialises the function by itself, then differentiates the flat function, and runs the derivative in
// place; so pullbacks that are called at once leave no closure, and no transform ever sees an operator.
//
// **Example** `grad(x => 5 * x + 3)` on a number → `fn @grad.1 { bb0(%self; %x: num): return 5 }`.

import {
  FuncBuilder,
  ZerothError,
  constant,
  firstParam,
  isChecked,
  assertFunctionsVerified,
  stampOf,
  synthetic,
  withFunctions,
  zero,
  type Code,
  type Func,
  type FuncName,
  type Operand,
  type Pass,
  type Program,
  type Span,
  type Type,
} from "../../ir/index.ts";
import { resolveShadows } from "../resolve-shadows.ts";
import {
  carriedApart,
  carriedBy,
  eachProperty,
  putTogether,
  takeApart,
  textOf,
  type Form,
  type Input,
  type Leaf,
} from "./form.ts";
import { Run, type Border, type FlatFunctions, type Specialised } from "./interpreter.ts";
import { type Known, type ObjectId } from "./known.ts";
import { NotSpecialised, Relearn, Writer, holds } from "./writer.ts";

/** How often a program is run to find out what arrays hold. */
const mostRuns = 10;

export class Specialiser implements FlatFunctions {
  readonly program: Program;
  readonly #border: Border;
  readonly #clean: Pass;
  readonly #made = new Map<string, Specialised | Error>();
  readonly #adopted = new Map<Program, number>();
  readonly #met = new Set<Program>();
  #count = 0;

  constructor(program: Program, border: Border, clean: Pass) {
    this.program = program;
    this.#border = border;
    this.#clean = clean;
  }

  /** The flat function for a callee, a receiver and arguments of these forms; throws `NotSpecialised`. */
  specialise(forms: readonly Form[], inputs: readonly Input[], span: Span): Specialised {
    const key = forms.map((form) => textOf(form, inputs)).join(" ");
    let made = this.#made.get(key);
    if (made === undefined || !(made instanceof Error || made.assumed.every(holds))) {
      try {
        made = this.#flat(forms, inputs, span);
      } catch (error) {
        if (!(error instanceof NotSpecialised)) throw error;
        made = error;
      }
      this.#made.set(key, made);
    }
    if (made instanceof Error) throw made;
    return made;
  }

  /** Runs the program until what arrays hold is known. */
  #flat(forms: readonly Form[], inputs: readonly Input[], span: Span): Specialised {
    const learned = new Map<ObjectId, Type>();
    for (let k = 0; k < mostRuns; k++) {
      try {
        return this.#run(forms, inputs, learned, span);
      } catch (error) {
        if (!(error instanceof Relearn)) throw error;
      }
    }
    throw new NotSpecialised("arrays whose elements keep changing their type", span);
  }

  #run(forms: readonly Form[], inputs: readonly Input[], learned: Map<ObjectId, Type>, span: Span): Specialised {
    const title = titleOf(forms[0] as Form);
    const name = `${title}:${++this.#count}`;
    const writer = new Writer(title, name, this.program, (code) => this.#adopt(code), learned, span);
    const given = inputs.map((input) => ({ kind: "operand" as const, operand: writer.input(input) }));
    const [callee, receiver, ...args] = forms.map((form, k) => putTogether(writer, form, given, `in${k}`));
    const run = new Run(this, this.#border, writer);
    const result = run.callKnown(callee as Known, receiver as Known, args, null, "f", span);
    if (result === null) throw new NotSpecialised("a function that never returns", span);
    const parts: Leaf[] = [];
    const form = takeApart(writer, result, { leaves: parts, records: [] }, span, this.#border.isPrelude);
    if (mentionsRecord(form)) throw new NotSpecialised("a record of an argument as a result", span);
    const operands = parts.map(({ known }) => (known as { readonly operand: Operand }).operand);
    const [only] = operands;
    writer.builder.ret(
      operands.length === 1 && only !== undefined ? only : writer.builder.prim("tuple", operands, span),
      span,
    );
    const func = writer.builder.finish();
    const distinct = given.flatMap(({ operand }, k) =>
      operand.kind === "value" && writer.distinct.has(operand.id) ? [k] : [],
    );
    const module = this.#clean.run(withFunctions({ functions: {}, sources: {} }, [func]));
    const resolved = resolveShadows(distinct).run(module);
    const cleaned = (resolved === module ? module : this.#clean.run(resolved)).functions[func.name] as Func;
    this.program.add(cleaned);
    this.#verify(cleaned);
    return {
      name: func.name,
      hosts: writer.hosts,
      result: form,
      results: operands.length,
      assumed: writer.assumed,
      distinct,
      pullback: null,
    };
  }

  /** Code that is not canonical would be differentiated wrongly, so this is looked at always. */
  #verify(func: Func): void {
    try {
      assertFunctionsVerified([func], this.program.module, "specialise");
    } catch (error) {
      if (isChecked || !(error instanceof ZerothError)) throw error;
      throw new NotSpecialised(error.message, func.span);
    }
  }

  /** Takes over the source texts of a program, for errors. */
  meet(program: Program): void {
    if (this.#met.has(program)) return;
    this.#met.add(program);
    this.program.addSources(program.module.sources);
  }

  /** A function of another program, with all that it mentions, under names of its own. */
  #adopt(code: Code): FuncName {
    if (code.program === this.program) return code.name;
    let n = this.#adopted.get(code.program);
    if (n === undefined) this.#adopted.set(code.program, (n = this.#adopted.size + 1));
    const nameOf = (name: FuncName): FuncName => `${n}:${name}`;
    const visit = (name: FuncName): void => {
      if (this.program.module.functions[nameOf(name)] !== undefined) return;
      const func = code.program.func(name);
      const rules = Object.fromEntries(Object.entries(func.rules).map(([word, rule]) => [word, nameOf(rule)]));
      const mentioned = new Set<FuncName>([func.base, ...Object.values(func.rules)]);
      const blocks = func.blocks.map((block) => ({
        ...block,
        instrs: block.instrs.map((instr) => {
          if (instr.kind !== "closure") return instr;
          mentioned.add(instr.func);
          return { ...instr, func: nameOf(instr.func) };
        }),
      }));
      this.program.add({ ...func, name: nameOf(name), base: nameOf(func.base), parent: null, rules, blocks });
      mentioned.forEach(visit);
    };
    visit(code.name);
    return nameOf(code.name);
  }

  /** A function that captures the flat function's pullback and is called like that of the function as it was. */
  pullbackOf(specialised: Specialised, forms: readonly Form[], span: Span): FuncName {
    if (specialised.pullback !== null) return specialised.pullback;
    const name = `${specialised.name}.back`;
    const records = new Set<number>();
    for (const form of forms) eachProperty(form, (record) => records.add(record));
    const count = 1 + Math.max(-1, ...records);
    const builder = new FuncBuilder({
      name,
      params: [{ hint: "ctx", type: "context" }, { hint: "dy" }],
      captures: ["back", ...Array.from({ length: count }, (_, k) => `record${k}`)].map((captured) => ({
        name: captured,
        from: "scope" as const,
        boxed: false,
      })),
      span: synthetic(span),
    });
    const [ctx, dy] = builder.params as readonly [Operand, Operand];
    const emitPart = (of: Operand, k: number): Operand =>
      of.kind === "zero" ? zero : builder.prim("part", [of, constant(k)], span);
    const seeds: Operand[] = new Array<Operand>(specialised.results).fill(zero);
    carriedApart(specialised.result, dy, emitPart, seeds);
    const seed = seeds.length === 1 ? (seeds[0] as Operand) : builder.prim("tuple", seeds, span);
    const back = builder.prim("capture", [builder.self, constant(0)], span);
    const parts = builder.call(back, [ctx, seed], span);
    for (const form of forms) {
      eachProperty(form, (record, key, input) => {
        const given = builder.prim("capture", [builder.self, constant(record + 1)], span);
        const shadow = builder.prim("shadow", [ctx, given], span);
        builder.prim("accum", [shadow, constant(key), emitPart(parts, input + firstParam)], span);
      });
    }
    const tuple = (items: readonly Operand[]): Operand => builder.prim("tuple", items, span);
    const all = forms.map((form) => carriedBy(form, (k) => emitPart(parts, k + firstParam), zero, tuple));
    builder.ret(tuple(all), span);
    this.program.add(builder.finish());
    specialised.pullback = name;
    return name;
  }
}

function mentionsRecord(form: Form): boolean {
  let isMentioned = form.kind === "record";
  eachProperty(form, () => {
    isMentioned = true;
  });
  return isMentioned;
}

/** What stack traces call a flat function: `loss_grad` for the operator's result on a function. */
function titleOf(callee: Form): string {
  const code =
    callee.kind === "closure" ? callee.code : callee.kind === "host" ? stampOf(callee.value)?.code : undefined;
  const name = code?.program.func(code.name).sourceName ?? "";
  if (name !== "" || callee.kind !== "closure") return name === "" ? "anonymous" : name;
  const { captures } = callee.code.program.func(callee.code.name);
  const inner = callee.env.find(
    ({ kind }, k) => captures[k]?.from === "scope" && (kind === "closure" || kind === "host"),
  );
  const [operator] = callee.code.name.split(".");
  return inner === undefined ? (operator ?? "") : `${titleOf(inner)}_${operator ?? ""}`;
}
