// Elements that may be absent, as in `xs[i - 1] ?? 0`: beyond the end, in a hole, or where there is `undefined` or `null`. If
// the program asks whether an element is there, the element is read only where it is.
//
// What is read is then an abstract value of its own (`Perhaps` in abstract-value.ts), which may be passed on and captured.
// Questions about it are answered by whether it is there; behind a branch on the answer, it is the element, or it is absent. All
// other uses have a guard that it is there.

import { constant, firstParam, isArray, isNumber, hasFields, isTyped, undef, comparesReferences } from "../ir/index.ts";
import type {
  Block,
  CallInstr,
  Code,
  Constant,
  Func,
  Instr,
  Operand,
  PrimInstr,
  PrimName,
  Program,
  Type,
  ValueId,
} from "../ir/index.ts";
import { definitionsOf, usesOf, type Use } from "../analysis/index.ts";
import {
  constantOf,
  indexOf,
  ofConstant,
  ofOperand,
  type Absent,
  type AbstractValue,
  type ObjectId,
  type Perhaps,
} from "./abstract-value.ts";
import { isAbsent, presenceOf } from "./perhaps.ts";
import { isThereOf } from "./choices.ts";
import { typeofAbstract } from "./questions.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** What is asked of an element: what it is where it is absent, or, of memory alone, whether it counts as false. */
type Question = Absent | "false";

/** Each primitive that asks, with what it answers about an element that is there. */
const answers: ReadonlyMap<PrimName, boolean> = new Map<PrimName, boolean>([
  ["is-nullish", false],
  ["eq", false],
  ["loose-eq", false],
  ["ne", true],
  ["loose-ne", true],
  ["not", false],
]);

/** What a primitive asks of one operand, given what is constant among the others; null if it does anything else. */
function questionOf(prim: PrimName, [other]: readonly ({ readonly value: Constant } | null)[]): Question | null {
  if (!answers.has(prim)) return null;
  if (prim === "is-nullish") return "nullish";
  if (prim === "not") return "false";
  // What is compared with itself is not asked whether it is undefined, but whether it is NaN.
  if (other == null || (other.value !== undefined && other.value !== null)) return null;
  return prim.startsWith("loose") ? "nullish" : other.value === null ? "null" : "undefined";
}

/** What a use asks of a value. */
function questionBy(func: Func, { block, instr, target }: Use, id: ValueId): Question | null {
  if (instr === null) return target === null && func.blocks[block]?.terminator.kind === "branch" ? "false" : null;
  if (instr.kind !== "prim" || isMereRequirement(func, instr)) return null;
  const others = instr.args.filter((arg) => !(arg.kind === "value" && arg.id === id));
  return questionOf(
    instr.prim,
    others.map((arg) => (arg.kind === "const" ? arg : null)),
  );
}

/**
 * Whether a program asks only in order to throw an error, as destructuring does, or not to spread (`{ ...x }`, where alone the answer
 * is negated). What is absent is rarely found there, so a guard does.
 */
function isMereRequirement(func: Func, { prim, result }: PrimInstr): boolean {
  const isThrown = ({ block, instr, target }: Use): boolean => {
    const { terminator } = func.blocks[block] as Block;
    if (instr !== null || target !== null || terminator.kind !== "branch") return isPrim(instr, "not");
    return func.blocks[terminator.then.target]?.terminator.kind === "throw";
  };
  return prim === "is-nullish" && usesOf(func)(result).every(isThrown);
}

/** Whether all uses of a result are uses as a value that is there: none asks, and none passes it on to where another might. */
export function isUsedAsValue(func: Func, id: ValueId): boolean {
  const all = usesOf(func)(id);
  const isUse = (use: Use): boolean =>
    use.instr?.kind === "prim" && questionBy(func, use, id) === null && !looksAtKind(use.instr.prim);
  return all.length > 0 && all.every(isUse);
}

/** Primitives that tell a number from what is none. */
const looksAtKind = (prim: PrimName): boolean =>
  comparesReferences(prim) || prim === "is-number" || prim === "typeof" || prim === "not";

/** The code of the function that an operand of a call is, if it is known. */
export type CodeOf = (callee: Operand) => Code | null;

