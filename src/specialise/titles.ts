// The names of specialised functions.

import { type Program } from "../ir/index.ts";
import { stampOf } from "../runtime/index.ts";
import type { Task } from "./specialised.ts";
import type { Shape } from "./shape.ts";

/** The name of a specialised function, and what errors call it. */
export function titlesOf(
  program: Program,
  task: Task,
  shapes: readonly Shape[],
): readonly [name: string, sourceName: string] {
  if (task.kind === "call" || task.kind === "entry") {
    const title = titleOfCallee(shapes[0] as Shape);
    return [title, title];
  }
  if (task.kind === "make") return [task.kind, task.kind];
  const of = task.kind === "run" ? task.code.name : task.of.name;
  const name = task.kind === "run" ? of : `${of}_${task.kind.replace("-sweep", "")}`;
  const { sourceName } = program.func(of);
  const isDerived = sourceName.startsWith(derived);
  return [name.replaceAll(/:\d+/g, "").replaceAll(".", "_"), isDerived ? sourceName : `${derived}${sourceName}`];
}

const derived = "a derivative of ";

/** The name in stack traces: `loss_grad` for the result of the operator on a function. */
function titleOfCallee(callee: Shape): string {
  const code =
    callee.kind === "closure" ? callee.code : callee.kind === "host" ? stampOf(callee.value)?.code : undefined;
  const name = code?.program.func(code.name).sourceName ?? "";
  if (name !== "" || callee.kind !== "closure") return name === "" ? "anonymous" : name;
  const { captures } = callee.code.program.func(callee.code.name);
  const inner = callee.items.find(
    ({ kind }, k) => captures[k]?.from === "scope" && (kind === "closure" || kind === "host"),
  );
  const [operator] = callee.code.name.split(".");
  return inner === undefined ? "anonymous" : `${titleOfCallee(inner)}_${operator ?? ""}`;
}
