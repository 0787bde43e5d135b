/** A power cut loses what was not synced, and nothing that the embedded database answered as saved. */
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openEngine } from '../../src/database/engines/open-engine.ts';
import { listTables } from '../../src/database/tables/list-tables.ts';
import { createPage, signUp } from '../product/people.ts';
import { openWorkshop } from '../support/server-process.ts';

const FORGETFUL = new URL('../support/forgetful-disk.ts', import.meta.url).href;

test('all pages that were answered as saved are there, and the database is whole', async () => {
  await using workshop = await openWorkshop();
  const platter = await mkdtemp(path.join(os.tmpdir(), 'trellis-platter-'));
  const directory = path.join(workshop.dataDir, 'database');
  try {
    await cp(directory, platter, { recursive: true });
    const settings = {
      NODE_OPTIONS: `--import=${FORGETFUL}`,
      FORGETFUL_FOLDER: directory,
      FORGETFUL_PLATTER: platter,
      AUTH_RATE_LIMITS: 'off',
    };
    const url = `http://127.0.0.1:${workshop.port}`;
    const saved: string[] = [];
    // The first one ends in order, with a checkpoint; the second one in the middle of its saves.
    for (const isLast of [false, true]) {
      const server = workshop.start(settings);
      await server.healthy();
      const secrets = JSON.parse(await readFile(path.join(workshop.dataDir, 'secrets.json'), 'utf8'));
      const reached = { url, secrets: { publishableKey: secrets.SUPABASE_PUBLISHABLE_KEY } };
      const person = await signUp(reached, 'Ada');
      const end = saved.length + 40;
      await Promise.all([write(), write(), write()]);
      if (!isLast) server.child.kill('SIGTERM');
      await server.exited;

      async function write(): Promise<void> {
        while (isLast || saved.length < end) {
          const page = await createPage(person, { content: 'x'.repeat(20_000) }).catch(() => undefined);
          if (!page) return;
          saved.push(page.id);
          // The others are in the middle of a save.
          if (isLast && saved.length === end) server.child.kill('SIGKILL');
        }
      }
    }
    expect(saved.length).toBeGreaterThanOrEqual(80);
    await rm(directory, { recursive: true });
    await rename(platter, directory);
    const engine = await openEngine({ kind: 'embedded', directory });
    const client = await engine.pool.connect();
    const { rows } = await client.query<{ id: string }>('select id from public.pages');
    expect(saved.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
    for (const { name } of await listTables(client)) await client.query(`select t::text from ${name} as t`);
    client.release();
    await engine.pool.end();
    await engine.close();
  } finally {
    await rm(platter, { recursive: true, force: true });
  }
});
