// Finds the arrays and records that can be split into parts, since only the function itself sees them, and records of one kind
// have the same properties. Records that are never written once they are made, and never compared, become the values of their
// properties. Others become their places: each is stored once, in an element that stays its own as long as anything refers to
// it.
//
// Values that may be the same object, or be found in the same place, are of one class (unification: B. Steensgaard, "Points-to
// analysis in almost linear time", 1996). A class knows the classes of its properties, or of its elements.

import {
  edgesOf,
  hasFields,
  isArray,
  isNumber,
  join,
  ofFunction,
  operandsOf,
  typeIn,
  value,
  type Func,
  type Instr,
  type Operand,
  type PrimInstr,
  type Type,
  type ValueId,
  makesRecord,
} from "../ir/index.ts";
import { definitionsOf } from "./definitions.ts";
import { entriesOf, leavesOf, tellingLeaf, type Layout } from "./layout.ts";
import { neededValues } from "./liveness.ts";
import { usesOf, type Use } from "./uses.ts";

/** Values that may be the same. */
interface Class {
  parent: Class | null;
  kind: "unknown" | "record" | "array";
  readonly fields: Map<string, Class>;
  element: Class | null;
  /** The properties that records are made with; null if none is made. */
  keys: ReadonlySet<string> | null;
  /** The number of the class that records are instances of, or that plain ones have; null if nothing tells. */
  of: number | null;
  /** The properties that records are known not to have. */
  readonly inherited: Set<string>;
  /** The type of all that is stored, as far as it is a leaf. */
  type: Type;
  /** Whether others may see it, or it may be something else than what this function makes. */
  isSeen: boolean;
  /** Whether records are written or compared. */
  hasIdentity: boolean;
  /** Whether records may be in several places, or in none. */
  isMoved: boolean;
}

interface Position {
  readonly block: number;
  readonly instr: number;
}

/** A write to an element of an array. */
interface Overwriting extends Position {
  readonly element: Class;
}

/** The class of plain records. */
const plain = -1;

/** Records with more leaves stay records. */
const mostLeaves = 16;

const newClass = (): Class => ({
  parent: null,
  kind: "unknown",
  fields: new Map(),
  element: null,
  keys: null,
  of: null,
  inherited: new Set(),
  type: "unset",
  isSeen: false,
  hasIdentity: false,
  isMoved: false,
});

/** The layout of a value that consists of several others; null for all that stays what it is. */
export const layoutsOf: (func: Func) => (id: ValueId) => Layout | null = ofFunction((func: Func) => {
  // Records in arrays are what this is about: all others are variables already.
  if (!func.values.some(({ type }) => isArray(type) && type.includes("{"))) return () => null;
  const [classes, overwritings] = classesIn(func);
  const { prim } = definitionsOf(func);
  for (const { element, block, instr } of overwritings) {
    const own = rootOf(element);
    if (!own.hasIdentity || own.isMoved) continue;
    const isOwn = (id: ValueId): boolean =>
      classes[id] !== undefined && rootOf(classes[id]) === own && !isNew(prim(value(id)));
    own.isMoved = neededValues(func).after(block, instr).some(isOwn);
  }
  settle(new Set(classes.flatMap((own) => (own === undefined ? [] : [rootOf(own)]))));
  const known = new Map<Class, Layout>();
  return (id: ValueId): Layout | null => {
    const own = classes[id];
    if (own === undefined) return null;
    const root = rootOf(own);
    let layout = known.get(root);
    if (layout === undefined) known.set(root, (layout = layoutOf(root)));
    return layout.kind === "leaf" ? null : layout;
  };
});

function rootOf(one: Class): Class {
  let root = one;
  while (root.parent !== null) root = root.parent;
  for (let at = one; at.parent !== null;) {
    const next = at.parent;
    at.parent = root;
    at = next;
  }
  return root;
}

const sameKeys = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((key) => b.has(key));

/** Makes two classes one. */
function unify(one: Class, other: Class): void {
  const work: [Class, Class][] = [[one, other]];
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [a, b] = pair.map(rootOf) as [Class, Class];
    if (a === b) continue;
    b.parent = a;
    const isOther = a.kind !== "unknown" && b.kind !== "unknown" && a.kind !== b.kind;
    const isUneven = a.keys !== null && b.keys !== null && !sameKeys(a.keys, b.keys);
    const isOfOther = a.of !== null && b.of !== null && a.of !== b.of;
    a.isSeen ||= b.isSeen || isOther || isUneven || isOfOther;
    a.of ??= b.of;
    for (const key of b.inherited) a.inherited.add(key);
    a.hasIdentity ||= b.hasIdentity;
    a.isMoved ||= b.isMoved;
    if (a.kind === "unknown") a.kind = b.kind;
    a.keys ??= b.keys;
    a.type = join(a.type, b.type);
    for (const [key, field] of b.fields) {
      const own = a.fields.get(key);
      if (own === undefined) a.fields.set(key, field);
      else work.push([own, field]);
    }
    if (a.element === null) a.element = b.element;
    else if (b.element !== null) work.push([a.element, b.element]);
  }
}

