/** A store that speaks S3, on this machine, for tests: s3rver, with its objects in a folder. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { freePort } from '../../../scripts/free-port.ts';
import type { S3Config } from '../../src/config/config.ts';
import { connectS3 } from '../../src/files/s3-client.ts';

export interface TestStore extends AsyncDisposable {
  readonly config: S3Config;
  readonly secretAccessKey: string;
  /** The versions of its files. */
  keys(): Promise<string[]>;
  /** The keys of all its objects below a folder. */
  keysBelow(folder: string): Promise<string[]>;
  /** Past the server. */
  put(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** @param isStrict whether it checks signatures. It signs the address of a list in another way than Amazon, so it refuses lists then. */
export async function startTestStore({ isStrict = false } = {}): Promise<TestStore> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-s3-'));
  await mkdir(path.join(directory, 'files'));
  const port = await freePort();
  let running: S3rver | undefined;
  const start = async () => {
    running = new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      allowMismatchedSignatures: !isStrict,
    });
    await running.run();
  };
  const stop = async () => {
    await running?.close();
    running = undefined;
  };
  await start();
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    forcePathStyle: true,
  };
  const { client, s3 } = await connectS3(config, 'S3RVER');
  return {
    config,
    secretAccessKey: 'S3RVER',
    put: async (Key, Body) =>
      void (await client.send(new s3.PutObjectCommand({ Bucket: 'files', Key, Body }))),
    remove: async (Key) => void (await client.send(new s3.DeleteObjectCommand({ Bucket: 'files', Key }))),
    keysBelow: async (folder) => {
      const command = new s3.ListObjectsV2Command({ Bucket: 'files', Prefix: `${folder}/` });
      return ((await client.send(command)).Contents ?? []).map(({ Key = '' }) => Key);
    },
    keys: async () => {
      const found = await readdir(path.join(directory, 'files/files'), { recursive: true });
      return found.filter((name) => name.endsWith('_object')).map((name) => path.basename(name).slice(0, 36));
    },
    stop,
    start,
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await stop();
      await rm(directory, { recursive: true });
    },
  };
}
