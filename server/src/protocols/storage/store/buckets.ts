/** The rows of storage.buckets. */
import type { Transaction } from '../../../database/database.ts';
import type { Owner } from './owner.ts';

export interface BucketRow {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly public: boolean;
  readonly type: string;
  readonly file_size_limit: number | null;
  readonly allowed_mime_types: readonly string[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Postgres' bigint comes as text. */
type Stored<Row> = Omit<Row, 'file_size_limit'> & { readonly file_size_limit: string | null };

const COLUMNS = `id, name, coalesce(owner_id, owner::text, '') as owner, coalesce(public, false) as public, type::text,
  file_size_limit, allowed_mime_types, created_at, updated_at`;

export async function findBucket(transaction: Transaction, id: string): Promise<BucketRow | undefined> {
  const { rows } = await transaction.query<Stored<BucketRow>>({
    name: 'storage_find_bucket',
    text: `select ${COLUMNS} from storage.buckets where id = $1`,
    values: [id],
  });
  return rows.map(bucketOf)[0];
}

export interface BucketList {
  readonly search?: string | undefined;
  readonly sortColumn?: 'id' | 'name' | 'created_at' | 'updated_at' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

export async function listBuckets(transaction: Transaction, list: BucketList): Promise<readonly BucketRow[]> {
  const { search = '', sortColumn = 'id', sortOrder = 'asc', limit = null, offset = 0 } = list;
  const { rows } = await transaction.query<Stored<BucketRow>>({
    text: `select ${COLUMNS} from storage.buckets where position(lower($1) in lower(name)) > 0
      order by ${sortColumn} ${sortOrder} limit $2 offset $3`,
    values: [search, limit, offset],
  });
  return rows.map(bucketOf);
}

export interface NewBucket {
  readonly id: string;
  readonly name: string;
  readonly owner: Owner;
  readonly isPublic: boolean;
  readonly fileSizeLimit: number | null;
  readonly allowedMimeTypes: readonly string[] | null;
}

export async function insertBucket(transaction: Transaction, bucket: NewBucket): Promise<void> {
  const { id, name, owner, isPublic, fileSizeLimit, allowedMimeTypes } = bucket;
  await transaction.query({
    text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, name, owner.uuid, owner.id, isPublic, fileSizeLimit, allowedMimeTypes],
  });
}

/** Undefined leaves a property as it is. */
export type BucketChange = {
  readonly [Name in 'isPublic' | 'fileSizeLimit' | 'allowedMimeTypes']?: NewBucket[Name] | undefined;
};

/** @returns whether the caller may change it, and it is there */
export async function updateBucket(
  transaction: Transaction,
  id: string,
  change: BucketChange,
): Promise<boolean> {
  const { isPublic, fileSizeLimit, allowedMimeTypes } = change;
  const { rowCount } = await transaction.query({
    text: `update storage.buckets set
        public = coalesce($2, public),
        file_size_limit = case when $3 then $4 else file_size_limit end,
        allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
        updated_at = now()
      where id = $1`,
    values: [
      id,
      isPublic ?? null,
      fileSizeLimit !== undefined,
      fileSizeLimit ?? null,
      allowedMimeTypes !== undefined,
      allowedMimeTypes ?? null,
    ],
  });
  return rowCount > 0;
}

/** @returns whether the caller may delete it, and it was there */
export async function deleteBucket(transaction: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: 'delete from storage.buckets where id = $1',
    values: [id],
  });
  return rowCount > 0;
}

function bucketOf(row: Stored<BucketRow>): BucketRow {
  return { ...row, file_size_limit: row.file_size_limit === null ? null : Number(row.file_size_limit) };
}
