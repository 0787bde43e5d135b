/** DELETE /bucket/:bucket: deletes a bucket, which must be empty, whatever the caller can see of it. */
import { isSqlError } from '../../../database/sql-error.ts';
import { bucketErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { bucketOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';
import { findBucket, deleteBucket as removeBucket } from '../store/buckets.ts';
import { hasObjects } from '../store/objects.ts';

const STILL_REFERENCED = '23503';

export const deleteBucket: Handler = async ({ database }, context, call) => {
  const id = bucketOf(context);
  const isEmpty = await database.asOwner(async (transaction) => {
    if (!(await findBucket(transaction, id))) throw bucketErrors.notFound();
    return !(await hasObjects(transaction, id));
  });
  if (!isEmpty) throw bucketErrors.notEmpty();
  const deleted = await runOperation(database, call, {}, (transaction) =>
    removeBucket(transaction, id),
  ).catch((error: unknown) => {
    // Somebody uploads meanwhile.
    throw isSqlError(error) && error.code === STILL_REFERENCED ? bucketErrors.notEmpty() : error;
  });
  if (!deleted) throw bucketErrors.notFound();
  return context.json({ message: 'Successfully deleted' });
};
