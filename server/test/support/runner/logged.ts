/**
 * Holds back from the terminal what a test logs, so that a line there means something. A test that expects a
 * logged error takes it with `takeLogged`; any other that logs one fails.
 */
import { format } from 'node:util';
import { afterEach, beforeEach, expect } from 'vitest';

let logged: string[] = [];

/** @returns what was logged in this test so far, each without its stack */
export function takeLogged(): string[] {
  const taken = logged;
  logged = [];
  return taken;
}

/** For each test file, before its own hooks. */
export function refuseUnexpectedLogs(): void {
  const log = (...parts: unknown[]) => {
    const told = parts.map((part) => (part instanceof Error ? `${part.name}: ${part.message}` : part));
    logged.push(format(...told));
  };
  const { error, warn } = console;
  beforeEach(() => {
    logged = [];
    Object.assign(console, { error: log, warn: log });
  });
  afterEach(() => {
    Object.assign(console, { error, warn });
    expect(takeLogged(), 'logged, and not expected').toEqual([]);
  });
}
