// Writes accesses of shadows as calls of small functions that each script defines for itself. So engines inline them, and know
// them by the shadows of this script only:
//
//     accum %s, "x", %g     accum_x(s, g)
//     take %s, %i           take_at(s, i)
//
// They read and replace numbers in the store of a shadow, and call its methods for all else (runtime/shadow-kind.ts).

import type { PrimName } from "../ir/index.ts";
import { quote, strength, textOf } from "./expression.ts";
import { isIdentifier } from "./names.ts";
import type { Scope } from "./scope.ts";
import type { SpelledOperand, Spelling } from "./spelling.ts";

/** Statements for what is in the slot (`h`), the slot, and its key; `g` is the cotangent. */
type Access = (slot: string, key: string) => string;

const accesses: { readonly [prim in PrimName]?: Access } = {
  "shadow-get": (_, key) => `return typeof h === "number" ? h : s.get(${key});`,
  take: (slot, key) => `if (typeof h !== "number") return s.take(${key}); ${slot} = 0; return h;`,
  accum: (slot, key) =>
    `if (typeof h === "number" && typeof g === "number") ${slot} = h + g; else if (g !== 0) s.accum(${key}, g);`,
  put: (slot, key) => `if (typeof h === "number" && typeof g === "number") ${slot} = g; else s.put(${key}, g);`,
};

/** Null for other primitives. */
export function shadowAccess(prim: PrimName, operands: readonly SpelledOperand[], scope: Scope): Spelling | null {
  const access = accesses[prim];
  const [shadow, key, ...given] = operands;
  if (access === undefined || shadow === undefined || key === undefined) return null;
  const name = key.operand.kind === "const" ? key.operand.value : null;
  const isNamed = typeof name === "string" && isIdentifier(name);
  const slot = isNamed ? `s.slots.${name}` : "s.elements[k]";
  const found = isNamed ? slot : `typeof k === "number" ? ${slot} : undefined`;
  const params = ["s", ...(isNamed ? [] : ["k"]), ...given.map(() => "g")].join(", ");
  const helper = scope.helper(
    `${prim.replace("shadow-", "")}_${isNamed ? name : "at"}`,
    `(${params}) => { const h = ${found}; ${access(slot, isNamed ? quote(name) : "k")} }`,
  );
  const args = [shadow, ...(isNamed ? [] : [key]), ...given].map(({ expr }) => textOf(expr, strength.assignment));
  return { text: `${helper}(${args.join(", ")})`, strength: strength.member };
}
