/** DELETE /object/…: deletes files. */
import { z } from 'zod';
import { objectErrors, requestErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { readJson } from '../request/json-body.ts';
import { bucketOf, placeOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';
import { deleteObjects } from '../store/objects.ts';

const MOST = 1000;
const body = z.object({ prefixes: z.array(z.string()).min(1) });

/** DELETE /object/:bucket */
export const removeMany: Handler = async (services, context, call) => {
  const bucket = bucketOf(context);
  const { prefixes } = await readJson(services, context, call, body);
  if (prefixes.length > MOST)
    throw requestErrors.invalid(`Bulk object requests are limited to ${MOST} objects per request.`);
  const removed = await runOperation(services.database, call, {}, (transaction) =>
    deleteObjects(transaction, bucket, prefixes),
  );
  services.sweeper.run();
  return context.json(removed);
};

/** DELETE /object/:bucket/:name */
export const remove: Handler = async (services, context, call) => {
  const { bucket, name } = placeOf(context);
  const removed = await runOperation(services.database, call, {}, (transaction) =>
    deleteObjects(transaction, bucket, [name]),
  );
  if (removed.length === 0) throw objectErrors.notFound();
  services.sweeper.run();
  return context.json({ message: 'Successfully deleted' });
};
