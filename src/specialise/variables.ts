// A variable that functions share becomes a list of one element where such a function is given to a call: so all that is known
// of the elements of lists is known of the variable.

import { isArray } from "../ir/index.ts";
import { ofConstant } from "./abstract-value.ts";
import type { PrimSite } from "./site.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";

/** A read or a write of such a variable as one of the list. */
export function inList(site: PrimSite): PrimSite {
  const { prim, writer, args } = site;
  const [variable, ...value] = args;
  const isAccess = prim === "box-get" || prim === "box-set";
  if (!isAccess || variable === undefined || !isArray(typeOfAbstract(writer, variable))) return site;
  return { ...site, prim: prim === "box-get" ? "get" : "set", args: [variable, ofConstant(0), ...value] };
}
