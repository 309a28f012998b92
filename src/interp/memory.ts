// The state of a run with lifted numbers: the derivatives being taken, and every container that may contain their numbers.
//
// When a derivative is done, its perturbations are removed from all containers written meanwhile, so neither the surrounding code
// nor the caller ever meets them. (Frozen containers keep them; JavaScript then sees plain numbers.)

import { Box, isBox, isReal } from "../runtime/index.ts";
import { outside } from "./dual-number.ts";
import { isNum, type Num } from "./lifted.ts";
import { createTypedTangents, type TypedTangents } from "./typed-tangents.ts";

/** A derivative being taken. */
export interface Scope {
  readonly tag: number;
  /** The value as seen outside of this derivative. */
  readonly drop: (x: Num) => Num;
}

export interface Memory {
  readonly typed: TypedTangents;
  /** The innermost derivative being taken. */
  readonly innermost: () => Scope | undefined;
  /** Runs code to which the innermost derivative does not apply: its own rules. */
  readonly beyond: <T>(run: () => T) => T;
  /** Notes that a container may contain lifted numbers; returns it. */
  readonly hold: <T>(container: T) => T;
  /** Takes a derivative: `run` gets a tag of its own. */
  readonly within: <T>(run: (scope: Scope) => T, drop?: (x: Num) => Num) => T;
}

export function createMemory(): Memory {
  const typed = createTypedTangents();
  const open: { readonly scope: Scope; readonly held: Set<object> }[] = [];
  const scopes: Scope[] = [];
  let lastTag = 0;

  const clean = (container: object, drop: (x: Num) => Num): void => {
    if (isReal(container)) typed.map(container.buffer, drop);
    else if (isBox(container)) cleanSlot(container, "v", drop);
    else for (const key of Object.keys(container)) cleanSlot(container, key, drop);
  };

  return {
    typed,
    innermost: () => scopes.at(-1),
    beyond(run) {
      const innermost = scopes.pop();
      try {
        return run();
      } finally {
        if (innermost !== undefined) scopes.push(innermost);
      }
    },
    hold(container) {
      if (typeof container === "object" && container !== null) open.at(-1)?.held.add(container);
      return container;
    },
    within(run, drop) {
      const tag = ++lastTag;
      const scope: Scope = { tag, drop: drop ?? ((x) => outside(x, tag)) };
      const level = { scope, held: new Set<object>() };
      open.push(level);
      scopes.push(scope);
      try {
        return run(scope);
      } finally {
        open.pop();
        scopes.pop();
        for (const container of level.held) {
          clean(container, scope.drop);
          open.at(-1)?.held.add(container);
        }
      }
    },
  };
}

function cleanSlot(container: object, key: string, drop: (x: Num) => Num): void {
  const value = Reflect.get(container, key) as unknown;
  if (typeof value === "number" || !isNum(value)) return;
  if (!Object.isFrozen(container) || container instanceof Box) Reflect.set(container, key, drop(value));
}
