// Reads and writes properties of abstract values.

import {
  constantOf,
  indexOf,
  abstractUndefined,
  ofBoolean,
  ofConstant,
  ofOperand,
  type AbstractValue,
} from "./abstract-value.ts";
import { methodOfCollection } from "./constant-collections.ts";
import { isErrorField } from "./errors.ts";
import { functionOfTable } from "./function-tables.ts";
import { functionIn } from "./constant-variables.ts";
import {
  hasProperty,
  inheritedByInstance,
  inheritedFrom,
  instanceIn,
  isOfErrors,
  isOfClass,
  isPrototype,
  namesIn,
  propertyOfInstance,
  prototypesIn,
  withProperty,
} from "./instances.ts";
import {
  hasElement,
  materialiseIndexed,
  methodOf,
  noteProperty,
  noteStore,
  readArray,
  readData,
  readProperty,
  readStatic,
  requireIndex,
} from "./memory.ts";
import { typeStored } from "./perhaps.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { wellKnownSymbol } from "./record-keys.ts";
import { ofHost, type PrimSite } from "./site.ts";
import { structureOfElement } from "./structures.ts";
import { methodOfExpression } from "./regular-expressions.ts";
import { propertyOfFunction } from "./stored-functions.ts";
import { isMissing, underSymbol } from "./symbols.ts";
import { propertyOfTable } from "./tables.ts";
import { characterOf, textMethod } from "./text.ts";
import { typeOfAbstract } from "./type-of-abstract.ts";

export const keyOf = (known: AbstractValue | undefined): string | null => {
  const c = constantOf(known);
  return c !== null && (typeof c.value === "string" || typeof c.value === "number") ? String(c.value) : null;
};

/** `get`, `load` and `get-frozen`. */
export function getOf(site: PrimSite): AbstractValue | null {
  const {
    writer,
    args: [object, key],
    world,
  } = site;
  const read = propertyOfTable(site) ?? propertyOfFunction(site) ?? readArray(site);
  if (read !== null) return read;
  const shapes = writer.virtual(object);
  if (shapes?.kind === "structures") {
    const [array, structure] = shapes.items as readonly [AbstractValue, structure?: AbstractValue];
    const element = readArray({ ...site, args: [array, key as AbstractValue], absent: () => null });
    return element && structureOfElement(writer, element, key as AbstractValue, structure, site.id);
  }
  const character = characterOf(site);
  if (character !== null) return character;
  const name = keyOf(key);
  const value = object?.kind === "host" && name !== null ? world.property(object.value, name) : undefined;
  if (typeof value === "symbol") return ofOperand(wellKnownSymbol(writer, name ?? "", value));
  if (value !== undefined) return ofHost(value);
  const method =
    name === null ? null : (methodOfCollection(writer, object, name) ?? methodOfExpression(writer, object, name));
  if (method !== null) return method;
  if (object?.kind === "host" && name !== null && isOfClass(object.value, name))
    return inheritedFrom(writer, object.value, name);
  const property =
    (name === null ? functionOfTable(site) : functionIn(writer, object, name)) ??
    readProperty(site) ??
    readStatic(site);
  if (property !== null) return property;
  if (name === null) {
    const own = key === undefined ? null : underSymbol(writer, object, key);
    if (own !== null) return own;
    if (isMissing(writer, object, key)) return abstractUndefined;
    materialiseIndexed(site);
    return readArray(site);
  }
  if (object === undefined || object.kind === "host") return null;
  if (name === "message" && instanceIn(writer, object) === null && isOfErrors(writer, object))
    return readData(writer, object, name, "str");
  const inherited = instanceIn(writer, object) === null ? inheritedByInstance(writer, object, name, site.id) : null;
  if (inherited !== null) return inherited;
  const text = textMethod(writer, world, object, name);
  if (text !== null) return text;
  const contents = writer.virtual(object);
  if (contents === null || contents.kind === "closure") {
    // A function that was given may have properties of its own.
    const isFunction = contents === null ? typeOfAbstract(writer, object) === "func" : contents.which === "made";
    const method = isFunction ? world.property(Function.prototype, name) : undefined;
    return typeof method === "function" ? ofHost(method) : null;
  }
  switch (contents.kind) {
    case "array": {
      const index = indexOf(constantOf(key) === null ? undefined : ofConstant(Number(name)));
      if (index !== null && String(index) === name) {
        writer.indexed++;
        return index < contents.items.length ? (contents.items[index] ?? null) : abstractUndefined;
      }
      if (name === "length") return ofConstant(contents.items.length);
      return methodOf(writer, world, null, name);
    }
    case "instance":
      return propertyOfInstance(writer, contents, name);
    case "given":
    case "record": {
      const k = contents.keys.indexOf(name);
      if (k >= 0) return contents.items[k] as AbstractValue;
      return name in Object.prototype ? null : abstractUndefined;
    }
    default:
      return null;
  }
}

