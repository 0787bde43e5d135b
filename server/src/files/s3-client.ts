/** Amazon's client, set up for any store that speaks S3, and the errors of such a store. */
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../config/config.ts';
import { StoreUnavailableError } from './store-unavailable.ts';

const CONNECT_MS = 5000;
// Without a byte.
const SILENT_MS = 30_000;
const SOCKETS = 128;
const ignore = () => undefined;

/** The store's own words, with what was asked of it. */
export class S3StoreError extends Error {
  override readonly name = 'S3StoreError';
  readonly status: number | undefined;

  constructor(asked: string, cause: unknown) {
    const { name, message, $metadata } = cause as Error & { $metadata?: { httpStatusCode?: number } };
    super(`The S3 store could not ${asked}: ${message || name} (${name}).`, { cause });
    this.status = $metadata?.httpStatusCode;
  }
}

export interface S3Connection {
  readonly client: S3Client;
  readonly s3: typeof import('@aws-sdk/client-s3');
}

/** @param config of whichever bucket */
export async function connectS3(
  config: Omit<S3Config, 'bucket'>,
  secretAccessKey: string,
): Promise<S3Connection> {
  // A tenth of a second, and some megabytes, for those who have such a store only.
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region: config.region,
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey },
    ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
    // Many stores that speak S3 know no other checksums than those of the protocol's first days.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The client would write to the console; callers report errors themselves.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      httpsAgent: { maxSockets: SOCKETS },
      httpAgent: { maxSockets: SOCKETS },
    },
  });
  return { client, s3 };
}

/** @throws {StoreUnavailableError} with the store's words as its cause */
export async function ofS3<Answer>(what: string, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    throw new StoreUnavailableError(new S3StoreError(what, error));
  }
}
