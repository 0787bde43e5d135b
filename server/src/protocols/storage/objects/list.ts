/** POST /object/list/:bucket: lists what is in a folder of a bucket. */
import { z } from 'zod';
import type { Handler } from '../operation.ts';
import { readJson } from '../request/json-body.ts';
import { bucketOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';

const body = z.object({
  prefix: z.string(),
  limit: z.int().min(1).max(100_000).nullish(),
  offset: z.int().min(0).max(1_000_000_000).nullish(),
  search: z.string().nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).nullish(),
      order: z.enum(['asc', 'desc']).nullish(),
    })
    .nullish(),
});

/** POST /object/list/:bucket */
export const list: Handler = async (services, context, call) => {
  const bucket = bucketOf(context);
  const { prefix, limit, offset, search, sortBy } = await readJson(services, context, call, body);
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const levels = (folder + (search ?? '')).split('/').length;
  const { rows } = await runOperation(
    services.database,
    call,
    { readOnly: true, mayTakeLong: true },
    (transaction) =>
      transaction.query({
        name: 'storage_search',
        text: 'select * from storage.search($1, $2, $3, $4, $5, $6, $7, $8)',
        values: [
          folder,
          bucket,
          limit ?? 100,
          levels,
          offset ?? 0,
          search ?? '',
          sortBy?.column ?? 'name',
          sortBy?.order ?? 'asc',
        ],
      }),
  );
  return context.json(rows);
};
