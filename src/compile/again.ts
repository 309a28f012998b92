// Operators that return a value with a function, such as `vjp`, have counterparts whose function runs the whole again, on copies
// of the arguments (prelude/again.ts). A counterpart stands for its operator where nothing but the arguments decides what the
// given function does: it has no effects, and reads no variables and no other memory.

import { definitionsOf, pointsTo } from "../analysis/index.ts";
import {
  fieldsOfType,
  isArray,
  isInactive,
  isNumber,
  isRecord,
  isTyped,
  reachesReturn,
  typeIn,
  type Func,
  type Operand,
  type PrimInstr,
  type Program,
  type Type,
} from "../ir/index.ts";
import { reachable } from "../ir/reachable.ts";
import { isBox } from "../runtime/index.ts";
import { isTold, type Further, type Input, type Shape, type Specialised } from "../specialise/index.ts";
import { builtIns } from "./built-ins.ts";
import { counterpartOf } from "./counterparts.ts";
import type { CallShape } from "./plan.ts";

/** The shapes of the same call of the counterpart; null if there is none, or if more than the arguments may decide. */
export function shapesAgain({ shapes, inputs }: CallShape): readonly Shape[] | null {
  const [callee, receiver, f, ...args] = shapes;
  const counterpart = callee?.kind === "closure" ? counterpartOf(callee.code) : undefined;
  if (counterpart === undefined || receiver === undefined || f === undefined) return null;
  if (!holdsNoMemory(f, inputs) || !args.every((arg) => isData(arg, inputs))) return null;
  return [{ kind: "host", value: counterpart }, receiver, f, ...args];
}

/** Whether a function, and those that it captures, capture no memory. */
function holdsNoMemory(shape: Shape, inputs: readonly Input[]): boolean {
  switch (shape.kind) {
    case "input":
      return isScalar((inputs[shape.index] as Input).type);
    case "constant":
      return true;
    case "host":
      return typeof shape.value === "function";
    case "closure":
      return shape.items.every((item) => holdsNoMemory(item, inputs));
    default:
      return false;
  }
}

/** Whether an argument is of numbers, texts, and arrays and records of such: copies of it hold the same. */
function isData(shape: Shape, inputs: readonly Input[]): boolean {
  if (shape.kind === "input") return isTold((inputs[shape.index] as Input).type);
  if (shape.kind === "record") return shape.items.every((item) => isData(item, inputs));
  return holdsNoMemory(shape, inputs);
}

const isScalar = (type: Type): boolean => isNumber(type) || (isInactive(type) && !isTyped(type));

/** Whether nothing but the arguments decides what a specialised call of a counterpart does, and does nothing that others see. */
export function isDecidedByArguments(program: Program, { name, hosts, assumed }: Specialised): boolean {
  const isFunction = (host: Further): boolean => host.kind === "given" || typeof host.value === "function";
  if (!hosts.every(isFunction) || assumed.some(({ env }) => isBox(env))) return false;
  const { functions } = reachable(program.module, [name]);
  return Object.values(functions).every(readsDataOnly) && hasNoEffects(functions[name] as Func);
}

/** What happens before an exception does not count: then there is no function that would run again. */
function hasNoEffects(func: Func): boolean {
  const [reaches, { isSeen }] = [reachesReturn(func), pointsTo(func)];
  return func.blocks.every(({ instrs }, b) => reaches[b] !== true || !instrs.some(isSeen));
}

/** Whether it reads only what copies of data have, too: elements, lengths and known properties. All else may change meanwhile. */
const readsDataOnly = (func: Func): boolean =>
  func.blocks.every(({ instrs }) => instrs.every((instr) => instr.kind !== "prim" || isOfData(func, instr)));

function isOfData(func: Func, { prim, args }: PrimInstr): boolean {
  const [of, key] = args;
  const type = of === undefined ? "any" : typeIn(func, of);
  const name = key?.kind === "const" ? key.value : undefined;
  switch (prim) {
    case "get":
    case "load":
    case "get-frozen":
    case "has":
      if (isRecord(type))
        return typeof name === "string" && (fieldsOfType(type).has(name) || !(name in Object.prototype));
      if (type === "func") return isSymbolClass(func, of);
      if (!isArray(type) && !isTyped(type) && type !== "str") return isOfCode(type);
      return name === "length" || (key !== undefined && isNumber(typeIn(func, key)));
    case "length":
      return isArray(type) || isTyped(type) || type === "str";
    case "keys":
      return isRecord(type);
    case "to-string":
      return isScalar(type);
    case "global":
      return isStandard(of);
    case "property-keys":
      return false;
    default:
      return true;
  }
}

/** Whether a global is one that programs do not replace. */
const isStandard = (name: Operand | undefined): boolean =>
  name?.kind === "const" &&
  typeof name.value === "string" &&
  (builtIns.global(name.value) !== undefined || /^(?:Type|Range)?Error$/.test(name.value));

/** Whether it is `Symbol`: the symbols that are its properties never change. */
function isSymbolClass(func: Func, of: Operand | undefined): boolean {
  const name = definitionsOf(func).prim(of, "global")?.args[0];
  return name?.kind === "const" && name.value === "Symbol";
}

/** Whether only code that zeroth makes has values of this type. */
const isOfCode = (type: Type): boolean =>
  type === "tuple" || type === "tape" || type === "shadow" || type === "context";
