/** POST /object/list-v2/:bucket: lists a bucket's files, a page at a time, by a cursor. */
import { z } from 'zod';
import type { Transaction } from '../../../database/database.ts';
import { requestErrors } from '../errors.ts';
import type { Handler } from '../operation.ts';
import { readJson } from '../request/json-body.ts';
import { bucketOf } from '../request/place-of.ts';
import { runOperation } from '../request/run-operation.ts';

const LONGEST = 1000;

const body = z.object({
  prefix: z.string().optional(),
  limit: z.int().min(1).optional(),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().optional(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at']),
      order: z.enum(['asc', 'desc']).optional(),
    })
    .optional(),
});

/** The last entry of a page, and how the list was sorted. */
const cursorForm = z.object({
  after: z.string(),
  column: z.enum(['name', 'updated_at', 'created_at']),
  order: z.enum(['asc', 'desc']),
  moment: z.iso.datetime().optional(),
});
type Cursor = z.output<typeof cursorForm>;

interface Entry {
  readonly name: string;
  /** Null for a folder. */
  readonly id: string | null;
  readonly updated_at: Date | null;
  readonly created_at: Date | null;
}

/** POST /object/list-v2/:bucket */
export const listV2: Handler = async (services, context, call) => {
  const bucket = bucketOf(context);
  const given = await readJson(services, context, call, body);
  const limit = Math.min(given.limit ?? LONGEST, LONGEST);
  const from: Cursor = given.cursor
    ? readCursor(given.cursor)
    : { after: '', column: given.sortBy?.column ?? 'name', order: given.sortBy?.order ?? 'asc' };
  const entries = await runOperation(
    services.database,
    call,
    { readOnly: true, mayTakeLong: true },
    (transaction) =>
      (given.with_delimiter ? readFolder : readAll)(transaction, bucket, given.prefix ?? '', limit + 1, from),
  );
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const hasNext = entries.length > limit;
  return context.json({
    hasNext,
    ...(hasNext && last && { nextCursor: writeCursor(from, last) }),
    folders: page.filter(({ id }) => id === null).map((folder) => ({ ...folder, name: `${folder.name}/` })),
    objects: page.filter(({ id }) => id !== null),
  });
};

async function readFolder(
  transaction: Transaction,
  bucket: string,
  prefix: string,
  limit: number,
  { after, column, order, moment }: Cursor,
): Promise<readonly Entry[]> {
  const { rows } = await transaction.query<Entry>({
    name: 'storage_search_v2',
    text: 'select * from storage.search_v2($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [prefix, bucket, limit, prefix.split('/').length, after, order, column, moment ?? ''],
  });
  return rows;
}

async function readAll(
  transaction: Transaction,
  bucket: string,
  prefix: string,
  limit: number,
  { after, column, order, moment }: Cursor,
): Promise<readonly Entry[]> {
  // From closed lists.
  const compare = order === 'asc' ? '>' : '<';
  const time = column === 'name' ? undefined : `date_trunc('milliseconds', ${column})`;
  const isBehind = time
    ? `(${time}, name collate "C") ${compare} ($5::timestamptz, $3)`
    : `name collate "C" ${compare} $3 and $5::timestamptz is not null`;
  const { rows } = await transaction.query<Entry>({
    text: `select id, name, metadata, updated_at, created_at, last_accessed_at from storage.objects
      where bucket_id = $1 and name collate "C" >= $2 and name collate "C" < $2 || chr(1114111) and ($3 = '' or ${isBehind})
      order by ${time ? `${time} ${order}, ` : ''}name collate "C" ${order} limit $4`,
    values: [bucket, prefix, after, limit, moment ?? '1970-01-01T00:00:00Z'],
  });
  return rows;
}

function writeCursor({ column, order }: Cursor, last: Entry): string {
  const moment = column === 'name' ? undefined : last[column]?.toISOString();
  const cursor: Cursor = { after: last.name, column, order, ...(moment !== undefined && { moment }) };
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @throws {StorageError} */
function readCursor(text: string): Cursor {
  try {
    return cursorForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw requestErrors.invalid('Invalid cursor');
  }
}
