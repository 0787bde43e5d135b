/** The files of a server, as its folder and its database have them. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { FilesServer } from './files-server.ts';

/** @returns the versions of the files that are kept, as the folder has them, and as the database knows them */
export async function keptFiles({ server }: FilesServer) {
  const folder = path.join(server.config.dataDir, 'storage');
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const sql = (text: string) =>
    server.database.asOwner((transaction) => transaction.query<{ version: string }>({ text }));
  const [rows, loose] = [
    await sql('select version from storage.objects where version is not null'),
    await sql('select version from trellis_server.loose_files'),
  ];
  return {
    files: found
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort(),
    rows: rows.rows.map(({ version }) => version).sort(),
    loose: loose.rows,
  };
}

/** Every file has a row, every row a file, and nothing is left over. */
export async function expectConsistentFiles(server: FilesServer) {
  await expect.poll(async () => (await keptFiles(server)).loose).toEqual([]);
  const { files, rows } = await keptFiles(server);
  expect(files).toEqual(rows);
}
