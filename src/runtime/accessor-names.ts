// The names of properties that ask, where they are read, what is behind them.

const accessorNames = new Set<string>();

/** Whether some compiled getter or setter has this name. */
export const isAccessorName = (name: string): boolean => accessorNames.has(name);

export function nameAccessor(name: string): void {
  accessorNames.add(name);
}
