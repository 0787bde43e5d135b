/** GET /bucket: the buckets that the caller sees. */
import { z } from 'zod';
import type { Handler } from '../operation.ts';
import { check } from '../request/check.ts';
import { runOperation } from '../request/run-operation.ts';
import { listBuckets as readBuckets } from '../store/buckets.ts';

const query = z.object({
  limit: z.coerce.number().int().min(1).max(100_000).optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
  search: z.string().optional(),
});

export const listBuckets: Handler = async ({ database }, context, call) => {
  const list = check(context.req.query(), query, 'querystring');
  const buckets = await runOperation(database, call, { readOnly: true }, (transaction) =>
    readBuckets(transaction, list),
  );
  return context.json(buckets);
};
