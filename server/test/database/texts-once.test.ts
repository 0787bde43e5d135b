/** The migration that stores equal texts once, on a database with versions from before it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { createEmptyTestDatabase } from '../support/test-database.ts';

const MIGRATION = '20261126100000_store_equal_texts_once.sql';
const FOLDERS = [
  new URL('../../src/database/migrations/', import.meta.url),
  new URL('../../../supabase/migrations/', import.meta.url),
];
const VERSIONS = `select v.name, v.content from public.page_versions v join public.pages p on p.id = v.page_id
  order by p.name, v.updated_at`;

test('every version still says what it said, and equal texts are one', async () => {
  await using database = await createEmptyTestDatabase();
  const engine = await openEngine(database.config);
  try {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(folder)
        .sort()
        .map((file) => ({ file, sql: readFileSync(new URL(file, folder), 'utf8') })),
    );
    const at = files.findIndex(({ file }) => file === MIGRATION);
    for (const { sql } of files.slice(0, at)) await engine.pool.query(sql);
    await engine.pool.query(`
      insert into public.organizations (name, slug) values ('Team', 'team');
      insert into public.pages (organization_id, name, content) select id, page, 'One'
        from public.organizations, unnest(array['A', 'B']) as page;
    `);
    const change = (set: string) => engine.pool.query(`update public.pages set ${set} where name like 'A%'`);
    for (const set of ["content = 'Two'", "content = 'One'", "name = 'A2'", "content = 'Three'"]) {
      await change(set);
    }
    const before = (await engine.pool.query<{ content: string }>(VERSIONS)).rows;
    expect(before.map(({ content }) => content)).toEqual(['One', 'Two', 'One', 'One', 'Three', 'One']);

    await engine.pool.query(files[at]?.sql ?? '');
    expect((await engine.pool.query(VERSIONS)).rows).toEqual(before);
    const kept = await engine.pool.query('select content from public.page_texts order by content');
    expect(kept.rows).toEqual([{ content: 'One' }, { content: 'Two' }]);
    await change("content = 'Four'");
    expect((await engine.pool.query(VERSIONS)).rows).toContainEqual({ name: 'A2', content: 'Three' });
  } finally {
    await engine.pool.end();
    await engine.close();
  }
});
