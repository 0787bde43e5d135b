/** POST /object/copy: copies a file, within a bucket or to another one. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isSqlError } from '../../../database/sql-error.ts';
import { bucketErrors, objectErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { readJson } from '../request/json-body.ts';
import { requireBucketName, requireObjectName } from '../request/names.ts';
import { runOperation } from '../request/run-operation.ts';
import { ownerOf, type StorageCall } from '../request/storage-call.ts';
import { readMetadataHeader, requireHeaderValues } from '../request/upload-head.ts';
import type { StorageServices } from '../storage-services.ts';
import { findBucket } from '../store/buckets.ts';
import { giveUpUpload, noteUpload } from '../store/loose-files.ts';
import { findObject, type NewObject, type ObjectRow, type Place, putObject } from '../store/objects.ts';
import { HEAD_BYTES, typeOf } from '../types/file-types.ts';
import { UNKNOWN } from '../types/known-types.ts';
import { requireFits } from './require-fits.ts';

const body = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
  copyMetadata: z.boolean().nullish(),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
});
const DUPLICATE = '23505';

/** POST /object/copy */
export const copy: Handler = async (services, context, call) => {
  const given = await readJson(services, context, call, body);
  const from = { bucket: requireBucketName(given.bucketId), name: requireObjectName(given.sourceKey) };
  const to = {
    bucket: requireBucketName(given.destinationBucket ?? from.bucket),
    name: requireObjectName(given.destinationKey),
  };
  const upsert = context.req.header('x-upsert') === 'true';
  using _place = services.uploads.begin(call.sender);
  const source = await readSource(services, call, from);
  const keepsMetadata = given.copyMetadata ?? true;
  const wished = { ...source.metadata, ...(!keepsMetadata && given.metadata) };
  const { mimetype = UNKNOWN, cacheControl = 'no-cache' } = wished;
  requireHeaderValues({ mimeType: mimetype, cacheControl });
  const metadata = { ...wished, mimetype: typeOf(mimetype, await headOf(services, source)) };
  const userMetadata = keepsMetadata
    ? source.user_metadata
    : readMetadataHeader(context.req.header('x-metadata'));
  const bucket = await services.database.asOwner((transaction) => findBucket(transaction, to.bucket));
  if (!bucket) throw bucketErrors.notFound();
  requireFits({ metadata }, bucket);
  const row: NewObject = {
    ...to,
    id: randomUUID(),
    owner: ownerOf(call),
    version: null,
    metadata,
    userMetadata,
  };
  await put(services, call, row, upsert, true);
  const version = await keepCopy(services, source, (kept) =>
    put(services, call, { ...row, ...kept(metadata) }, upsert, false),
  );
  return context.json({
    Id: row.id,
    Key: `${to.bucket}/${to.name}`,
    id: row.id,
    name: to.name,
    bucket_id: to.bucket,
    version,
    metadata,
    user_metadata: userMetadata,
  });
};

async function readSource({ database }: StorageServices, call: StorageCall, from: Place): Promise<ObjectRow> {
  const source = await runOperation(database, call, { readOnly: true }, (transaction) =>
    findObject(transaction, from),
  );
  if (!source) throw objectErrors.notFound();
  return source;
}

async function headOf({ files }: StorageServices, { version }: ObjectRow): Promise<Buffer> {
  const file = version === null ? undefined : await files.open(version);
  if (!file) throw objectErrors.notFound();
  if (file.size > 0) return buffer(file.read(0, Math.min(file.size, HEAD_BYTES) - 1));
  await file.close();
  return Buffer.alloc(0);
}

type Kept = (metadata: NewObject['metadata']) => Pick<NewObject, 'version' | 'metadata'>;

/** @returns the version of the copy */
async function keepCopy(
  { files, database, sweeper }: StorageServices,
  source: ObjectRow,
  write: (kept: Kept) => Promise<void>,
): Promise<string> {
  const version = randomUUID();
  using _guard = sweeper.guard(version);
  await noteUpload(database, version);
  try {
    const size = source.version === null ? undefined : await files.copy(source.version, version);
    if (size === undefined) throw objectErrors.notFound();
    const lastModified = new Date().toISOString();
    await write((metadata) => ({
      version,
      metadata: { ...metadata, eTag: `"${version}"`, size, lastModified },
    }));
    return version;
  } catch (error) {
    await giveUpUpload(database, version).catch(() => undefined);
    throw error;
  } finally {
    sweeper.run();
  }
}

/** @param rollback asks the policies only */
async function put(
  { database }: StorageServices,
  call: StorageCall,
  row: NewObject,
  upsert: boolean,
  rollback: boolean,
): Promise<void> {
  try {
    await runOperation(database, call, { rollback }, (transaction) => putObject(transaction, row, upsert));
  } catch (error) {
    throw isSqlError(error) && error.code === DUPLICATE ? objectErrors.exists() : error;
  }
}
