// Private members of instances that have not been materialised (instances.ts). Private fields are properties whose keys are
// symbols that nobody else has; so are the brands of classes with private methods. A materialised instance would lack them, so
// an instance with private members is never materialised.

import {
  brand,
  hasPrivate,
  isPrivateMethod,
  newPrivateCell,
  privateCell,
  privateMember,
  privateMembers,
} from "../runtime/index.ts";
import { abstractUndefined, constantOf, ofConstant, type AbstractValue } from "./abstract-value.ts";
import { instanceIn } from "./instances.ts";
import { ofHost, type PrimSite } from "./site.ts";

const symbols = new WeakMap<object, Map<string, symbol>>();

/** The key of a private field; that of a brand has no name. */
function keyOf(home: object, name: string): symbol {
  let ofHome = symbols.get(home);
  if (ofHome === undefined) symbols.set(home, (ofHome = new Map<string, symbol>()));
  let key = ofHome.get(name);
  if (key === undefined) ofHome.set(name, (key = Symbol(name)));
  return key;
}

/** What one of the functions that `runtime/privates.ts` exports gives; null for other functions, and where that is not known. */
export function privateAnswer(
  { writer, id }: PrimSite,
  asks: object,
  values: readonly AbstractValue[],
): AbstractValue | null {
  const isBrand = asks === brand;
  const [home, second, third, ...others] = values;
  const [named, object] = isBrand ? [undefined, second] : [second, third];
  const name = isBrand ? "" : constantOf(named)?.value;
  if (home?.kind !== "host" || typeof name !== "string") return null;
  if (asks === isPrivateMethod) return ofConstant(isPrivateMethod(home.value, name));
  const instance = instanceIn(writer, object);
  if (instance === null || object?.kind !== "object") return null;
  const member = isBrand ? undefined : privateMembers(home.value, name);
  if (!isBrand && (member === undefined || member.isStatic === true)) return null;
  const isField = member?.get !== undefined;
  const key = keyOf(home.value, isField ? name : "");
  const k = instance.keys.indexOf(key);
  const put = (value: AbstractValue): void => {
    const { keys, items } = instance;
    const changed =
      k < 0
        ? { keys: [...keys, key], items: [...items, value] }
        : { keys, items: items.map((item, j) => (j === k ? value : item)) };
    writer.heap.set(object.id, { ...instance, ...changed });
  };
  const cellWith = (value: AbstractValue): AbstractValue =>
    writer.allocate(id, { kind: "record", keys: ["v"], items: [value] });
  switch (asks) {
    case brand:
      put(abstractUndefined);
      return abstractUndefined;
    case hasPrivate:
      return ofConstant(k >= 0);
    case privateMember: {
      if (k < 0 || member === undefined) return null;
      if (isField) return ofConstant("field");
      const isWrite = constantOf(others[0])?.value === true;
      const used = isWrite ? member.setter : (member.method ?? member.getter);
      return typeof used !== "function" || (isWrite && member.method !== undefined) ? null : ofHost(used);
    }
    case privateCell:
      return k < 0 ? null : cellWith(instance.items[k] as AbstractValue);
    case newPrivateCell: {
      const [value, isNew] = others;
      if (value === undefined || !isField || (constantOf(isNew)?.value === true) === k >= 0) return null;
      put(value);
      return cellWith(value);
    }
    default:
      return null;
  }
}
