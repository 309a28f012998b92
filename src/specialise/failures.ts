// Errors as values: what is known of whether an operation fails, and of what a call gave that may have failed (`Outcome` in
// abstract-value.ts).

import { mayFail, unset, type PrimName } from "../ir/index.ts";
import { constantOf, ofConstant, abstractUndefined, type AbstractValue, type Outcome } from "./abstract-value.ts";
import type { PrimSite, World } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

type Rule = (site: PrimSite) => AbstractValue | null;

export const failures: Readonly<Record<"thrown" | "is-thrown" | "returned" | "failure", Rule>> = {
  thrown: ({ writer, args: [error], id }) => writer.allocate(id, { kind: "thrown", items: [error as AbstractValue] }),
  "is-thrown": ({ writer, args: [x] }) => {
    const outcome = outcomeOf(writer, x);
    if (outcome !== null) return outcome.items[1];
    return x?.kind === "operand" ? null : ofConstant(writer.virtual(x)?.kind === "thrown");
  },
  returned: ({ writer, args: [x] }) =>
    outcomeOf(writer, x)?.items[0] ?? (x?.kind === "operand" ? null : (x as AbstractValue)),
  failure: ({ writer, args: [prim, x], world }) =>
    neverFails(writer, world, textOf(prim) as PrimName, x as AbstractValue) ? abstractUndefined : null,
};

/** What is known of what a call gave that may have failed; null for all other values. */
export function outcomeOf(writer: Writer, known: AbstractValue | undefined): Outcome | null {
  const contents = known?.kind === "object" ? writer.contents(known.id) : null;
  return contents?.kind === "outcome" ? contents : null;
}

/** The error in a box; null for other values. */
export function errorIn(writer: Writer, box: AbstractValue | undefined): AbstractValue | null {
  const outcome = outcomeOf(writer, box);
  if (outcome !== null) return outcome.items[2];
  const contents = writer.virtual(box);
  return contents?.kind === "thrown" ? contents.items[0] : null;
}

const textOf = (known: AbstractValue | undefined): string => String(constantOf(known)?.value);

/** Whether a primitive never fails on what is known of its first operand. */
function neverFails(writer: Writer, world: World, prim: PrimName, x: AbstractValue): boolean {
  if (prim === "global") return world.global(textOf(x)) !== undefined;
  if (prim === "construct") return x.kind === "host" && typeof x.value === "function";
  const made = writer.virtual(x)?.kind;
  if (made === "array" || (made !== undefined && ofProperties.has(prim))) return true;
  // Memory that existed before may be frozen.
  return !writing.has(prim) && !mayFail(prim, [unset], () => typeOfAbstract(writer, x));
}

const writing: ReadonlySet<PrimName> = new Set<PrimName>(["set", "push", "pop", "set-length", "delete"]);
const ofProperties: ReadonlySet<PrimName> = new Set<PrimName>([
  "get",
  "length",
  "has",
  "keys",
  "property-keys",
  "set",
  "delete",
]);
