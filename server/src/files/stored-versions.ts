/** The versions of which a store has the bytes, in order. Nothing is written, not even a folder. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config, S3Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { isUuid } from '../http/uuid.ts';
import { connectS3, ofS3 } from './s3-client.ts';

const FOLDER = /^[0-9a-f]{2}$/;
const BEING_WRITTEN = /\.part$/;

/** @throws {StoreUnavailableError} when the store does not answer */
export function storedVersions(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  { s3SecretAccessKey }: Pick<Secrets, 's3SecretAccessKey'>,
): AsyncIterable<string> {
  return s3 ? storedAtS3(s3, s3SecretAccessKey ?? '') : storedOnDisk(path.join(dataDir, 'storage'));
}

/** @returns in lower case, each once, in the order of their characters */
async function* storedOnDisk(folder: string): AsyncGenerator<string> {
  for (const name of (await list(folder)).filter((name) => FOLDER.test(name)).sort()) {
    const found = (await list(path.join(folder, name))).map((file) =>
      file.replace(BEING_WRITTEN, '').toLowerCase(),
    );
    yield* [...new Set(found.filter(isUuid))].sort();
  }
}

async function* storedAtS3(config: S3Config, secretAccessKey: string): AsyncGenerator<string> {
  const { client, s3 } = await connectS3(config, secretAccessKey);
  try {
    const place = { Bucket: config.bucket, Prefix: 'files/' };
    for (let from: string | undefined; ; ) {
      const command = new s3.ListObjectsV2Command({ ...place, ContinuationToken: from });
      const { Contents = [], NextContinuationToken } = await ofS3('list its files', () =>
        client.send(command),
      );
      const versions = Contents.map(({ Key = '' }) => Key.slice(place.Prefix.length));
      yield* versions.filter(isUuid);
      if (NextContinuationToken === undefined) return;
      from = NextContinuationToken;
    }
  } finally {
    client.destroy();
  }
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Removed, or not there before the first file.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
