/**
 * Files as objects of a bucket at an S3-compatible store. Bytes are collected on this machine's disk first, since a store wants
 * to know how many come; then one request puts them there, so that the store has a whole file or none.
 */

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';
import { isUuid } from '../http/uuid.ts';
import type { Observe } from '../observe/observation.ts';
import type { FileStore } from './file-store.ts';
import { connectS3, ofS3, S3StoreError } from './s3-client.ts';
import { openSharedParts, type SharedParts } from './shared-parts.ts';
import type { UnfinishedFiles } from './unfinished-files.ts';

const AGAIN_MS = 500;

export interface S3Store extends FileStore {
  readonly parts: SharedParts;
}

/** @throws {ConfigError} when the store refuses the settings */
export async function openS3Store(
  config: S3Config,
  secretAccessKey: string,
  unfinished: UnfinishedFiles,
  observe: Observe,
): Promise<S3Store> {
  const connection = await connectS3(config, secretAccessKey);
  const { client, s3 } = connection;
  const { bucket } = config;
  const keyOf = (version: string) => ({ Bucket: bucket, Key: `files/${version.toLowerCase()}` });

  async function put(version: string, file: string): Promise<void> {
    const { size } = await stat(file);
    const send = () => {
      const bytes = { Body: createReadStream(file), ContentLength: size };
      return client.send(new s3.PutObjectCommand({ ...keyOf(version), ...bytes }));
    };
    // The library tries everything else again by itself.
    await ofS3('keep a file', () => send().catch(() => setTimeout(AGAIN_MS).then(send)));
  }

  async function sizeOf(version: string): Promise<number | undefined> {
    const head = await ofS3('find a file', () => client.send(new s3.HeadObjectCommand(keyOf(version)))).catch(
      unlessMissing,
    );
    return head?.ContentLength;
  }

  async function* read(version: string, range?: string): AsyncGenerator<Uint8Array> {
    const answer = await ofS3('read a file', () =>
      client.send(new s3.GetObjectCommand({ ...keyOf(version), ...(range && { Range: range }) })),
    );
    yield* answer.Body as Readable;
  }

  await requireBucket(client, s3, bucket, config, observe);
  return {
    parts: openSharedParts(connection, bucket),
    write: async (version, bytes) => {
      try {
        const size = await unfinished.append(version, 0, bytes, async () => undefined);
        await put(version, unfinished.placeOf(version));
        return size;
      } finally {
        await unfinished.remove(version);
      }
    },
    take: put,
    copy: async (from, to) => {
      if (!isUuid(from)) return undefined;
      const { Bucket, Key } = keyOf(from);
      const copied = await ofS3('copy a file', () =>
        client.send(new s3.CopyObjectCommand({ ...keyOf(to), CopySource: `${Bucket}/${Key}` })),
      ).catch(unlessMissing);
      return copied && sizeOf(to);
    },
    open: async (version) => {
      if (!isUuid(version)) return undefined;
      const size = await sizeOf(version);
      if (size === undefined) return undefined;
      return {
        size,
        read: (first, last) => Readable.from(read(version, `bytes=${first}-${last}`), { objectMode: false }),
        close: async () => undefined,
      };
    },
    lend: async (version) => {
      const name = randomUUID();
      const lent = {
        path: unfinished.placeOf(name),
        [Symbol.asyncDispose]: () => unfinished.remove(name),
      };
      try {
        await writeFile(lent.path, read(version), { mode: 0o600 });
        return lent;
      } catch (error) {
        await lent[Symbol.asyncDispose]();
        return unlessMissing(error);
      }
    },
    remove: async (version) => {
      if (isUuid(version))
        await ofS3('remove a file', () => client.send(new s3.DeleteObjectCommand(keyOf(version))));
    },
  };
}

function unlessMissing(error: unknown): undefined {
  const { cause } = error as Error;
  if (!(cause instanceof S3StoreError && cause.status === 404)) throw error;
}

/**
 * Writes something, which proves the rights. Settings that the store refuses end the start. A store that does not answer does
 * not: everything else goes on.
 */
async function requireBucket(
  client: S3Client,
  { PutObjectCommand }: typeof import('@aws-sdk/client-s3'),
  bucket: string,
  { endpoint = 'Amazon S3' }: Pick<S3Config, 'endpoint'>,
  observe: Observe,
): Promise<void> {
  try {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: 'started', Body: new Date().toISOString() }),
    );
  } catch (cause) {
    const error = new S3StoreError(`write into the bucket ${bucket}`, cause);
    if (error.status === 404)
      throw new ConfigError([
        `STORAGE_S3_BUCKET: there is no bucket ${bucket} at ${endpoint}. Make it first.`,
      ]);
    if (error.status === 401 || error.status === 403)
      throw new ConfigError([
        `STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY may not write into the bucket ${bucket} at ${endpoint}, or are wrong.`,
      ]);
    observe({ kind: 'background-failed', error });
  }
}
