/**
 * Parts of unfinished uploads at an S3 store, so that an upload goes on at another process than the one it began at, whose disk this
 * one does not have: objects `unfinished/<version>/<offset>`.
 */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { isUuid } from '../http/uuid.ts';
import { ofS3, type S3Connection } from './s3-client.ts';
import { StoreUnavailableError } from './store-unavailable.ts';

const PREFIX = 'unfinished/';
// As long as the longest offset, so that the store lists parts in the order of their bytes.
const DIGITS = 15;

export interface SharedParts {
  /** Keeps the bytes of a file from an offset on. */
  put(version: string, file: string, offset: number, size: number): Promise<void>;
  /** How many bytes from the first on are there without a gap. */
  size(version: string): Promise<number>;
  /** @throws {StoreUnavailableError} when not all of them are there */
  read(version: string, from: number, to: number): AsyncIterable<Uint8Array>;
  remove(version: string): Promise<void>;
  /** The uploads of which there are parts, each once. */
  versions(): AsyncIterable<string>;
}

interface Part {
  readonly key: string;
  readonly offset: number;
  readonly end: number;
}

export function openSharedParts({ client, s3 }: S3Connection, bucket: string): SharedParts {
  const keyOf = (version: string, offset: number) =>
    `${PREFIX}${version}/${String(offset).padStart(DIGITS, '0')}`;

  async function* list(prefix: string): AsyncGenerator<Part> {
    for (let from: string | undefined; ; ) {
      const command = new s3.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ContinuationToken: from,
      });
      const { Contents = [], NextContinuationToken } = await ofS3('list parts of uploads', () =>
        client.send(command),
      );
      for (const { Key: key = '', Size = 0 } of Contents) {
        const offset = Number(key.slice(-DIGITS));
        yield { key, offset, end: offset + Size };
      }
      if (NextContinuationToken === undefined) return;
      from = NextContinuationToken;
    }
  }
  const partsOf = (version: string) => list(`${PREFIX}${version}/`);

  return {
    put: (version, file, offset, size) =>
      ofS3('keep a part', async () => {
        const bytes = createReadStream(file, { start: offset, end: offset + size - 1 });
        const place = { Bucket: bucket, Key: keyOf(version, offset) };
        await client.send(new s3.PutObjectCommand({ ...place, Body: bytes, ContentLength: size }));
      }),
    size: async (version) => {
      let size = 0;
      for await (const { offset, end } of partsOf(version)) {
        if (offset > size) break;
        size = Math.max(size, end);
      }
      return size;
    },
    read: async function* (version, from, to) {
      let at = from;
      for await (const { key, offset, end } of partsOf(version)) {
        if (at >= to || offset > at) break;
        if (end <= at) continue;
        const last = Math.min(end, to) - 1;
        const range = `bytes=${at - offset}-${last - offset}`;
        const { Body } = await ofS3('read a part', () =>
          client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key, Range: range })),
        );
        for await (const chunk of Body as Readable) {
          at += (chunk as Buffer).length;
          yield chunk as Buffer;
        }
      }
      if (at < to)
        throw new StoreUnavailableError(new Error(`The store has ${at} of ${to} bytes of an upload.`));
    },
    remove: async (version) => {
      for await (const { key } of partsOf(version))
        await ofS3('remove a part', () =>
          client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key })),
        );
    },
    versions: async function* () {
      let last: string | undefined;
      for await (const { key } of list(PREFIX)) {
        const version = key.slice(PREFIX.length, -DIGITS - 1);
        if (version !== last && isUuid(version)) yield version;
        last = version;
      }
    },
  };
}
