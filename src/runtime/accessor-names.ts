// Names of properties that some compiled accessor has, or may have; reads of such properties look for it.

const accessorNames = new Set<string>();

/** Whether some compiled getter or setter has this name. */
export const isAccessorName = (name: string): boolean => accessorNames.has(name);

export function nameAccessor(name: string): void {
  accessorNames.add(name);
}

/** Definitions by descriptors that have, or may have, a getter or setter. */
const definitions =
  /\bdefineProperty\s*\(\s*[^,;]+,\s*["']([A-Za-z_$][\w$]*)["']\s*,\s*(?:\{[^{}]*?(?:\b[gs]et\b|\.\.\.)|[^{\s])/g;
const described = /["']?\b([A-Za-z_$][\w$]*)["']?\s*:\s*\{[^{}]*?\b[gs]et\b/g;

/** Notes the names of properties for which a source text may define getters or setters by a descriptor. */
export function noteAccessors(source: string): void {
  if (!/\bdefinePropert|\bObject\.create\b/.test(source) || !/\b[gs]et\s*[:,(}]/.test(source)) return;
  for (const [, name] of source.matchAll(definitions)) nameAccessor(name as string);
  for (const [, name] of source.matchAll(described)) nameAccessor(name as string);
}

/** Getters and setters that compiled code makes (front/made-classes.ts), in the text of its IR. */
const made = /, ("(?:[^"\\]|\\.)*"), "[gs]etter", /g;

/** Notes the names of properties for which the code with this text of IR defines getters or setters. */
export function noteMadeAccessors(ir: string): void {
  if (!ir.includes('"define-member"')) return;
  for (const [, name] of ir.matchAll(made)) nameAccessor(JSON.parse(name as string) as string);
}