/** The class of each value that may be an array or a record, or be found in one. */
function classesIn(func: Func): readonly [readonly (Class | undefined)[], readonly Overwriting[]] {
  const classes = new Array<Class | undefined>(func.values.length).fill(undefined);
  const overwritings: Overwriting[] = [];
  const classOf = (id: ValueId): Class => rootOf((classes[id] ??= newClass()));
  const see = (operand: Operand | undefined): void => {
    if (operand?.kind === "value") classOf(operand.id).isSeen = true;
  };
  /** Notes that what an operand is may be what a class is. */
  const flow = (operand: Operand, into: Class): void => {
    const own = rootOf(into);
    if (operand.kind === "value") unify(own, classOf(operand.id));
    else if (operand.kind !== "unset") own.isSeen = true;
  };
  /** The class of what is found in a class of records or arrays. */
  const within = (of: Class, kind: "record" | "array", key: string | null): Class => {
    const own = rootOf(of);
    if (own.kind === "unknown") own.kind = kind;
    else if (own.kind !== kind) own.isSeen = true;
    if (key === null) return rootOf((own.element ??= newClass()));
    let field = own.fields.get(key);
    if (field === undefined) own.fields.set(key, (field = newClass()));
    return rootOf(field);
  };
  const { prim: madeBy, blockOf } = definitionsOf(func);
  const uses = usesOf(func);
  /** Whether a record is stored in an element, once: behind a loop's head it might be stored again and again. */
  const isStoredOnce = (id: ValueId): boolean =>
    uses(id).length === 1 && uses(id).every((use) => isStore(use) && use.block === blockOf(id));
  /** Notes what is stored in an element of an array. Only what has just been made has no other place. */
  const store = (item: Operand, array: Class): void => {
    flow(item, within(array, "array", null));
    const isMade = item.kind === "value" && isNew(madeBy(item)) && isStoredOnce(item.id);
    if (!isMade) within(array, "array", null).isMoved = true;
  };
  /** Notes what is stored in a property of a record. */
  const storeIn = (item: Operand, key: string, record: Class): void => {
    const field = within(record, "record", key);
    field.type = join(field.type, typeIn(func, item));
    flow(item, field);
    within(record, "record", key).isMoved = true;
  };
  const visit = (instr: Instr, at: Position): void => {
    if (instr.kind !== "prim" || !visitPrim(instr, at)) {
      operandsOf(instr).forEach(see);
      classOf(instr.result).isSeen = true;
    }
  };
  /** What a primitive does that leaves open how its operands are laid out; false if it is something else. */
  const visitPrim = ({ prim, args, result }: PrimInstr, at: Position): boolean => {
    const [first, second, third] = args as readonly [Operand, Operand, Operand];
    const isIndex = second !== undefined && isNumber(typeIn(func, second));
    // What may be absent has no properties: reading one throws.
    const isOfRecord = hasFields(typeIn(func, first));
    const own = (): Class => classOf((first as { readonly id: ValueId }).id);
    switch (prim) {
      case "object":
      case "instance": {
        const made = classOf(result);
        const entries = entriesOf(prim, args);
        const keys = entries.filter((_, k) => k % 2 === 0).map(nameIn);
        if (keys.includes(null) || new Set(keys).size < keys.length) return false;
        made.kind = "record";
        made.of = prim === "object" ? plain : constantIn(first);
        made.keys = new Set(keys as string[]);
        made.isMoved = !isStoredOnce(result);
        (keys as string[]).forEach((key, k) => {
          storeIn(entries[2 * k + 1] as Operand, key, made);
        });
        return true;
      }
      case "array":
      case "array-new": {
        within(classOf(result), "array", null);
        if (prim === "array") for (const item of args) store(item, classOf(result));
        return true;
      }
      case "get":
      case "get-frozen":
      case "load": {
        const name = nameIn(second);
        if (first.kind !== "value" || !(name === null ? isIndex : isOfRecord)) return false;
        unify(within(own(), name === null ? "array" : "record", name), classOf(result));
        return true;
      }
      case "pop":
      case "set-length":
        if (first.kind !== "value") return false;
        if (prim === "pop") unify(within(own(), "array", null), classOf(result));
        within(own(), "array", null).isMoved = true;
        return true;
      case "push":
        if (first.kind !== "value") return false;
        store(second, own());
        return true;
      case "set": {
        const name = nameIn(second);
        if (first.kind !== "value" || !(name === null ? isIndex : isOfRecord)) return false;
        if (name === null) {
          store(third, own());
          overwritings.push({ element: within(own(), "array", null), ...at });
        } else {
          storeIn(third, name, own());
          own().hasIdentity = true;
        }
        return true;
      }
      case "eq":
      case "ne":
        if (!hasFields(typeIn(func, first)) || !hasFields(typeIn(func, second))) return false;
        if (first.kind !== "value" || second.kind !== "value") return false;
        unify(own(), classOf(second.id));
        own().hasIdentity = true;
        return true;
      case "guard-record":
      case "guard-instance":
      case "guard-array": {
        if (first.kind !== "value" || args.length > 2) return false;
        unify(own(), classOf(result));
        const of = prim === "guard-record" ? plain : constantIn(second);
        if (prim !== "guard-array") unify(own(), { ...newClass(), kind: "record", of });
        return true;
      }
      case "length":
      case "array-length":
      case "is-element":
      case "guard-element":
      case "guard-slot":
        if (first.kind !== "value" || (args.length > 1 && !isNumber(typeIn(func, second)))) return false;
        within(own(), "array", null);
        return true;
      case "keep-guard":
        return first.kind === "value";
      case "guard-inherited": {
        const name = nameIn(second);
        if (first.kind !== "value" || name === null) return false;
        own().inherited.add(name);
        return true;
      }
      case "guard-data":
        if (first.kind !== "value" || nameIn(second) === null) return false;
        within(own(), "record", nameIn(second));
        return true;
      default:
        return false;
    }
  };
  for (const id of func.blocks[0]?.params ?? []) classOf(id).isSeen = true;
  func.blocks.forEach(({ instrs, terminator }, block) => {
    instrs.forEach((one, instr) => {
      visit(one, { block, instr });
    });
    for (const { target, args } of edgesOf(terminator))
      args.forEach((arg, k) => {
        flow(arg, classOf(func.blocks[target]?.params[k] as ValueId));
      });
    if (terminator.kind === "branch") see(terminator.condition);
    else if (terminator.kind !== "jump") see(terminator.value);
  });
  return [classes, overwritings];
}

