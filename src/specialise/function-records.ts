// Writes functions: as functions, or, where the program calls functions that it has stored (stored-functions.ts), as records of
// what they captured (function-classes.ts).

import {
  constant,
  type Code,
  type FuncBuilder,
  type FuncName,
  type Operand,
  type PrimInstr,
  type PrimName,
  type Program,
  type Span,
  type Type,
} from "../ir/index.ts";
import {
  ofOperand,
  type AbstractValue,
  type Choice,
  type Contents,
  type ObjectId,
  type Perhaps,
} from "./abstract-value.ts";
import { chosen, isThereOf } from "./choices.ts";
import {
  absentAmong,
  isExisting,
  recordOfFunction,
  recordOfExisting,
  typeOfFunction,
  type Closure,
} from "./function-classes.ts";
import type { FunctionStorage } from "./function-storage.ts";
import type { Further } from "./inputs.ts";
import { asList, requireVariables, type Making } from "./listed-variables.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { isAbsent, typeStored } from "./perhaps.ts";

/** What is asked of the writer (writer.ts). */
interface Writing extends Making, Storing {
  readonly builder: FuncBuilder;
  readonly program: Program;
  readonly storesRecords: (code: Code) => boolean;
  readonly adopt: (code: Code, span: Span) => FuncName;
  readonly perhaps: (known: AbstractValue) => Perhaps | null;
  readonly definition: (operand: Operand) => PrimInstr | undefined;
}

type OperandsOf = (items: readonly AbstractValue[]) => readonly Operand[];

/** The operand for a function that has not been materialised; `operandsOf` gives the operands of what it captured. */
export function functionOperand(writer: Writing, id: ObjectId, closure: Closure, operandsOf: OperandsOf): Operand {
  const { code, items, which } = closure;
  if (writer.storesRecords(code)) return makeRecord(writer, id, closure, operandsOf);
  if (which === "any") throw new NotSpecialised("one of several functions, as a value", writer.span);
  if (which !== "made") return writer.further({ kind: "given", which });
  if (code.program !== writer.program) writer.functions.noteStored();
  const captures = operandsOf(items);
  requireVariables(writer, code, items, (k) => writer.typeOf(captures[k] as Operand));
  return writer.builder.closure(writer.adopt(code, writer.span), captures, writer.span);
}

function makeRecord(writer: Writing, id: ObjectId, made: Closure, operandsOf: OperandsOf): Operand {
  if (made.which !== "made") writer.functions.noteCopied(writer.span);
  const isChoice = (item: AbstractValue): boolean => writer.choice(item) !== null;
  const closure = {
    ...made,
    items: made.items.map((item) => (isChoice(item) ? functionInMemory(writer, item) : item)),
  };
  const contentsOf = (name: ObjectId): Contents => writer.contents(name);
  const { number, properties } = recordOfFunction(closure, contentsOf);
  for (const [, item] of properties) asList(writer, item);
  const values = operandsOf(properties.map(([, item]) => item));
  const names = properties.map(([name]) => name);
  const entries = names.flatMap((name, k) => [constant(name), values[k] as Operand]);
  const type = typeOfFunction(closure, contentsOf, (item) => typeStored(writer, item));
  const record = writer.builder.prim("instance", [constant(number), ...entries], writer.span, "", type);
  writer.made.note(record, id, values, names);
  return record;
}

/** What is asked of the writer (writer.ts) where something is stored. */
interface Storing {
  readonly operand: (known: AbstractValue) => Operand;
  readonly prim: (prim: PrimName, args: readonly Operand[], hint?: string, type?: Type) => Operand;
  readonly further: (further: Further) => Operand;
  readonly choice: (known: AbstractValue) => Choice | null;
  readonly allocate: (id: ObjectId, contents: Contents) => AbstractValue;
  readonly functions: FunctionStorage;
}

/** An existing function as it is in memory, where functions are records; all other values as they are. */
export const existingInMemory = (
  writer: Pick<Storing, "further" | "functions">,
  known: AbstractValue,
): AbstractValue =>
  isExisting(known) && writer.functions.kind === "records"
    ? ofOperand(writer.further({ kind: "host", value: recordOfExisting(known.value) }))
    : known;

/** The same for all functions that have not been materialised, and for one of several. */
export function functionInMemory(writer: Storing, known: AbstractValue): AbstractValue {
  const choice = known.kind === "object" ? writer.choice(known) : null;
  if (choice !== null || isExisting(known)) writer.functions.noteStored();
  if (choice === null || known.kind !== "object") return existingInMemory(writer, known);
  return writer.functions.kind === "records" ? choiceInMemory(writer, choice, known.id) : known;
}

/** One of several functions, which may be absent, as a value in memory. */
function choiceInMemory(writer: Storing, choice: Choice, id: ObjectId): AbstractValue {
  const {
    options,
    items: [, ...functions],
  } = choice;
  const absent = absentAmong(choice);
  const there = options.findIndex((option) => option != null);
  const records = functions.map((f) => (isAbsent(f) ? null : writer.operand(functionInMemory(writer, f))));
  const record = ofOperand(chosen(writer, choice, (_, k) => (records[k] ?? records[there]) as Operand));
  if (absent === null) return record;
  const isNull = ofOperand(chosen(writer, choice, (_, k) => constant(options[k] === null), "bool"));
  const items = [record, isThereOf(writer, choice), isNull] as const;
  return writer.allocate(`${id}?`, { kind: "perhaps", absent, items });
}
