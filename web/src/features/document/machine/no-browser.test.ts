/** The machine of an open page has no clock, no storage and no network: neither it nor anything that it runs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const MACHINE = path.join(import.meta.dirname, 'page-machine.ts');
// Types are gone when it runs.
const IMPORT = /^(?:import|export) (?!type\b)[^;]*?\bfrom '([^']+)'|^import '([^']+)'/gm;
const PACKAGES = new Set(['yjs', 'lib0/decoding', '@codemirror/merge']);
const OF_THE_BROWSER =
  /\b(setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame|performance|Date|fetch|WebSocket|indexedDB|localStorage|sessionStorage|BroadcastChannel|navigator|window|crypto)\b|(?<!typeof )\bimport\(/;
// Work waits at each `yield`, where a test sees it, and nowhere else; the runner draws by chance.
const UNSEEN = /\b(async|await|then|random)\b/;

/** @returns the files that run with it, and the packages */
function runsWith(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found;
  const code = path.isAbsolute(file) ? readFileSync(file, 'utf8') : '';
  found.set(file, code);
  for (const [, from, alone] of code.matchAll(IMPORT)) {
    const name = from ?? alone ?? '';
    runsWith(name.startsWith('.') ? path.join(path.dirname(file), name) : name, found);
  }
  return found;
}

test('it runs no code that asks a clock, a storage or the network', () => {
  const found = runsWith(MACHINE);
  const packages = [...found.keys()].filter((name) => !path.isAbsolute(name));
  expect(packages.filter((name) => !PACKAGES.has(name))).toEqual([]);
  expect(found.size).toBeGreaterThan(20);
  for (const [file, code] of found) {
    const words = code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
    expect(OF_THE_BROWSER.exec(words)?.[0], file).toBeUndefined();
    if (path.dirname(file) === import.meta.dirname) expect(UNSEEN.exec(words)?.[0], file).toBeUndefined();
  }
});
