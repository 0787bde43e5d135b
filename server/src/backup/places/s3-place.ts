/** Archives as objects of an S3-compatible store, sent in parts while they are made, so that this machine needs no room for them. */
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../config/config.ts';
import { connectS3 } from '../../files/s3-client.ts';
import { type Draft, isArchiveName, type Place, PlaceError } from './place.ts';

type S3 = typeof import('@aws-sdk/client-s3');

// A store takes 10,000 parts of one object: this allows for 320 GB.
const PART_BYTES = 32 * 1024 * 1024;

/** @param address s3://bucket/prefix */
export async function openS3Place(
  address: string,
  access: Omit<S3Config, 'bucket'>,
  secretAccessKey: string,
): Promise<Place> {
  const { bucket, prefix } = partsOf(address);
  const { client, s3 } = await connectS3(access, secretAccessKey);
  const keyOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  const ask = <Answer>(what: string, request: Promise<Answer>): Promise<Answer> =>
    request.catch((error: Error) => {
      throw new PlaceError(
        `The S3 store could not ${what} at ${address}: ${(error.message || error.name).replace(/\.$/, '')}.`,
        {
          cause: error,
        },
      );
    });
  return {
    address,
    begin: (name) => beginObject(client, s3, keyOf(name), ask),
    list: async () => {
      const names: string[] = [];
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const question = new s3.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: `${prefix}trellis-`,
          ...(token !== undefined && { ContinuationToken: token }),
        });
        const answer = await ask('list backups', client.send(question));
        names.push(...(answer.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)));
        token = answer.NextContinuationToken;
      }
      return names.filter(isArchiveName).sort();
    },
    remove: async (name) => {
      await ask('remove a backup', client.send(new s3.DeleteObjectCommand(keyOf(name))));
    },
    open: async (name) => {
      const answer = await client.send(new s3.GetObjectCommand(keyOf(name))).catch((error: Error) => {
        if (error.name === 'NoSuchKey') return undefined;
        return ask('read a backup', Promise.reject(error));
      });
      return answer && { size: answer.ContentLength ?? 0, bytes: answer.Body as Readable };
    },
  };
}

async function beginObject(
  client: S3Client,
  s3: S3,
  key: { readonly Bucket: string; readonly Key: string },
  ask: <Answer>(what: string, request: Promise<Answer>) => Promise<Answer>,
): Promise<Draft> {
  const { UploadId } = await ask('begin a backup', client.send(new s3.CreateMultipartUploadCommand(key)));
  const upload = { ...key, UploadId };
  const sent: { PartNumber: number; ETag: string | undefined }[] = [];
  let waiting: Buffer[] = [];
  let length = 0;
  const send = async () => {
    const Body = Buffer.concat(waiting);
    waiting = [];
    length = 0;
    const PartNumber = sent.length + 1;
    const part = new s3.UploadPartCommand({ ...upload, PartNumber, Body });
    const { ETag } = await ask('keep a part of a backup', client.send(part));
    sent.push({ PartNumber, ETag });
  };
  return {
    write: async (bytes) => {
      waiting.push(bytes);
      length += bytes.length;
      if (length >= PART_BYTES) await send();
    },
    commit: async () => {
      if (length > 0) await send();
      const whole = new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } });
      await ask('complete a backup', client.send(whole));
    },
    abort: async () => {
      await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => undefined);
    },
  };
}

function partsOf(address: string): { readonly bucket: string; readonly prefix: string } {
  const { hostname, pathname } = new URL(address);
  const prefix = decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
  return { bucket: hostname, prefix: prefix === '' ? '' : `${prefix}/` };
}
