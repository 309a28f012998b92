// Operations that may run a compiled method become calls that look for it: reads and writes of properties that may have a getter
// or setter, and arithmetic with what may be an object that has `valueOf` or `Symbol.toPrimitive`.
//
// Which names accessors have, and whether there are conversions, is known when the code is read: a module tells when it is loaded.
// Where an accessor has become known too late, derivatives through it are refused (runtime/slot-shadow.ts).
//
// In a `try` statement, where an access asks first whether it fails, the call stands in place of the question.
//
// **Example** `%r = get %o, "area"` → `%f = accessor "get"; %r = call %f(%o, "area", %o)`;
// `%r = mul %o, 2` → `%f = accessor "convert"; %n = call %f(%o, "number"); %r = mul %n, 2`.

import {
  askedBefore,
  constant,
  convertingPrims,
  isArray,
  isInPrelude,
  mapInstrs,
  undef,
  value,
  type Asked,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type Span,
  type ValueId,
  type ValueInfo,
  type Word,
} from "../ir/index.ts";
import { areConversionsDefined, isAccessorName } from "../runtime/index.ts";

export function openImplicitCalls(func: Func): Func {
  // Elsewhere, the prelude asks for itself where something may be called (prelude/classes.ts).
  if (isInPrelude(func.span) && !/\/(?:numbers|typed-arrays|typed-construction)\.ts$/.test(func.span.file)) return func;
  const values = [...func.values];
  const attempts = attemptsIn(func, values);
  const opened = mapInstrs(func, (instr) => {
    if (instr.kind !== "prim") return instr;
    const asking = attempts.find(({ question }) => question === instr);
    if (asking !== undefined) return attempted(values, asking);
    const attempt = attempts.find(({ access }) => access === instr);
    if (attempt !== undefined) return { ...instr, prim: "returned", args: [value(attempt.given)] };
    const access = accessOf(instr, values);
    if (access !== null) return callOf(values, access, instr.result, instr.span);
    if (!areConversionsDefined()) return instr;
    return withConversions(values, instr);
  });
  return opened === func ? func : { ...opened, values };
}

/** An access in a `try` statement that may run an accessor: it asks first whether it fails. */
interface Attempt extends Asked {
  /** What the accessor gives, or the error that it throws. */
  readonly given: ValueId;
}

function attemptsIn(func: Func, values: ValueInfo[]): readonly Attempt[] {
  const asked = askedBefore(func).filter(({ access }) => accessOf(access, values) !== null);
  return asked.map((one) => ({ ...one, given: (values.push({ hint: "given", type: "any" }) - 1) as ValueId }));
}

/** The access, in place of the question. */
function attempted(values: ValueInfo[], { question, access, given }: Attempt): readonly Instr[] {
  const { span } = question;
  const isThrown = values.length as ValueId;
  values.push({ hint: "failed", type: "bool" });
  // The question has operands of its own: the access may read captured variables again.
  const asked = { ...access, args: question.args.slice(1) };
  const call = callOf(values, accessOf(asked, values) as readonly [Operand, ...Operand[]], given, span, "E");
  const failure = [value(isThrown), value(given), undef];
  return [
    ...call,
    { kind: "prim", result: isThrown, prim: "is-thrown", args: [value(given)], span },
    { kind: "prim", result: question.result, prim: "select", args: failure, span },
  ];
}

/** Which accessor an access may run, and what it is given; null if it runs none. */
function accessOf(instr: PrimInstr, values: readonly ValueInfo[]): readonly [Operand, ...Operand[]] | null {
  const [first, second] = instr.args as readonly [Operand, Operand];
  const isLength = isAccessorName("length");
  if (isLength && instr.prim === "length") return [constant("get"), first, constant("length"), first];
  // The length of a record is a property like any other.
  if (instr.prim === "set-length" && (isLength || !isKnownArray(first, values)))
    return [constant("set"), first, constant("length"), second];
  if (instr.prim !== "get" && instr.prim !== "set") return null;
  const [object, key, given] = instr.args as readonly [Operand, Operand, Operand?];
  if (key.kind !== "const" || typeof key.value !== "string" || !isAccessorName(key.value)) return null;
  return [constant(instr.prim), object, key, given ?? object];
}

const isKnownArray = (operand: Operand, values: readonly ValueInfo[]): boolean =>
  operand.kind === "value" && isArray(values[operand.id]?.type ?? "any");

/** The instruction with operands that are numbers, or what an operation converts by itself. */
function withConversions(values: ValueInfo[], instr: PrimInstr): Instr | readonly Instr[] {
  const calls: Instr[] = [];
  const convert = (operand: Operand, ...given: readonly Operand[]): Operand => {
    const type = operand.kind === "value" ? values[operand.id]?.type : "number";
    if (type !== "any" && type !== "object" && type !== "func") return operand;
    const result = values.length as ValueId;
    values.push({ hint: "number", type: "any" });
    calls.push(...callOf(values, [constant("convert"), operand, ...given], result, instr.span));
    return value(result);
  };
  const { prim, args } = instr;
  const hint = constant(prim === "add" ? "default" : "number");
  if (convertingPrims.has(prim)) {
    const converted = args.map((arg) => convert(arg, hint));
    return calls.length === 0 ? instr : [...calls, { ...instr, args: converted }];
  }
  // Typed arrays convert what is written to them.
  const [object, key, given] = args as readonly [Operand, Operand, Operand];
  if (prim !== "set" || (key.kind === "const" && typeof key.value !== "number")) return instr;
  const converted = convert(given, hint, object);
  return calls.length === 0 ? instr : [...calls, { ...instr, args: [object, key, converted] }];
}

function callOf(
  values: ValueInfo[],
  [kind, ...args]: readonly [Operand, ...Operand[]],
  result: ValueId,
  span: Span,
  word: Word = "",
): readonly Instr[] {
  const callee = values.length as ValueId;
  values.push({ hint: "accessor", type: "func" });
  return [
    { kind: "prim", result: callee, prim: "accessor", args: [kind], span },
    {
      kind: "call",
      result,
      word,
      callee: value(callee),
      receiver: undef,
      args,
      spread: false,
      effect: "any",
      span,
    },
  ];
}
