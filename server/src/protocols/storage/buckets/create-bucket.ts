/** POST /bucket: makes a bucket. */
import { z } from 'zod';
import { isSqlError } from '../../../database/sql-error.ts';
import { bucketErrors, requestErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { readJson } from '../request/json-body.ts';
import { requireBucketName } from '../request/names.ts';
import { runOperation } from '../request/run-operation.ts';
import { ownerOf } from '../request/storage-call.ts';
import { insertBucket } from '../store/buckets.ts';
import { bucketFields, readBucketFields } from './bucket-fields.ts';

const body = z.object({
  name: z.string(),
  id: z.string().optional(),
  type: z.enum(['STANDARD', 'ANALYTICS']).optional(),
  ...bucketFields,
});
const DUPLICATE = '23505';

export const createBucket: Handler = async (services, context, call) => {
  const given = await readJson(services, context, call, body);
  if (given.type === 'ANALYTICS') throw requestErrors.notEnabled('iceberg_catalog');
  const name = requireBucketName(given.name);
  const id = requireBucketName(given.id || name);
  const {
    isPublic = false,
    fileSizeLimit = null,
    allowedMimeTypes = null,
  } = readBucketFields(given, services.largestFileBytes());
  const bucket = { id, name, owner: ownerOf(call), isPublic, fileSizeLimit, allowedMimeTypes };
  await runOperation(services.database, call, {}, (transaction) => insertBucket(transaction, bucket)).catch(
    (error: unknown) => {
      throw isSqlError(error) && error.code === DUPLICATE ? bucketErrors.exists() : error;
    },
  );
  return context.json({ name });
};