/** `set`. */
export function setOf(site: PrimSite): AbstractValue | null {
  const { writer, args } = site;
  const [object, key, value] = args as readonly [AbstractValue, AbstractValue, AbstractValue];
  // It sets the prototype, whose properties the record then has, too.
  if (keyOf(key) === "__proto__") throw new NotSpecialised("a record with unusual names", writer.span, "__proto__");
  if (object.kind === "host" && isPrototype(object.value))
    throw new NotSpecialised("a prototype that is written", writer.span);
  if (keyOf(key) === null) materialiseIndexed(site);
  noteStore(site, value);
  const contents = writer.virtual(object);
  const name = keyOf(key);
  requireIndex(site, contents);
  if (contents?.kind === "given") throw new NotSpecialised("a record of an argument that is written", writer.span);
  const isTypedInstance = contents === null && prototypesIn(writer, object) !== null;
  if (isTypedInstance && (name === null || !namesIn(writer, object).includes(name)))
    throw new NotSpecialised("a new property of an instance", writer.span);
  if (isTypedInstance) writer.fields.store(typeOfAbstract(writer, object), name as string, typeStored(writer, value));
  if (contents === null || name === null) noteProperty(site);
  if (contents === null || name === null || object.kind !== "object") return null;
  if (contents.kind === "array") {
    const index = indexOf(key);
    if (index === null || index > contents.items.length) return null;
    writer.indexed++;
    const items = [...contents.items];
    items[index] = value;
    writer.heap.set(object.id, { ...contents, items });
    return abstractUndefined;
  }
  if (name === "__proto__" || /^\d+$/.test(name)) return null;
  if (contents.kind === "instance") {
    const changed = withProperty(writer, contents, name, value);
    if (changed === null) return null;
    writer.heap.set(object.id, changed);
    return abstractUndefined;
  }
  if (contents.kind !== "record") return null;
  const k = contents.keys.indexOf(name);
  const keys = k < 0 ? [...contents.keys, name] : contents.keys;
  const items = [...contents.items];
  items[k < 0 ? items.length : k] = value;
  writer.heap.set(object.id, { kind: "record", keys, items });
  return abstractUndefined;
}

/** `own-slot`: a record needs nothing, since the write that follows makes its property. */
export function ownSlotOf({ writer, args: [object, key] }: PrimSite): AbstractValue | null {
  const name = keyOf(key);
  if (name === null || name === "__proto__") return null;
  const instance = instanceIn(writer, object);
  if (instance === null) return writer.virtual(object)?.kind === "record" ? abstractUndefined : null;
  if (object?.kind !== "object" || /^\d+$/.test(name)) return null;
  if (isErrorField(instance, name)) return null;
  if (!instance.keys.includes(name)) {
    const added = { keys: [...instance.keys, name], items: [...instance.items, abstractUndefined] };
    writer.heap.set(object.id, { ...instance, ...added });
  }
  return abstractUndefined;
}

/** `has`. */
export function hasOf(site: PrimSite): AbstractValue | null {
  const { writer } = site;
  const [object, key] = site.args;
  const element = hasElement(site);
  if (element !== null) return element;
  const contents = writer.virtual(object);
  const name = keyOf(key);
  if (name === null) return null;
  if (contents?.kind === "instance") return ofBoolean(hasProperty(writer, contents, name));
  const isRecord = contents?.kind === "record" || contents?.kind === "given";
  if (isRecord && !(name in Object.prototype)) return ofConstant(contents.keys.includes(name));
  const index = indexOf(key);
  return contents?.kind === "array" && index !== null ? ofConstant((contents.items[index] ?? null) !== null) : null;
}
