// The class that a method of arrays constructs, which is not always the array's own. The language defines it by
// ArraySpeciesCreate, TypedArraySpeciesCreate and TypedArrayCreateSameType; `from` and `of` of a class construct that class.
//
// Arrays of a program's own classes are refused in differentiated code, whose arrays are plain: the constructor of such a class
// may compute with numbers that carry a derivative. Constructors of typed arrays get only the length.

import { isConstructor } from "./closure.ts";
import { ZerothError } from "../ir/diagnostics.ts";
import { ownNative, typedArrayKind } from "./realms.ts";
import { isFloat32Array, isFloat64Array, isPlainArray } from "./guards.ts";

type AnyClass = new (...args: never[]) => unknown;

const TypedArray: unknown = Object.getPrototypeOf(Float64Array);

/** Functions of the classes themselves. */
const ofClasses: ReadonlySet<string> = new Set(["from", "of"]);
/** Methods of typed arrays whose result has a class of the language. */
const ofSameKind: ReadonlySet<string> = new Set(["copyWithin", "set", "toReversed", "toSorted", "with"]);

/** The class that the native method of this name constructs for `x`: Array, or a class of typed arrays. */
export function classMade(x: unknown, method: string): unknown {
  if (isPlainArray(x) || x === Array) return Array;
  if (isFloat64Array(x)) return Float64Array;
  if (isFloat32Array(x)) return Float32Array;
  if (ofClasses.has(method)) return isConstructor(x) ? requireArray(x, x, method) : Array;
  if (Array.isArray(x)) {
    const type = speciesOf(x);
    return type === undefined ? Array : requireArray(type, x, method);
  }
  const kind = typedArrayKind(x);
  if (kind === undefined) return Array;
  const type = ofSameKind.has(method) ? undefined : speciesOf(x as object);
  return type === undefined ? Reflect.get(globalThis, kind) : requireTyped(type);
}

/** The species of an array; undefined if it has none, so that the language's own class is used. */
function speciesOf(x: object): AnyClass | undefined {
  const { constructor } = x as { readonly constructor: unknown };
  const isOpen = (typeof constructor === "object" && constructor !== null) || typeof constructor === "function";
  const type: unknown = isOpen ? Reflect.get(constructor, Symbol.species) : constructor;
  if (type === undefined || (type === null && isOpen)) return undefined;
  if (!isConstructor(type)) throw new TypeError("object.constructor[Symbol.species] is not a constructor");
  return type;
}

function requireTyped(type: AnyClass): AnyClass {
  let base: unknown = type;
  while (typeof base === "function" && base !== TypedArray && ownNative(base) !== TypedArray)
    base = Object.getPrototypeOf(base);
  if (typeof base !== "function") throw new TypeError("this is not a typed array.");
  return type;
}

function requireArray(type: AnyClass, x: unknown, method: string): unknown {
  if (type === Array || ownNative(type) === Array) return Array;
  const name = type.name === "" ? "an anonymous class" : type.name;
  const isStatic = type === x;
  throw new ZerothError({
    kind: "unsupported",
    message: isStatic
      ? `${name}.${method} makes an array of the class ${name}, in differentiated code`
      : `\`${method}\` of an array whose class is not Array makes one of the class ${name}, in differentiated code`,
    remedy: isStatic ? `make a plain array, \`Array.${method}(…)\`` : remedyFor(method),
  });
}

function remedyFor(method: string): string {
  const plain =
    method === "splice"
      ? "change a plain array instead (`const plain = [...v]; plain.splice(…)`)"
      : `call it on a plain array (\`[...v].${method}(…)\`)`;
  return `${plain}, or have the class make plain ones (\`static get [Symbol.species]() { return Array; }\`)`;
}