/** What a program asks of a value, where it is chosen, captured and passed on to known functions, too. */
export function questionsAbout(func: Func, program: Program, id: ValueId, codeOf: CodeOf): ReadonlySet<Question> {
  const found = new Set<Question>();
  const met = new Set<string>();
  const isNew = (func: Func, id: ValueId): boolean => {
    const key = `${func.name} ${id}`;
    return !met.has(key) && met.size <= mostFollowed && met.add(key).has(key);
  };
  const visit = (func: Func, program: Program, id: ValueId, codeOf: CodeOf): void => {
    if (!isNew(func, id)) return;
    for (const use of usesOf(func)(id)) {
      const question = questionBy(func, use, id);
      if (question !== null) found.add(question);
      else if (use.instr === null) {
        const param = use.target === null ? undefined : func.blocks[use.target]?.params[use.k];
        if (param !== undefined) visit(func, program, param, codeOf);
      } else if (use.instr.kind === "closure") {
        const inner = program.func(use.instr.func);
        for (const captured of capturesOf(inner, use.k)) visit(inner, program, captured, nothingKnown);
      } else if (use.instr.kind === "prim") {
        if (use.instr.prim === "array") visitElement(func, program, use.instr.result, use.k, codeOf);
        // What a call gave that has not failed.
        if (use.instr.prim === "returned") visit(func, program, use.instr.result, codeOf);
      } else if (isPlainCall(use.instr) && !use.instr.spread && use.k >= firstParam)
        visitParam(codeOf(use.instr.callee), use.k);
    }
  };
  /** Visits parameter k of a function. */
  const visitParam = (code: Code | null, k: number): void => {
    if (code === null) return;
    const callee = code.program.func(code.name);
    const params = callee.blocks[0]?.params ?? [];
    const param = k < params.length - (callee.rest ? 1 : 0) ? params[k] : undefined;
    if (param !== undefined) visit(callee, code.program, param, nothingKnown);
  };
  /** Visits an element of an array where it is read, and where a callback of a method gets it. */
  const visitElement = (func: Func, program: Program, array: ValueId, k: number, codeOf: CodeOf): void => {
    if (!isNew(func, array)) return;
    for (const use of usesOf(func)(array)) {
      if (use.instr === null) {
        const param = use.target === null ? undefined : func.blocks[use.target]?.params[use.k];
        if (param !== undefined) visitElement(func, program, param, k, codeOf);
      } else if (use.k === 0 && isPrim(use.instr, "iterable")) visitElement(func, program, use.instr.result, k, codeOf);
      else if (use.k === 0 && isPrim(use.instr, "get")) {
        const key = use.instr.args[1] as Operand;
        if (key.kind !== "const" || key.value === k) visit(func, program, use.instr.result, codeOf);
      } else if (use.instr?.kind === "call" && use.k === receiverAt) {
        const callback = definitionsOf(func).instr(use.instr.args[0]);
        visitParam(callback?.kind === "closure" ? program.code(callback.func) : null, firstParam);
      }
    }
  };
  visit(func, program, id, codeOf);
  return found;
}

const receiverAt = 1;

/** A call of what is called, and not of a derivative of it. */
const isPlainCall = (instr: Instr): instr is CallInstr =>
  instr.kind === "call" && (instr.word === "" || instr.word === "E");

const isPrim = (instr: Instr | null, prim: PrimName): instr is PrimInstr =>
  instr?.kind === "prim" && instr.prim === prim;

const nothingKnown: CodeOf = () => null;
/** A value is followed to at most so many places. */
const mostFollowed = 20;

/** The values that are capture `k` of a function. */
function capturesOf({ blocks }: Func, k: number): readonly ValueId[] {
  const self = blocks[0]?.params[0];
  return blocks.flatMap(({ instrs }) =>
    instrs.flatMap((instr) => {
      if (instr.kind !== "prim" || instr.prim !== "capture") return [];
      const [of, key] = instr.args as readonly [Operand, Operand];
      return of.kind === "value" && of.id === self && indexOf(ofOperand(key)) === k ? [instr.result] : [];
    }),
  );
}

/** What an element of this type is where it is absent, if the program asks these questions; null if it does not ask. */
export function absentBy(questions: ReadonlySet<Question>, element: Type, isOptional = false): Absent | null {
  // The ends of lists are the one or the other.
  if (isOptional && questions.has("undefined") && questions.has("null")) return "nullish";
  for (const absent of ["undefined", "null", "nullish"] as const) if (questions.has(absent)) return absent;
  return questions.has("false") && isMemory(element) ? "nullish" : null;
}

const isMemory = (type: Type): boolean => isArray(type) || isTyped(type) || hasFields(type);

