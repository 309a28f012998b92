// Reads and writes of properties that a compiled getter or setter may stand for become calls, which find out.
//
// Which names those are is known when the code is read: a module tells the names of its accessors when it is loaded. Where an
// accessor has become known too late, derivatives through it are refused (runtime/slot-shadow.ts).
//
// **Example** `%r = get %o, "area"` → `%f = accessor "get"; %r = call %f(%o, "area", %o)`.

import {
  constant,
  isInPrelude,
  mapInstrs,
  undef,
  value,
  type Func,
  type Instr,
  type Operand,
  type ValueId,
} from "../ir/index.ts";
import { isAccessorName } from "../runtime/index.ts";

export function openAccessors(func: Func): Func {
  // The prelude asks for accessors itself where there may be some (prelude/classes.ts).
  if (isInPrelude(func.span)) return func;
  const values = [...func.values];
  const opened = mapInstrs(func, (instr) => {
    const args = accessOf(instr);
    if (args === null) return instr;
    const result = values.length as ValueId;
    values.push({ hint: "accessor", type: "func" });
    const [prim, ...given] = args;
    return [
      { kind: "prim", result, prim: "accessor", args: [prim], span: instr.span },
      {
        kind: "call",
        result: instr.result,
        word: "",
        callee: value(result),
        receiver: undef,
        args: given,
        spread: false,
        effect: "any",
        span: instr.span,
      },
    ];
  });
  return opened === func ? func : { ...opened, values };
}

/** Which accessor an access may run, and what it is given; null if it runs none. */
function accessOf(instr: Instr): readonly [Operand, ...Operand[]] | null {
  if (instr.kind !== "prim") return null;
  const [first, second] = instr.args as readonly [Operand, Operand];
  const isLength = isAccessorName("length");
  if (isLength && instr.prim === "length") return [constant("get"), first, constant("length"), first];
  if (isLength && instr.prim === "set-length") return [constant("set"), first, constant("length"), second];
  if (instr.prim !== "get" && instr.prim !== "set") return null;
  const [object, key, given] = instr.args as readonly [Operand, Operand, Operand?];
  if (key.kind !== "const" || typeof key.value !== "string" || !isAccessorName(key.value)) return null;
  return [constant(instr.prim), object, key, given ?? object];
}
