/** Holds back the browser's console in a test: an error or a warning that the test does not expect fails it. */
import { expect } from 'vitest';

let logged: string[] = [];

/** @returns what was logged in this test so far */
export function takeLogged(): string[] {
  const taken = logged;
  logged = [];
  return taken;
}

const original = { error: console.error, warn: console.warn };

export function beginLogging(): void {
  logged = [];
  const log = (...parts: readonly unknown[]) => void logged.push(parts.map(String).join(' '));
  Object.assign(console, { error: log, warn: log });
}

/** @param isCounted false where the test has failed already, and this would only hide why */
export function endLogging(isCounted: boolean): void {
  Object.assign(console, original);
  if (isCounted) expect(takeLogged(), 'logged, and not expected').toEqual([]);
}
