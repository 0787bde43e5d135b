/** GET /bucket/:bucket: one bucket. */
import { bucketErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { bucketOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';
import { findBucket } from '../store/buckets.ts';

export const getBucket: Handler = async ({ database }, context, call) => {
  const id = bucketOf(context);
  const bucket = await runOperation(database, call, { readOnly: true }, (transaction) =>
    findBucket(transaction, id),
  );
  if (!bucket) throw bucketErrors.notFound();
  return context.json(bucket);
};
