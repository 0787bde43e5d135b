/** Reads a typed name: a new name, or nothing to do. */

/** @returns the new name; undefined when it is blank or unchanged */
export function newName(typed: string, current: string): string | undefined {
  const name = typed.trim();
  return name === '' || name === current ? undefined : name;
}
