// The types of what tapes give back: what is popped from a tape of numbers is a number.
//
// **How** By the records that are pushed to the tapes of one web (tape-webs.ts).
//
// **Example** `%t = tape-push %rest, (%x: num) … %y = part (part (tape-pop %t), 1), 0` → `%y: num`.

import { poppedIn, type Popped } from "../../analysis/index.ts";
import type { Func, Pass, Type, ValueId } from "../../ir/index.ts";
import { inferTypes, isNumber, mapFunctions, typeIn } from "../../ir/index.ts";
import { findWebs } from "./tape-webs.ts";

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
  return typed === func ? func : typesIn(typed);
}

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
