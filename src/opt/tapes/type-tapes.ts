// The types of what is popped: from a tape of numbers a number, from a tape of tapes a tape.
//
// **How** The records that are pushed to the tapes of one web (tape-webs.ts) tell the types. Which values form a web depends on
// which values are tapes. So at first every value that may be a tape is taken for one; those that are then in no web are not.
//
// **Example** `%t = tape-push %rest, (%x: num) … %y = part (part (tape-pop %t), 1), 0` → `%y: num`.

import { poppedIn, type Popped } from "../../analysis/index.ts";
import type { Func, Pass, Type, ValueId } from "../../ir/index.ts";
import { inferTypes, isNumber, mapFunctions, typeIn, value } from "../../ir/index.ts";
import { fieldsOf, findWebs, pushesIn } from "./tape-webs.ts";

export const typeTapes: Pass = { name: "type-tapes", phase: "any", run: (module) => mapFunctions(module, typesIn) };

function typesIn(untyped: Func): Func {
  // The rest of a tape is a tape.
  const func = withTypes(untyped, ({ is }) => (is === "rest" ? "tape" : "any"));
  const webs = findWebs(func);
  const typed = withTypes(func, ({ is, tape, k }) => {
    const web = is === "field" && tape.kind === "value" ? webs.get(tape.id) : undefined;
    return isNumber(typeIn(func, web?.fields[k])) ? "num" : "any";
  });
  // Once a field is known to be a tape, the records on that tape may get types too.
  if (typed !== func) return typesIn(typed);
  const nested = withTapesInside(func);
  return nested === func ? func : typesIn(nested);
}

/** The function with types of tapes that were in records of tapes. */
function withTapesInside(func: Func): Func {
  const isPushed = fieldsWithTapes(func);
  let candidates = [...poppedIn(func).values()].filter(
    ({ is, k, instr }) => is === "field" && isPushed.has(k) && typeIn(func, value(instr.result)) === "any",
  );
  while (candidates.length > 0) {
    const taken = new Set(candidates.map(({ instr }) => instr));
    const guess = withTypes(func, ({ instr }) => (taken.has(instr) ? "tape" : "any"));
    const webs = findWebs(guess);
    // Then the tape that it was popped from, whose records hold it, is in a web, too.
    const fits = candidates.filter(({ instr }) => webs.has(instr.result));
    if (fits.length === candidates.length) return guess;
    candidates = fits;
  }
  return func;
}

/** The indices of tapes in records that are pushed. */
const fieldsWithTapes = (func: Func): ReadonlySet<number> =>
  new Set(
    pushesIn(func).flatMap((push) =>
      (fieldsOf(func, push) ?? []).flatMap((field, k) => (typeIn(func, field) === "tape" ? [k] : [])),
    ),
  );

/** The function with types of popped values that had none, and what these types imply. */
function withTypes(func: Func, typeOf: (of: Popped) => Type): Func {
  const popped = poppedIn(func);
  let changed = false;
  const values = func.values.map((info, id) => {
    const of = info.type === "any" ? popped.get(id as ValueId) : undefined;
    const type = of === undefined ? "any" : typeOf(of);
    if (type === "any") return info;
    changed = true;
    return { ...info, type };
  });
  return changed ? inferTypes({ ...func, values }) : func;
}
