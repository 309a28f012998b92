// A task is one function to specialise: its key, and what is assumed of it until it is written.

import type { FuncName } from "../ir/index.ts";
import { neverReturning } from "./finish.ts";
import type { Input } from "./inputs.ts";
import type { Shape } from "./shape.ts";
import type { Specialised, Task } from "./specialised.ts";

/**
 * What is assumed of a specialised function before it has been written: what it turned out to be `before`, within functions of which
 * less was known; a forward sweep is known by the function itself.
 */
export function assumedAtFirst(
  name: FuncName,
  inputs: readonly Input[],
  task: Task,
  before: Specialised | undefined,
): Specialised {
  // Which inputs are unused, and how its pullbacks are computed, is known only when it is finished.
  if (before !== undefined)
    return { ...before, name, inputs, isCalled: false, unused: new Set(), pullback: null, recursion: undefined };
  const lists = task.kind === "forward-sweep" ? 2 : task.kind === "reverse-sweep" ? 3 : 0;
  const known = neverReturning(name, inputs, lists);
  if (task.kind !== "forward-sweep") return known;
  const { types, effect, inputs: own } = task.of;
  const parts = types.map((_, index): Shape => ({ kind: "input", index }));
  const [only] = parts;
  const result: Shape = parts.length === 1 && only !== undefined ? only : { kind: "tuple", items: parts };
  return {
    ...known,
    types,
    result,
    effect:
      effect === "pure" || effect === "any"
        ? effect
        : [
            { arg: 0, isOnlyItself: true },
            { arg: 1, isOnlyItself: true },
            // Which of the further inputs are inputs of the sweep is not known yet.
            ...effect.flatMap((one) => (one.arg < own.length ? [{ ...one, arg: one.arg + 2 }] : [])),
          ],
  };
}

/** A text that is the same for two tasks only if they are alike. */
export function textOfTask(task: Task): string {
  if (task.kind === "call") return `${task.isOutlined ? "outlined" : ""}${task.givesErrors === true ? " E" : ""}`;
  if (task.kind === "entry") return task.isOpen ? "open entry" : task.kind;
  if (task.kind === "make") return task.kind;
  if (task.kind === "run") return `run ${task.code.name}`;
  return `${task.kind} ${task.of.name} ${String(task.of.recursion?.isLate)}`;
}
