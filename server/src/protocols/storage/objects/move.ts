/** POST /object/move: renames a file. The bytes stay where they are: only the row knows a name. */
import { z } from 'zod';
import { isSqlError } from '../../../database/sql-error.ts';
import { bucketErrors, objectErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { readJson } from '../request/json-body.ts';
import { requireBucketName, requireObjectName } from '../request/names.ts';
import { runOperation } from '../request/run-operation.ts';
import { ownerOf } from '../request/storage-call.ts';
import { findBucket } from '../store/buckets.ts';
import { findObject, moveObject } from '../store/objects.ts';
import { requireFits } from './require-fits.ts';

const body = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
});
const DUPLICATE = '23505';

export const move: Handler = async (services, context, call) => {
  const given = await readJson(services, context, call, body);
  const from = { bucket: requireBucketName(given.bucketId), name: requireObjectName(given.sourceKey) };
  const to = {
    bucket: requireBucketName(given.destinationBucket ?? from.bucket),
    name: requireObjectName(given.destinationKey),
  };
  const bucket = await services.database.asOwner((transaction) => findBucket(transaction, to.bucket));
  if (!bucket) throw bucketErrors.notFound();
  const object = await runOperation(services.database, call, {}, async (transaction) => {
    const found = await findObject(transaction, from);
    if (!found) throw objectErrors.notFound();
    if (from.bucket !== to.bucket) requireFits(found, bucket);
    if (!(await moveObject(transaction, from, to, ownerOf(call)))) throw objectErrors.notFound();
    return found;
  }).catch((error: unknown) => {
    throw isSqlError(error) && error.code === DUPLICATE ? objectErrors.exists() : error;
  });
  return context.json({ message: 'Successfully moved', Id: object.id, Key: to.name });
};
