// Frames of the interpreter's own stack: one per running function, so that recursion uses no JavaScript stack.

import type { Code, Func, ValueId } from "../ir/index.ts";
import type { AnyFunction } from "../runtime/index.ts";
import { firstParam, ZerothError } from "../ir/index.ts";

export interface Frame {
  readonly code: Code;
  readonly func: Func;
  /** The source text of the function's file, for code frames. */
  readonly source: string | undefined;
  /** The values defined so far, by id. */
  readonly values: unknown[];
  block: number;
  /** The next instruction of the block; past the last one, its terminator. */
  next: number;
  /** The caller's value that waits for this frame's result. */
  readonly result: ValueId | null;
}

/** A frame at the entry of a function; parameters are bound as in JavaScript: missing ones are undefined, extras are dropped. */
export function enterFrame(
  code: Code,
  self: AnyFunction,
  receiver: unknown,
  args: readonly unknown[],
  result: ValueId | null,
): Frame {
  const func = code.program.func(code.name);
  const source = code.program.module.sources[func.span.file];
  if (func.refusal !== null) {
    const { message, remedy, span } = func.refusal;
    const text = code.program.module.sources[span.file];
    throw new ZerothError({
      kind: "unsupported",
      message,
      remedy,
      span,
      ...(text === undefined ? {} : { source: text }),
    });
  }
  const values = new Array<unknown>(func.values.length);
  const params = func.blocks[0]?.params ?? [];
  const last = params.length - 1;
  params.forEach((param, k) => {
    if (k === 0) values[param] = self;
    else if (k === 1) values[param] = receiver;
    else if (func.rest && k === last) values[param] = args.slice(k - firstParam);
    else values[param] = args[k - firstParam];
  });
  return { code, func, source, values, block: 0, next: 0, result };
}
