/** A file that is replaced, and whose bytes are removed, between the look at its row and the opening of its bytes. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskStore } from '../../../files/disk-store.ts';
import type { FileStore } from '../../../files/file-store.ts';
import type { HttpEnvironment } from '../../../http/http-environment.ts';
import type { Observation } from '../../../observe/observation.ts';
import { StorageError } from '../errors.ts';
import { DownloadLine } from '../limits/download-line.ts';
import type { ObjectRow } from '../store/objects.ts';
import { sendFile } from './send-file.ts';

let folder: string;
let files: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-send-'));
  files = await openDiskStore(folder);
});
afterAll(() => rm(folder, { recursive: true }));

function rowOf(version: string): ObjectRow {
  const metadata = { eTag: `"${version}"`, mimetype: 'text/plain' };
  const now = new Date();
  const names = { id: randomUUID(), name: 'name', bucket_id: 'files' };
  return { ...names, version, metadata, user_metadata: null, created_at: now, updated_at: now };
}

/** @param found the rows that looking finds, one after the other */
async function ask(found: readonly ObjectRow[]) {
  const observations: Observation[] = [];
  const rows = [...found];
  const sender = { name: 'ada', isAnybody: false };
  const find = async () => ({ object: (rows.length > 1 ? rows.shift() : rows[0]) as ObjectRow, sender });
  const app = new Hono<HttpEnvironment>();
  const downloads = new DownloadLine({ ofSender: 1, ofAnybody: 1, ofAll: 1 });
  const observe = (observation: Observation) => void observations.push(observation);
  const services = { files, downloads, observe };
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  app.get('/', (context) => sendFile(services, context, find));
  app.onError((error) => new Response(null, { status: error instanceof StorageError ? 400 : 500 }));
  const response = await app.request('/', { method: 'HEAD' }, { outgoing });
  // Its place is free again.
  (await downloads.take(sender, AbortSignal.timeout(1000)))[Symbol.dispose]();
  return { response, observations };
}

test('the new file is sent, with its own length and tag', async () => {
  const [gone, there] = [randomUUID(), randomUUID()];
  await files.write(there, Readable.from([Buffer.from('new bytes')]));
  const { response, observations } = await ask([rowOf(gone), rowOf(there)]);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe('9');
  expect(response.headers.get('etag')).toBe(`"${there}"`);
  expect(observations).toEqual([]);
});

test('a file whose bytes are really missing is told once', async () => {
  const { response, observations } = await ask([rowOf(randomUUID())]);
  expect(response.status).toBe(400);
  expect(observations).toMatchObject([{ kind: 'file-missing' }]);
});
