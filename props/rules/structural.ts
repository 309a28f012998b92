// Small functions for the primitives that move cotangents: each contains the primitive, and little else.
//
// Products follow or precede the moves, so that a cotangent that goes to the wrong place, or not at all, or twice, is
// seen at first and at second order. Primitives of tapes, cotangents and shadows, which only derived code contains, stand
// here in primal code: their own pullbacks are what second derivatives run.

import { numberOfClass } from "../../src/runtime/index.ts";
import type { Point } from "./domains.ts";

/** A class of instances. */
class Pair {}

export interface Movement {
  /** The body of `@f`, a function of the numbers `%x` and `%y`. */
  readonly body: string;
  /** Functions besides. */
  readonly besides?: string;
  /** The class that it mentions by number. */
  readonly of?: object;
}

const body = (...lines: readonly string[]): Movement => ({ body: lines.map((line) => `  ${line}\n`).join("") });

/** An array that holds x · y and y. */
const pair = ["%p = mul %x, %y", "%a = array %p, %y"];
/** The shadow of an array. */
const store = ["%o = array", "%c = new-context", "%s = shadow %c, %o", "%p = mul %x, %y"];
const squared = (name: string): readonly string[] => [`%q = mul ${name}, ${name}`, "return %q"];
const product = (a: string, b: string): readonly string[] => [`%q = mul ${a}, ${b}`, "return %q"];
const cubic = (a: string, b: string): readonly string[] => [`%q = mul ${a}, ${b}`, `%z = mul %q, ${a}`, "return %z"];

export type StructuralPrim =
  | "gate"
  | "select"
  | "tuple"
  | "tuple-get"
  | "tuple-concat"
  | "part"
  | "parts-from"
  | "parts-to"
  | "inject"
  | "inject-from"
  | "array"
  | "array-from"
  | "arguments-from"
  | "object"
  | "instance"
  | "error"
  | "get"
  | "load"
  | "get-frozen"
  | "length"
  | "set"
  | "delete"
  | "set-length"
  | "push"
  | "pop"
  | "gather"
  | "box-new"
  | "thrown"
  | "box-get"
  | "box-set"
  | "capture"
  | "construct"
  | "initialiser"
  | "tape-push"
  | "tape-pop"
  | "shadow-get"
  | "accum"
  | "take"
  | "put"
  | "accum-all"
  | "clear";

const boxed = ["%p = mul %x, %y", "%b = box-new %p", "%v = box-get %b", "box-set %b, %x", "%w = box-get %b"];
const taped = [
  "%p = mul %x, %y",
  "%r = tuple %p, %y",
  "%t = tape-push zero, %r",
  "%r1 = tuple %x",
  "%t1 = tape-push %t, %r1",
  "%u = tape-pop %t1",
  "%rest = tuple-get %u, 0",
  "%top = tuple-get %u, 1",
  "%v = tuple-get %top, 0",
  "%u1 = tape-pop %rest",
  "%low = tuple-get %u1, 1",
  "%w = tuple-get %low, 0",
];
const closure =
  "fn @g captures(a, b) {\nbb0(%self, %this; %x):\n  %a = capture %self, 0\n  %q = mul %a, %x\n  return %q\n}\n";
const making =
  'fn @h captures(a) {\nbb0(%self, %this; %x):\n  %a = capture %self, 0\n  %q = mul %a, %x\n  %o = object "v", %q\n  return %o\n}\n';