const constantIn = (operand: Operand | undefined): number | null =>
  operand?.kind === "const" && typeof operand.value === "number" ? operand.value : null;

/** Whether a record has just been made. */
const isNew = (made: PrimInstr | undefined): boolean => made !== undefined && makesRecord(made.prim);

/** Whether a use stores a value in an element of an array. */
function isStore({ instr, k }: Use): boolean {
  if (instr?.kind !== "prim") return false;
  return instr.prim === "array" || (instr.prim === "push" ? k === 1 : instr.prim === "set" && k === 2);
}

/** The name of a property of plain records; null for what may be an index, or mean something else. */
function nameIn(operand: Operand | undefined): string | null {
  const name = operand?.kind === "const" ? operand.value : undefined;
  const isPlain = typeof name === "string" && name !== "length" && !(name in Object.prototype) && !/^\d+$/.test(name);
  return isPlain ? name : null;
}

/** Notes that what a class holds is seen, if the class is. */
function spreadSeen(classes: ReadonlySet<Class>): void {
  const work = [...classes].filter(({ isSeen }) => isSeen);
  for (const own of work) {
    for (const part of partsOf(own)) {
      if (part.isSeen) continue;
      part.isSeen = true;
      work.push(part);
    }
  }
}

const partsOf = ({ fields, element }: Class): readonly Class[] =>
  [...fields.values(), ...(element === null ? [] : [element])].map(rootOf);

function containsItself(own: Class): boolean {
  const met = new Set(partsOf(own));
  for (const part of met) for (const inner of partsOf(part)) met.add(inner);
  return met.has(own);
}

/** Whether the records of a class can be told by what they hold, and hold little. */
function isFit(own: Class): boolean {
  const leaves = leavesOf(layoutOf(own));
  return leaves.length <= mostLeaves && tellingLeaf(leaves) >= 0;
}

/** The layouts of classes. Records that stay records hold no others. */
function settle(classes: ReadonlySet<Class>): void {
  const records = [...classes].filter(({ kind }) => kind === "record");
  for (const own of records) {
    const { keys, fields, hasIdentity, isMoved } = own;
    own.isSeen ||= keys === null || ![...fields.keys()].every((key) => keys.has(key));
    own.isSeen ||= keys !== null && [...own.inherited].some((key) => keys.has(key));
    own.isSeen ||= (hasIdentity && isMoved) || containsItself(own);
  }
  spreadSeen(classes);
  for (let unfit = records; unfit.length > 0;) {
    unfit = records.filter((own) => !own.isSeen && !isFit(own));
    for (const own of unfit) own.isSeen = true;
    spreadSeen(classes);
  }
}

function layoutOf(one: Class): Layout {
  const { kind, isSeen, fields, element, keys, type, hasIdentity } = rootOf(one);
  const leaf = { kind: "leaf", type: isNumber(type) ? "num" : type } as const;
  if (isSeen || (keys === null && kind === "record")) return leaf;
  if (kind === "record") {
    const inner = [...(keys ?? [])].map((key) => [key, layoutOf(fields.get(key) as Class)] as const);
    return { kind, fields: new Map(inner), isPlace: hasIdentity };
  }
  const inner = kind === "array" && element !== null ? layoutOf(element) : leaf;
  return kind !== "array" || inner.kind === "leaf" ? leaf : { kind, element: inner };
}
