/** Archives are read back, and damaged ones are refused by name. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ArchiveWriter } from './archive-writer.ts';
import { checkArchive } from './check-archive.ts';
import type { Manifest } from './manifest.ts';
import { readHeader, writeHeader } from './tar.ts';

const MANIFEST: Omit<Manifest, 'sums'> = {
  product: 'trellis',
  format: 1,
  release: '1.0.0',
  taken_at: '2026-11-25T00:00:00.000Z',
  postgres: '17.5',
  roles: [],
  migrations: [],
  tables: [],
  sequences: [],
  files: { kept: 'all', count: 0, bytes: 0, missing: [] },
};
const LONG = `${'folder/'.repeat(14)}${'x'.repeat(90)}`;

async function makeArchive(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const written: Buffer[] = [];
  const archive = new ArchiveWriter(async (bytes) => void written.push(bytes));
  for (const [name, text] of Object.entries(parts)) await archive.add(name, Buffer.from(text));
  await archive.finish(MANIFEST);
  return Buffer.concat(written);
}

async function* inPieces(bytes: Buffer, length = 100): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

const check = (bytes: Buffer) => checkArchive(inPieces(bytes));

test('is read in whatever pieces it comes', async () => {
  const archive = await makeArchive({ 'a.txt': 'one', empty: '', [LONG]: 'x'.repeat(512), 'ü/🦊': 'two' });
  for (const length of [1, 512, 100_000])
    expect(await checkArchive(inPieces(archive, length))).toMatchObject({ release: '1.0.0' });
});

test('is a tar for everybody, whose checksums can be checked by hand', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-archive-'));
  try {
    await writeFile(path.join(folder, 'archive.tar'), await makeArchive({ 'a.txt': 'one', [LONG]: 'two' }));
    const run = promisify(execFile);
    await run('tar', ['-xf', 'archive.tar'], { cwd: folder });
    expect(await readFile(path.join(folder, LONG), 'utf8')).toBe('two');
    const { stdout } = await run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder });
    expect(stdout).toContain('a.txt: OK');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('sizes beyond eight gigabytes are kept', () => {
  for (const size of [0, 0o77777777777, 0o77777777777 + 1, 2 ** 45])
    expect(readHeader(writeHeader({ name: 'large', size }, new Date()))).toEqual({ name: 'large', size });
});

describe('a damaged archive is refused', () => {
  const parts = { 'a.txt': 'one', 'b.txt': 'two' };

  test('wherever it is cut short', async () => {
    const archive = await makeArchive(parts);
    for (let length = 0; length < archive.length - 512; length += 256)
      await expect(check(archive.subarray(0, length))).rejects.toThrow(
        /^(This is no backup of Trellis|The archive is damaged)/,
      );
  });

  test('whichever byte of a part, of a checksum or of the manifest is another', async () => {
    const archive = await makeArchive(parts);
    const taken = archive.indexOf('one');
    for (const at of [
      taken,
      archive.indexOf('two'),
      archive.indexOf(digestOf('one')),
      archive.indexOf('"sums"') + 12,
    ]) {
      const changed = Buffer.from(archive);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(check(changed)).rejects.toThrow(/^The archive is damaged/);
    }
  });

  test('when a part is missing, comes twice, or is a stranger', async () => {
    const archive = await makeArchive(parts);
    const [first, rest] = [archive.subarray(0, 1024), archive.subarray(1024)];
    await expect(check(rest)).rejects.toThrow('The archive is damaged: a.txt is missing.');
    await expect(check(Buffer.concat([first, archive]))).rejects.toThrow('it has a.txt twice');
    const stranger = (await makeArchive({ 'c.txt': 'three' })).subarray(0, 1024);
    await expect(check(Buffer.concat([stranger, archive]))).rejects.toThrow(
      'c.txt is not among its checksums',
    );
  });

  test('what is no archive at all', async () => {
    await expect(check(Buffer.from('hello'.repeat(500)))).rejects.toThrow('it is no tar archive');
    await expect(check(Buffer.alloc(1024))).rejects.toThrow('it has no manifest at its end');
  });
});

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
