/** The committed files are those that their sources make, on every database. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedEngine, openMigratedEngine } from '../server/test/database/migrated-engine.ts';
import { GENERATED_FILES, locate } from './generate.ts';

let engine: MigratedEngine;
beforeAll(async () => {
  engine = await openMigratedEngine();
});
afterAll(() => engine[Symbol.asyncDispose]());

test.for([...GENERATED_FILES])('$path matches its source (else: npm run generate)', async (file) => {
  expect(await file.generate(engine.pool)).toBe(await readFile(locate(file), 'utf8'));
});

test('a copy of .env.example sets nothing: what it set would win over a service’s own environment', async () => {
  const text = await readFile(new URL('../.env.example', import.meta.url), 'utf8');
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});
