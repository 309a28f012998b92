// The run-time library of generated code.

export * from "./box.ts";
export * from "./tape.ts";
export * from "./cotangent.ts";
export * from "./typed-array.ts";
export * from "./shadow-kind.ts";
export * from "./shadow.ts";
export * from "./reference.ts";
export * from "./define-property.ts";
export * from "./option-names.ts";
export * from "./structure.ts";
export { mirrorOfMemory, type Mirror } from "./mirror-memory.ts";
export { mirrorWithTangents } from "./mirror-tangents.ts";
export type { Role } from "./prelude-code.ts";
export * from "./guards.ts";
export * from "./undo-log.ts";
export * from "./overlap.ts";
export * from "./captured-variables.ts";
export * from "./factory.ts";
export * from "./classes.ts";
export * from "./closure.ts";
export { Alias, exportedMember, isNamespace, registerExported } from "./exported.ts";
export { isFlat, isFloatArray, meets, shares } from "./sharing.ts";
export { copyLooks, instanceLike } from "./copy-looks.ts";
export { copyOfData } from "./copy-of-data.ts";
export { isBuffer, isPlainPrototype, ownNative } from "./realms.ts";
