// Short arrays of unlike things, as `[name, weight]`. Arrays have one type for all of their elements, so nothing would be known of
// such elements once they are stored. Where the program reads them again (pair-storage.ts), the arrays are records in memory, with a
// property for each element: pairs, whatever their number.

import {
  constant,
  fieldsOfType,
  folded,
  join,
  recordOf,
  type FuncBuilder,
  type Operand,
  type Span,
  type Type,
} from "../ir/index.ts";
import { isOfPairs, pairName } from "../runtime/index.ts";
import type { ObjectId } from "./abstract-value.ts";
import { fieldType, isGuarded } from "./element-type.ts";
import type { MadeMemory } from "./made-memory.ts";
import { NeedsArray } from "./not-specialised.ts";
import type { PairStorage } from "./pair-storage.ts";
import { isPairType } from "./stand-in-types.ts";

/** Pairs of more elements are arrays. */
const mostElements = 8;

/** Whether a value of a type is a pair, and certainly no record of the program's. Throws if it may be either. */
export function isPair(type: Type, span: Span): boolean {
  if (!isPairType(type)) return false;
  if (![...fieldsOfType(type).keys()].every(isOfPairs)) throw new NeedsArray(span);
  return true;
}

/** Whether the type of an array would tell nothing of elements of these types. */
const areUnlike = (types: readonly Type[]): boolean =>
  types.length > 1 && types.length <= mostElements && types.some(isGuarded) && !isGuarded(types.reduce(join));

/** What is asked of the writer (writer.ts). */
interface Writing {
  readonly builder: FuncBuilder;
  readonly span: Span;
  readonly made: MadeMemory;
  readonly pairs: PairStorage;
}

/** The operand for an array with these elements if it is a pair; else null. */
export function pairOperand(
  writer: Writing,
  id: ObjectId,
  elements: readonly Operand[],
  types: readonly Type[],
): Operand | null {
  if (!areUnlike(types)) return null;
  if (writer.pairs.kind !== "records") {
    writer.pairs.noteUnlike();
    return null;
  }
  const names = elements.map((_, k) => pairName(k));
  const typeIn = (name: string, k: number): Type => fieldType(writer.made.fieldAt(id, name, types[k] as Type));
  const type = folded(recordOf(new Map(names.map((name, k) => [name, typeIn(name, k)]))));
  const args = names.flatMap((name, k) => [constant(name), elements[k] as Operand]);
  const pair = writer.builder.prim("object", args, writer.span, "", type);
  writer.made.note(pair, id, elements, names);
  return pair;
}
