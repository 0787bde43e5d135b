import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { costOfRooms, readTests, slowest } from './slowest-tests.ts';

test('the slowest tests are named, and each room with what it takes', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-slowest-'));
  const report = path.join(folder, 'report.json');
  const file = (name: string, ...durations: readonly number[]) => ({
    name: path.join(process.cwd(), name),
    assertionResults: durations.map((duration) => ({ fullName: `${duration}`, duration })),
  });
  const testResults = [
    file('a/b/c/d/e/f.test.ts', 3, 4),
    file('a/b/c/d/g.test.ts', 2),
    file('h/i.test.ts', 8),
  ];
  writeFileSync(report, JSON.stringify({ testResults }));
  const all = readTests(report);
  rmSync(folder, { recursive: true });
  expect(slowest(all, 2)).toEqual([
    { name: 'h/i.test.ts › 8', ms: 8 },
    { name: 'a/b/c/d/e/f.test.ts › 4', ms: 4 },
  ]);
  expect(costOfRooms(all)).toEqual([
    { name: 'a/b/c/d', ms: 9, count: 3 },
    { name: 'h', ms: 8, count: 1 },
  ]);
});