export const movements: Readonly<Record<StructuralPrim, readonly Movement[]>> = {
  gate: [
    body("%c = lt 0, %x", "%p = mul %x, %y", "%r = gate %p, %c", ...squared("%r")),
    body("%c = lt %x, 100", "%p = mul %x, %y", "%r = gate %p, %c", ...squared("%r")),
  ],
  select: [body("%c = lt %x, %y", "%p = mul %x, %y", "%r = select %c, %p, %x", ...squared("%r"))],
  tuple: [body("%p = mul %x, %y", "%t = tuple %p, %y", "%v = tuple-get %t, 0", ...squared("%v"))],
  "tuple-get": [
    body("%p = mul %x, %y", "%t = tuple %x, %p", "%v = tuple-get %t, 1", "%w = tuple-get %t, 0", ...cubic("%v", "%w")),
  ],
  "tuple-concat": [
    body(
      "%p = mul %x, %y",
      "%t = tuple %x, %p",
      "%u = tuple %y",
      "%c = tuple-concat %t, %u",
      "%v = tuple-get %c, 1",
      "%w = tuple-get %c, 2",
      ...cubic("%v", "%w"),
    ),
  ],
  part: [body("%p = mul %x, %y", "%t = tuple %p, %y", "%v = part %t, 0", "%w = part %t, 1", ...cubic("%v", "%w"))],
  "parts-from": [
    body("%p = mul %x, %y", "%t = tuple %x, %p, %y", "%u = parts-from %t, 1", "%v = part %u, 0", ...squared("%v")),
  ],
  "parts-to": [
    body("%p = mul %x, %y", "%t = tuple %x, %p, %y", "%u = parts-to %t, 2", "%v = part %u, 1", ...squared("%v")),
    // Beyond the end there is zero, whatever the whole tuple has there.
    body(
      "%p = mul %x, %y",
      "%t = tuple %x, %p, %y",
      "%u = parts-to %t, 2",
      "%v = part %u, 2",
      "%m = mul %p, %v",
      "%n = add %p, %m",
      ...squared("%n"),
    ),
  ],
  inject: [body("%p = mul %x, %y", "%t = inject 2, %p", "%v = part %t, 2", ...squared("%v"))],
  "inject-from": [
    body("%p = mul %x, %y", "%t = tuple %x, %p", "%u = inject-from 2, %t", "%v = part %u, 3", ...squared("%v")),
  ],
  array: [body(...pair, "%v = get %a, 0", "%w = get %a, 1", ...cubic("%v", "%w"))],
  "array-from": [
    body("%p = mul %x, %y", "%t = tuple %p, %y", "%a = array-from %t", "%v = get %a, 0", ...squared("%v")),
  ],
  "arguments-from": [
    body("%p = mul %x, %y", "%t = tuple %p, %y", "%a = arguments-from %t", "%v = get %a, 0", ...squared("%v")),
  ],
  object: [
    body(
      "%p = mul %x, %y",
      '%a = object "p", %p, "q", %y',
      '%v = get %a, "p"',
      '%w = get %a, "q"',
      ...cubic("%v", "%w"),
    ),
  ],
  instance: [
    {
      ...body(
        "%p = mul %x, %y",
        `%a = instance ${numberOfClass(Pair.prototype)}, "p", %p, "q", %y`,
        '%v = get %a, "p"',
        '%w = get %a, "q"',
        ...cubic("%v", "%w"),
      ),
      of: Pair,
    },
  ],
  error: [
    {
      ...body(
        "%p = mul %x, %y",
        `%a = error ${numberOfClass(Pair.prototype)}, "m", "p", %p, "q", %y`,
        '%v = get %a, "p"',
        '%w = get %a, "q"',
        ...cubic("%v", "%w"),
      ),
      of: Pair,
    },
  ],
  get: [body(...pair, "%v = get %a, 0", "%w = get %a, 0", ...product("%v", "%w"))],
  "get-frozen": [body(...pair, "%v = get-frozen %a, 0", "%w = get-frozen %a, 0", ...product("%v", "%w"))],
  load: [body(...pair, "%v = load %a, 0", "%w = load %a, 0", ...product("%v", "%w"))],
  length: [body("%p = mul %x, %y", '%a = object "length", %p', "%v = length %a", ...squared("%v"))],
  set: [
    body(...pair, "%v = get %a, 0", "set %a, 0, %x", "%w = get %a, 0", ...cubic("%v", "%w")),
    body(...pair, "set %a, 0, %y", "set %a, 0, %x", "%w = get %a, 0", ...squared("%w")),
  ],
  delete: [
    body(
      "%p = mul %x, %y",
      '%a = object "p", %p',
      '%v = get %a, "p"',
      '%d = delete %a, "p"',
      'set %a, "p", %x',
      '%w = get %a, "p"',
      ...cubic("%v", "%w"),
    ),
  ],
  "set-length": [
    body(
      ...pair,
      "%v = get %a, 1",
      "set-length %a, 1",
      "push %a, %x",
      "%w = get %a, 1",
      "%u = get %a, 0",
      "%m = mul %v, %u",
      ...cubic("%w", "%m"),
    ),
  ],
  push: [body(...pair, "push %a, %p", "%v = get %a, 2", "%w = get %a, 1", ...cubic("%v", "%w"))],
  pop: [body(...pair, "push %a, %p", "%v = pop %a", "%w = pop %a", ...cubic("%v", "%w"))],
  gather: [body(...pair, "%t = gather %a, 2", "%v = tuple-get %t, 0", "%w = tuple-get %t, 1", ...cubic("%v", "%w"))],
  thrown: [body("%b = thrown %x", "%v = box-get %b", "%w = box-get %b", ...cubic("%v", "%w"))],
  "box-new": [body(...boxed, ...cubic("%v", "%w"))],
  "box-get": [body(...boxed, ...product("%v", "%v"))],
  "box-set": [body(...boxed, "box-set %b, %v", "%z = box-get %b", "%m = mul %w, %z", ...squared("%m"))],
  capture: [
    { ...body("%p = mul %x, %y", "%g = closure @g [%p, %y]", "%v = call %g(%x)", ...squared("%v")), besides: closure },
    {
      ...body("%p = mul %x, %y", "%g = closure @g [%p, %y]", "%v = capture %g, 0", ...squared("%v")),
      besides: closure,
    },
  ],
  construct: [
    {
      ...body(
        "%p = mul %x, %y",
        "%h = closure @h [%p]",
        "%n = construct %h",
        "%o = call %n(%x)",
        '%v = get %o, "v"',
        ...squared("%v"),
      ),
      besides: making,
    },
  ],
  initialiser: [
    {
      ...body(
        "%p = mul %x, %y",
        "%g = closure @g [%p, %y]",
        "%i = initialiser %g",
        "%v = call %i(%x)",
        ...squared("%v"),
      ),
      besides: closure,
    },
  ],
  "tape-push": [body(...taped, ...cubic("%v", "%w"))],
  "tape-pop": [body(...taped, ...cubic("%w", "%v"))],
  "shadow-get": [
    body(...store, "accum %s, 0, %p", "%v = shadow-get %s, 0", "%w = shadow-get %s, 0", ...product("%v", "%w")),
  ],
  accum: [body(...store, "accum %s, 0, %p", "accum %s, 0, %x", "%v = shadow-get %s, 0", ...squared("%v"))],
  take: [
    body(
      ...store,
      "accum %s, 0, %p",
      "%v = take %s, 0",
      "accum %s, 0, %x",
      "%w = shadow-get %s, 0",
      ...cubic("%v", "%w"),
    ),
  ],
  put: [
    body(
      ...store,
      "put %s, 0, %p",
      "%v = shadow-get %s, 0",
      "put %s, 0, %x",
      "%w = shadow-get %s, 0",
      ...cubic("%v", "%w"),
    ),
  ],
  "accum-all": [
    body(
      ...store,
      "accum %s, 1, %x",
      "%t = tuple %p, %y",
      "accum-all %s, %t",
      "%v = shadow-get %s, 0",
      "%w = shadow-get %s, 1",
      ...cubic("%v", "%w"),
    ),
  ],
  clear: [
    body(
      ...store,
      "accum %s, 0, %p",
      "%v = shadow-get %s, 0",
      "clear %s, 0, 2",
      "accum %s, 0, %x",
      "%w = shadow-get %s, 0",
      ...cubic("%v", "%w"),
    ),
  ],
};

export const movementPoints: readonly Point[] = [
  [1.5, -0.75],
  [-2, 0.5],
  [0.3, 4],
  [3, 2],
];

/** The function `@f` of a movement, and what is besides it, as text. */
export function textOf({ body: lines, besides = "" }: Movement): string {
  return `fn @f {\nbb0(%self, %this; %x: num, %y: num):\n${lines}}\n${besides}`;
}
