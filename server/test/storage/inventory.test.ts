/**
 * Rows without bytes, and bytes without rows: found, reported, and the bytes removed in time; on the disk and in a
 * store.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { connectS3 } from '../../src/files/s3-client.ts';
import { openSharedParts } from '../../src/files/shared-parts.ts';
import { storedVersions } from '../../src/files/stored-versions.ts';
import { openUnfinishedFiles } from '../../src/files/unfinished-files.ts';
import type { Observation } from '../../src/observe/observation.ts';
import { clearEndedUploads } from '../../src/protocols/storage/inventory/clear-ended-uploads.ts';
import { startInventoryClock } from '../../src/protocols/storage/inventory/inventory-clock.ts';
import { takeInventory } from '../../src/protocols/storage/inventory/take-inventory.ts';
import { startTestStore, type TestStore } from '../support/s3-store.ts';
import { METRICS_TOKEN, useFilesServer } from './files-server.ts';

const stores: TestStore[] = [];
afterAll(() => Promise.all(stores.map((store) => store[Symbol.asyncDispose]())));
const startStore = async () => {
  const store = await startTestStore();
  stores.push(store);
  return store;
};

describe.each([
  ['in a folder', undefined],
  ['in a store that speaks S3', startStore],
] as const)('files %s', (_where, start) => {
  const opened = useFilesServer(2, start);
  const { sql, stored, take, upload, versionOf } = toolsOf(opened);
  const seen: Observation[] = [];
  const clock = () =>
    startInventoryClock(opened().server.database, stored, nothing, (observation) => seen.push(observation));

  async function putBytes(version: string): Promise<void> {
    const [store] = stores;
    if (store) return store.put(`files/${version}`, 'stray');
    const folder = path.join(opened().server.config.dataDir, 'storage', version.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, version), 'stray');
  }
  async function removeBytes(version: string): Promise<void> {
    const [store] = stores;
    if (store) return store.remove(`files/${version}`);
    await rm(path.join(opened().server.config.dataDir, 'storage', version.slice(0, 2), version));
  }

  // The tests after it put things there which that inventory must not count.
  test('an inventory is taken soon after the start', () =>
    expect.poll(() => numbersOf(opened().url)).toContain('trellis_storage_files{state="lost"} 0'));

  test('rows without bytes are told by name, and stay', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(name);
    expect(await take()).toMatchObject({ stored: 3, unknown: 0, lost: 0 });
    await removeBytes(await versionOf('b.txt'));
    await sql("insert into storage.objects (bucket_id, name) values ('open', 'row only')");
    const lostExamples = [
      { bucket: 'open', name: 'b.txt' },
      { bucket: 'open', name: 'row only' },
    ];
    const inventory = await take();
    expect(inventory).toMatchObject({ stored: 2, unknown: 0, lost: 2 });
    expect(inventory.lostExamples).toHaveLength(2);
    expect(inventory.lostExamples).toEqual(expect.arrayContaining(lostExamples));
    const counting = clock();
    await counting.run();
    await counting.stop();
    expect(seen).toMatchObject([{ kind: 'files-lost', files: 2 }]);
    expect(counting.last()).toMatchObject({ lost: 2 });
    expect(await versionOf('b.txt')).toBeTruthy();
    await opened().service.storage.from('open').remove(['b.txt', 'row only']);
  });

  test('bytes without a row go a day after they were found; those of an upload, and of a row that came back, stay', async () => {
    const [stray, back, arriving] = [randomUUID(), randomUUID(), randomUUID()];
    for (const version of [stray, back, arriving]) await putBytes(version);
    await sql(
      `insert into trellis_server.loose_files (version, due, is_upload) values ('${arriving}', now() + interval '1 hour', true)`,
    );
    seen.length = 0;
    const counting = clock();
    await counting.run();
    await counting.run();
    expect(seen).toEqual([{ kind: 'unknown-files-found', files: 2 }]);
    expect(await take()).toMatchObject({ stored: 5, unknown: 2, lost: 0 });
    // A restored database has a row for one of them.
    await sql('alter table storage.objects disable trigger objects_note_loose_file');
    await sql(
      `insert into storage.objects (bucket_id, name, version) values ('open', 'back.txt', '${back}')`,
    );
    await sql('alter table storage.objects enable trigger objects_note_loose_file');
    await sql("update trellis_server.loose_files set due = now() - interval '1 second' where was_found");
    // An upload makes the server look for what is due.
    await upload('d.txt');
    const removed = { kind: 'unknown-files-removed', files: 1 };
    await expect.poll(() => opened().server.observations).toContainEqual(removed);
    expect(await take()).toMatchObject({ stored: 5, unknown: 0, lost: 0 });
    await counting.run();
    await counting.stop();
    expect(
      (await sql('select version from trellis_server.loose_files')).map(({ version }) => version),
    ).toEqual([arriving]);
    const { data } = await opened().service.storage.from('open').download('back.txt');
    expect(await data?.text()).toBe('stray');
  });

  test('what ended uploads have left behind is removed, and nothing of those that may go on', async () => {
    const [ended, goesOn, isNew] = [randomUUID(), randomUUID(), randomUUID()];
    const folder = path.join(opened().server.config.dataDir, 'storage/unfinished');
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    for (const version of [ended, goesOn, isNew]) {
      await writeFile(path.join(folder, version), 'bytes');
      if (version !== isNew) await utimes(path.join(folder, version), twoDaysAgo, twoDaysAgo);
      if (version !== isNew) await stores[0]?.put(`unfinished/${version}/000000000000000`, 'bytes');
    }
    await sql(`insert into trellis_server.resumable_uploads (version, bucket_id, name, is_upsert, metadata, expires_at)
      values ('${goesOn}', 'open', 'x', false, '', now() + interval '1 hour')`);
    const { config, secrets, database } = opened().server;
    const parts =
      config.s3 &&
      openSharedParts(await connectS3(config.s3, secrets.s3SecretAccessKey ?? ''), config.s3.bucket);
    await clearEndedUploads(database, await openUnfinishedFiles(folder), parts);
    expect((await readdir(folder)).sort()).toEqual([goesOn, isNew].sort());
    expect(await stores[0]?.keysBelow('unfinished')).toEqual(
      parts && [`unfinished/${goesOn}/000000000000000`],
    );
    await sql('delete from trellis_server.resumable_uploads');
  });

  test('files that come and go meanwhile are not lost', async () => {
    await upload('goes.txt');
    const gone = await versionOf('goes.txt');
    const listed: string[] = [];
    for await (const version of stored()) listed.push(version);
    async function* meanwhile(): AsyncGenerator<string> {
      await upload('comes.txt');
      for (const [index, version] of listed.filter((version) => version !== gone).entries()) {
        yield version;
        // Its row is read by now.
        if (index === 0) await opened().service.storage.from('open').remove(['goes.txt']);
      }
    }
    const { database } = opened().server;
    expect(await takeInventory({ database, stored: meanwhile() })).toMatchObject({ unknown: 0, lost: 0 });
    expect(await versionOf('goes.txt')).toBe('');
  });

  test('with many more bytes than rows, as with another database, none is removed', async () => {
    seen.length = 0;
    const strays = Array.from({ length: 2500 }, () => randomUUID()).sort();
    const counting = startInventoryClock(
      opened().server.database,
      () => each(strays),
      nothing,
      (observation) => seen.push(observation),
    );
    await counting.run();
    await counting.stop();
    expect(seen).toContainEqual({ kind: 'unknown-files-kept', files: 2500, of: 2500 });
    expect(await sql('select from trellis_server.loose_files where was_found')).toEqual([]);
  });
});

describe('many rows', () => {
  const opened = useFilesServer();
  const { sql, take } = toolsOf(opened);

  test('are read in portions, each once; ten of those without bytes are named', async () => {
    await sql(
      `insert into storage.objects (bucket_id, name) select 'open', 'no version ' || n from generate_series(1, 1500) as n`,
    );
    await sql('alter table storage.objects disable trigger objects_note_loose_file');
    await sql(`insert into storage.objects (bucket_id, name, version)
      select 'open', 'version ' || n, gen_random_uuid() from generate_series(1, 2500) as n`);
    await sql('alter table storage.objects enable trigger objects_note_loose_file');
    const inventory = await take();
    expect(inventory).toMatchObject({ stored: 0, unknown: 0, lost: 4000 });
    expect(inventory.lostExamples).toHaveLength(10);
    const rows = await sql(
      `select version from storage.objects where version is not null order by version limit 2000`,
    );
    const stored = rows.map(({ version }) => version);
    const database = opened().server.database;
    expect(await takeInventory({ database, stored: each(stored) })).toMatchObject({
      stored: 2000,
      lost: 2000,
    });
  });

  test('a stopped server does not wait for the rest', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    const { database } = opened().server;
    await expect(takeInventory({ database, stored: each([randomUUID()]), signal })).rejects.toThrow(
      'stopped',
    );
  });
});

async function numbersOf(url: string): Promise<string> {
  const response = await fetch(new URL('/metrics', url), {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  return response.text();
}

const nothing = async () => undefined;

async function* each(versions: readonly string[]): AsyncGenerator<string> {
  yield* versions;
}

function toolsOf(opened: ReturnType<typeof useFilesServer>) {
  const sql = async (text: string) => {
    const { rows } = await opened().server.database.asOwner((transaction) =>
      transaction.query<{ version: string }>({ text }),
    );
    return rows;
  };
  const stored = () => storedVersions(opened().server.config, opened().server.secrets);
  return {
    sql,
    stored,
    take: () => takeInventory({ database: opened().server.database, stored: stored() }),
    upload: async (name: string) => {
      const { error } = await opened().service.storage.from('open').upload(name, 'text', { upsert: true });
      if (error) throw error;
    },
    versionOf: async (name: string) => {
      const [row] = await sql(`select version from storage.objects where name = '${name}'`);
      return row?.version ?? '';
    },
  };
}
