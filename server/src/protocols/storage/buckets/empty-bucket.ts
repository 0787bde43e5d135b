/** POST /bucket/:bucket/empty: deletes the files that the caller may delete. */
import { bucketErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { bucketOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';
import { findBucket } from '../store/buckets.ts';
import { deleteSome } from '../store/objects.ts';

// Others use the embedded database between two transactions.
const AT_ONCE = 1000;

export const emptyBucket: Handler = async ({ database, sweeper }, context, call) => {
  const id = bucketOf(context);
  const bucket = await runOperation(database, call, { readOnly: true }, (transaction) =>
    findBucket(transaction, id),
  );
  if (!bucket) throw bucketErrors.notFound();
  for (let deleted = AT_ONCE; deleted === AT_ONCE; ) {
    deleted = await runOperation(database, call, {}, (transaction) => deleteSome(transaction, id, AT_ONCE));
  }
  sweeper.run();
  return context.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
};
