// The types of what tapes give back: what is popped from a tape of numbers is a number.
//
// **How** By the records that are pushed to the tapes of one web (tape-webs.ts).
//
// **Example** `%t = tape-push %rest, (%x: num) … %y = part (part (tape-pop %t), 1), 0` → `%y: num`.

import { definitionsOf } from "../../analysis/index.ts";
import type { Func, Pass, PrimInstr, ValueId } from "../../ir/index.ts";
import { inferTypes, isNumber, mapFunctions, typeIn, value } from "../../ir/index.ts";
import { findWebs, isComponent } from "./tape-webs.ts";

export const typeTapes: Pass = { name: "type-tapes", phase: "any", run: (module) => mapFunctions(module, typesIn) };

function typesIn(untyped: Func): Func {
  const { prim: definitionOf } = definitionsOf(untyped);
  // The rest of a tape is a tape.
  const isRest = (instr: PrimInstr | undefined): boolean =>
    instr !== undefined &&
    isComponent(instr) &&
    definitionOf(instr.args[0])?.prim === "tape-pop" &&
    instr.args[1]?.kind === "const" &&
    instr.args[1].value === 0;
  const withRests = untyped.values.map((info, id) =>
    info.type === "any" && isRest(definitionOf(value(id as ValueId))) ? { ...info, type: "tape" as const } : info,
  );
  const func = inferTypes({ ...untyped, values: withRests });
  const webs = findWebs(func);
  if (webs.size === 0) return untyped;
  const values = [...func.values];
  let changed = false;
  for (const instr of func.blocks.flatMap(({ instrs }) => instrs)) {
    if (instr.kind !== "prim") continue;
    const record = isComponent(instr) ? definitionOf(instr.args[0]) : undefined;
    const pop = record !== undefined && isComponent(record) ? definitionOf(record.args[0]) : undefined;
    const [tape] = pop?.prim === "tape-pop" ? pop.args : [];
    const web = tape?.kind === "value" ? webs.get(tape.id) : undefined;
    const k = instr.args[1];
    const field = k?.kind === "const" && typeof k.value === "number" ? web?.fields[k.value] : undefined;
    const type = typeIn(func, field);
    const info = values[instr.result];
    if (info?.type !== "any" || !(isNumber(type) || type === "tape")) continue;
    values[instr.result] = { ...info, type: type === "tape" ? "tape" : "num" };
    changed = true;
  }
  // Once a field is known to be a tape, the records on that tape may get types too.
  return changed ? typesIn(inferTypes({ ...func, values })) : func;
}