/** The answer to a question about an element that may be absent; null if a primitive asks none, or if that is not known. */
export function answerOf(writer: Writer, prim: PrimName, args: readonly AbstractValue[]): AbstractValue | null {
  for (const [k, arg] of args.entries()) {
    const perhaps = writer.perhaps(arg);
    const others = args.filter((_, j) => j !== k);
    if (perhaps === null) continue;
    const { absent, items } = perhaps;
    const [element, isThere, isNull] = items.map((item) => writer.operand(item)) as [Operand, Operand, Operand];
    const [other] = others;
    if (prim === "typeof") return kindOf(writer, perhaps);
    if (prim === "is-number" && isNumber(writer.typeOf(element))) return ofOperand(isThere);
    // What is absent is not the same as what is there.
    const another = other === undefined ? null : writer.perhaps(other);
    if (comparesReferences(prim) && another !== null) return areSame(writer, prim, [perhaps, another]);
    const isNew = writer.virtual(other) !== null;
    if (comparesReferences(prim) && other !== undefined && !isNew && isThereFor(writer, other)) {
      // Where it is absent, the element may be anything: a number that is unset becomes 0.
      const ifThere = writer.prim(prim, [element, writer.operand(other)], "", "bool");
      return writer.known("select", [isThere, ifThere, constant(answers.get(prim) === true)], "", "bool");
    }
    const question = questionOf(prim, others.map(constantOf));
    if (question === null) continue;
    if (question === "false" && !isMemory(writer.typeOf(element)))
      return writer.known(prim, [orFalse(writer, element, isThere)]);
    const isSame = question === absent || question === "nullish" || question === "false";
    // An element is of its type where it is there, so one that is absent as the other of the two is not.
    const ifThere = answers.get(prim) === true;
    const unless = (is: Operand): AbstractValue => ofOperand(ifThere ? is : writer.prim("not", [is], "", "bool"));
    if (isSame) return unless(isThere);
    if (absent !== "nullish") return ofConstant(ifThere);
    if (question === "null") {
      const isOther = writer.prim("not", [isNull], "", "bool");
      return unless(writer.prim("select", [isThere, constant(true), isOther], "", "bool"));
    }
    return unless(writer.prim("select", [isThere, constant(true), isNull], "", "bool"));
  }
  return null;
}

/** What `typeof` gives; null if that is not known. */
function kindOf(writer: Writer, { absent, items }: Perhaps): AbstractValue | null {
  const [element, isThere] = items;
  const kind = typeofAbstract(writer, element);
  if (kind === null || absent === "nullish") return null;
  const otherwise = absent === "null" ? "object" : "undefined";
  return writer.known("select", [writer.operand(isThere), constant(kind), constant(otherwise)], "", "str");
}

/** Compares what may be absent with what may be absent. */
function areSame(writer: Writer, prim: PrimName, both: readonly [Perhaps, Perhaps]): AbstractValue {
  const items = both.map((one) => one.items.map((item) => writer.operand(item)));
  const [[a, isA, isNullA], [b, isB, isNullB]] = items as [[Operand, Operand, Operand], [Operand, Operand, Operand]];
  const isLoose = prim.startsWith("loose");
  const areAlike = isLoose ? constant(true) : writer.prim("eq", [isNullA, isNullB], "", "bool");
  const ifAbsent = writer.prim("select", [isB, constant(false), areAlike], "", "bool");
  const ifBoth = writer.prim("select", [isB, writer.prim("eq", [a, b], "", "bool"), constant(false)], "", "bool");
  const same = writer.prim("select", [isA, ifBoth, ifAbsent], "", "bool");
  return ofOperand(answers.get(prim) === true ? writer.prim("not", [same], "", "bool") : same);
}

/** Whether a value is memory, a number or a constant that is there. */
function isThereFor(writer: Writer, known: AbstractValue): boolean {
  if (constantOf(known) !== null) return !isAbsent(known);
  const state = {
    contents: (id: ObjectId) => writer.heap.get(id),
    typeOf: (one: AbstractValue) => typeOfAbstract(writer, one),
  };
  const presence = presenceOf(known, state);
  return presence !== null && presence.absent === null;
}

/** The condition of a branch on a value. */
export function conditionOf(writer: Writer, known: AbstractValue): AbstractValue {
  const choice = writer.choice(known);
  if (choice !== null) return isThereOf(writer, choice);
  const perhaps = writer.perhaps(known);
  if (perhaps === null) return writer.settled(known);
  const [element, isThere] = perhaps.items.map((item) => writer.operand(item)) as [Operand, Operand, Operand];
  return ofOperand(isMemory(writer.typeOf(element)) ? isThere : orFalse(writer, element, isThere));
}

/** What counts as false where an element is absent, and as what the element counts for where it is there. */
function orFalse(writer: Writer, element: Operand, isThere: Operand): Operand {
  const type = writer.typeOf(element);
  if (isNumber(type)) return writer.prim("select", [isThere, element, constant(0)], "", "num");
  const isBoolean = type === "bool";
  return writer.prim("select", [isThere, element, isBoolean ? constant(false) : undef], "", isBoolean ? type : "any");
}

/** On a path where a condition holds, or does not, notes what that says of elements that may be absent. */
export function noteCondition(writer: Writer, condition: Operand, holds: boolean): void {
  const made = writer.definition(condition);
  const isNegated = made?.prim === "not";
  const test = isNegated ? (made.args[0] as Operand) : condition;
  if (test.kind !== "value") return;
  for (const id of writer.heap.all("perhaps")) {
    const perhaps = writer.perhaps({ kind: "object", id });
    const [element, isThere] = (perhaps?.items ?? []).map((item) => writer.operand(item));
    if (perhaps === null || element === undefined || isThere?.kind !== "value" || isThere.id !== test.id) continue;
    if (holds !== isNegated) writer.settle(id, perhaps, element);
    else if (perhaps.absent !== "nullish")
      writer.settle(id, perhaps, perhaps.absent === "null" ? constant(null) : undef);
  }
}
