// For tests of analyses: a function from its text, and its values by their names there.

import { parseModule, value, valueId, valueNames, type Func, type Operand, type ValueId } from "../ir/index.ts";

export interface Named {
  readonly func: Func;
  readonly id: (name: string) => ValueId;
  readonly operand: (name: string) => Operand;
  /** The names of values. */
  readonly names: (ids: Iterable<ValueId>) => readonly string[];
}

/** The function `@f` of a text. */
export function namedValues(text: string): Named {
  const { f: func } = parseModule(text).functions;
  if (func === undefined) throw new Error("no function @f");
  const all = valueNames(func);
  const id = (name: string): ValueId => {
    const k = all.indexOf(name);
    if (k < 0) throw new Error(`no value %${name}`);
    return valueId(k);
  };
  return {
    func,
    id,
    operand: (name) => value(id(name)),
    names: (ids) => [...ids].map((k) => String(all[k])).sort(),
  };
}
