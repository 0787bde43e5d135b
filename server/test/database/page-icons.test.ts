/** The database takes every icon that the app offers, which keeps lists of its own. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MigratedEngine, openMigratedEngine } from './migrated-engine.ts';

const read = (path: string) => readFileSync(new URL(`../../../web/src/${path}`, import.meta.url), 'utf8');

let engine: MigratedEngine;
beforeAll(async () => {
  engine = await openMigratedEngine();
});
afterAll(() => engine[Symbol.asyncDispose]());

async function refused(constraint: string, column: string, values: readonly string[]): Promise<string[]> {
  const definition = await engine.pool.query(
    'select pg_get_expr(conbin, conrelid) as expression from pg_constraint where conname = $1',
    [constraint],
  );
  const { expression } = definition.rows[0] as { expression: string };
  const { rows } = await engine.pool.query(
    `select ${column} from unnest($1::text[]) as known (${column}) where not (${expression})`,
    [values],
  );
  return rows.map((row) => String(row[column]));
}

test('emojis', async () => {
  const lines = read('features/pages/state/look/emojis.txt').trimEnd().split('\n');
  const emojis = lines.filter((line) => !line.startsWith('# ')).map((line) => line.split('\t')[0] ?? '');
  expect(emojis.length).toBeGreaterThan(1800);
  expect(await refused('pages_icon_known', 'icon', emojis)).toEqual([]);
});

test('icons and colors', async () => {
  const names = [...read('ui/theme/page-icons.generated.css').matchAll(/data-page-icon="(\w+)"/g)];
  const colors = [...read('ui/theme/tokens.css').matchAll(/--icon-(\w+):/g)];
  const icons = names.flatMap(([, name]) => colors.map(([, color]) => `${name}/${color}`));
  expect(icons).toHaveLength(24 * 8);
  expect(await refused('pages_icon_known', 'icon', icons)).toEqual([]);
});

test('covers', async () => {
  const covers = [...read('ui/theme/tokens.css').matchAll(/--cover-(\w+):/g)].map(([, name]) => name ?? '');
  expect(covers).toHaveLength(10);
  expect(await refused('pages_cover_known', 'cover', covers)).toEqual([]);
});
