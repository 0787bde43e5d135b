/** PUT /bucket/:bucket: changes a bucket's limits, types and publicity. */
import { z } from 'zod';
import { bucketErrors, objectErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { readJson } from '../request/json-body.ts';
import { bucketOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';
import { updateBucket as changeBucket } from '../store/buckets.ts';
import { bucketFields, readBucketFields } from './bucket-fields.ts';

const body = z.object(bucketFields);

export const updateBucket: Handler = async (services, context, call) => {
  const id = bucketOf(context);
  const change = readBucketFields(await readJson(services, context, call, body), services.largestFileBytes());
  if (Object.values(change).every((value) => value === undefined)) throw objectErrors.noContent();
  const isThere = await runOperation(services.database, call, {}, (transaction) =>
    changeBucket(transaction, id, change),
  );
  if (!isThere) throw bucketErrors.notFound();
  return context.json({ message: 'Successfully updated' });
};
