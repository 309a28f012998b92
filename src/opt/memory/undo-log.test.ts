import { expect, test } from "vitest";
import { parseModule, printFunc, type Func } from "../../ir/index.ts";
import { undoLog } from "./undo-log.ts";

test("writes to the lists of a tape are not logged; those to what is on a list are", () => {
  const text =
    "fn @f {\nbb0(%self; %list: array, %x: array):\n  push %list, 1\n  %y: array = get %list, 0\n  set %y, 0, 2\n  set %x, 0, 3\n  return 0\n}";
  const logs = (lists: number): readonly string[] => {
    const { f } = undoLog(lists).run(parseModule(text)).functions;
    return printFunc(f as Func).match(/log-\S+ %\w+/g) ?? [];
  };
  expect(logs(0)).toEqual(["log-end %list", "log-slot %y", "log-slot %x"]);
  expect(logs(1)).toEqual(["log-slot %y", "log-slot %x"]);
});
