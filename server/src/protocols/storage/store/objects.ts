/** The rows of storage.objects. */
import type { Transaction } from '../../../database/database.ts';
import type { Owner } from './owner.ts';

/** The facts that the server knows of a file's bytes. Rows that were made by other means may lack some of it. */
export interface FileMetadata {
  readonly eTag?: string | undefined;
  readonly size?: number | undefined;
  readonly mimetype?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly contentLength?: number | undefined;
  readonly httpStatusCode?: number | undefined;
}

export type UserMetadata = Readonly<Record<string, unknown>>;

export interface ObjectRow {
  readonly id: string;
  readonly name: string;
  readonly bucket_id: string;
  readonly version: string | null;
  readonly metadata: FileMetadata | null;
  readonly user_metadata: UserMetadata | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The place of a file. */
export interface Place {
  readonly bucket: string;
  readonly name: string;
}

const COLUMNS = 'id, name, bucket_id, version, metadata, user_metadata, created_at, updated_at';
const ALL_COLUMNS = `id, name, bucket_id, owner, owner_id, version, metadata, user_metadata, created_at, updated_at,
  last_accessed_at`;

export async function findObject(
  transaction: Transaction,
  { bucket, name }: Place,
): Promise<ObjectRow | undefined> {
  const { rows } = await transaction.query<ObjectRow>({
    name: 'storage_find_object',
    text: `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
    values: [bucket, name],
  });
  return rows[0];
}

/** @returns those of the names that are there */
export async function findNames(
  transaction: Transaction,
  bucket: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await transaction.query<{ name: string }>({
    text: 'select name from storage.objects where bucket_id = $1 and name = any($2)',
    values: [bucket, names],
  });
  return new Set(rows.map(({ name }) => name));
}

export interface NewObject extends Place {
  readonly id: string;
  readonly owner: Owner;
  /** Null when the row is only tried. */
  readonly version: string | null;
  readonly metadata: FileMetadata;
  readonly userMetadata: UserMetadata | null;
}

// Without RETURNING, which needs the right to read.
const INSERT = `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const UPSERT = `${INSERT} on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
  version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`;

/** @param upsert whether the new row may take the place of one with the same name */
export async function putObject(transaction: Transaction, object: NewObject, upsert: boolean): Promise<void> {
  const { id, bucket, name, owner, version, metadata, userMetadata } = object;
  await transaction.query({
    name: upsert ? 'storage_upsert_object' : 'storage_insert_object',
    text: upsert ? UPSERT : INSERT,
    values: [
      id,
      bucket,
      name,
      owner.uuid,
      owner.id,
      version,
      JSON.stringify(metadata),
      userMetadata && JSON.stringify(userMetadata),
    ],
  });
}

/** @returns whether the caller may move it, and it was there */
export async function moveObject(
  transaction: Transaction,
  from: Place,
  to: Place,
  owner: Owner,
): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: `update storage.objects set bucket_id = $3, name = $4, owner = coalesce($5, owner), owner_id = coalesce($6, owner_id)
      where bucket_id = $1 and name = $2`,
    values: [from.bucket, from.name, to.bucket, to.name, owner.uuid, owner.id],
  });
  return rowCount > 0;
}

export async function deleteObjects(
  transaction: Transaction,
  bucket: string,
  names: readonly string[],
): Promise<readonly object[]> {
  const { rows } = await transaction.query({
    text: `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${ALL_COLUMNS}`,
    values: [bucket, names],
  });
  return rows;
}

/** @returns how many there were, up to so many */
export async function deleteSome(transaction: Transaction, bucket: string, most: number): Promise<number> {
  const { rowCount } = await transaction.query({
    text: `delete from storage.objects where id in (select id from storage.objects where bucket_id = $1 limit $2)`,
    values: [bucket, most],
  });
  return rowCount;
}

export async function hasObjects(transaction: Transaction, bucket: string): Promise<boolean> {
  const { rows } = await transaction.query({
    text: 'select from storage.objects where bucket_id = $1 limit 1',
    values: [bucket],
  });
  return rows.length > 0;
}
