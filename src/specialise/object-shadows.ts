// The shadows of an object that has not been materialised are known by their slots; once it is materialised, they are looked up.

import type { FuncBuilder, Operand, PrimName, Span, ValueId } from "../ir/index.ts";
import { pairName } from "../runtime/index.ts";
import type { AbstractValue, Contents, Key, ObjectId } from "./abstract-value.ts";
import type { Heap } from "./heap.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { isPairType } from "./stand-in-types.ts";
import { keyOperand } from "./record-keys.ts";

/** What is asked of the writer (writer.ts). */
interface Writing {
  readonly builder: FuncBuilder;
  readonly heap: Heap;
  readonly span: Span;
  readonly contents: (id: ObjectId) => Contents;
  readonly virtual: (known: AbstractValue | undefined) => Contents | null;
  readonly operand: (known: AbstractValue) => Operand;
  readonly prim: (prim: PrimName, args: readonly Operand[]) => Operand;
  readonly symbols: Map<ValueId, symbol>;
}

/** Writes what the shadows of an object hold so far: from here on they are looked up at run time. */
export function writeShadows(writer: Writing, id: ObjectId, object: Operand): void {
  const { heap, builder, span } = writer;
  for (const name of heap.all("context")) {
    const contents = writer.contents(name);
    const k = contents.kind === "context" ? contents.keys.indexOf(id) : -1;
    if (contents.kind !== "context" || k < 0) continue;
    const slots = writer.virtual(contents.items[k]);
    heap.set(name, { ...contents, keys: contents.keys.toSpliced(k, 1), items: contents.items.toSpliced(k, 1) });
    if (slots?.kind !== "record") throw new NotSpecialised("the shadow of an object, as a value", span);
    const shadow = writer.prim("shadow", [contents.operand, object]);
    const isPair = isPairType(builder.typeOf(object));
    slots.items.forEach((slot, j) => {
      const operand = writer.operand(slot);
      const key = slots.keys[j] as Key;
      const name = isPair ? pairName(Number(key)) : key;
      if (operand.kind !== "zero") builder.prim("put", [shadow, keyOperand(writer, name), operand], span);
    });
  }
}
