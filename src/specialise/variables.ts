// Variables that functions share, where they are given to a function that is called: a list of one element, so that all that is
// known of the elements of lists is known of them.

import { isArray } from "../ir/index.ts";
import { ofConstant, type AbstractValue } from "./abstract-value.ts";
import { isListed } from "./listed-variables.ts";
import type { PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";
import type { Writer } from "./writer.ts";

/** A variable is given to a function that is called: it should be a list, wherever it is made. */
export function asList(writer: Writer, variable: AbstractValue): void {
  if (variable.kind !== "object") return;
  const contents = writer.contents(variable.id);
  // What a variable that has been made already holds is not known: that it may be a list will be found out.
  const isMade = contents.kind === "escaped" && writer.typeOf(contents.operand) === "box";
  if (isMade || (contents.kind === "box" && isListed(writer, contents.items[0])))
    writer.made.learnList(variable.id, true);
}

/** A read or a write of such a variable as one of the list. */
export function inList(site: PrimSite): PrimSite {
  const { prim, writer, args } = site;
  const [variable, ...value] = args;
  const isAccess = prim === "box-get" || prim === "box-set";
  if (!isAccess || variable === undefined || !isArray(typeOfAbstract(writer, variable))) return site;
  return { ...site, prim: prim === "box-get" ? "get" : "set", args: [variable, ofConstant(0), ...value] };
}
