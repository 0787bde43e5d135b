/** The names of authenticator apps: each once, none empty. */

const FIRST = 'Authenticator app';

/** @param taken the names in use */
export function suggestAppName(taken: readonly string[]): string {
  if (!taken.includes(FIRST)) return FIRST;
  let number = 2;
  while (taken.includes(`${FIRST} ${number}`)) number += 1;
  return `${FIRST} ${number}`;
}

/** @returns what is wrong, or undefined */
export function checkAppName(name: string, taken: readonly string[]): string | undefined {
  if (name.trim() === '') return 'A name is required.';
  return taken.includes(name.trim()) ? 'You already have an app with that name.' : undefined;
}
