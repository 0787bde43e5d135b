/** The rows of trellis_server.resumable_uploads: uploads that come in several requests. */
import type { Database, Transaction } from '../../../database/database.ts';
import type { Place } from './objects.ts';

type Owner = Pick<Database, 'asOwner'>;

// Since its last bytes came.
const LIFE = "interval '24 hours'";
// Longer than a request is ever silent while its process lives.
const LEASE = "interval '1 minute'";

export interface ResumableUpload {
  readonly version: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly owner_id: string | null;
  readonly link_id: string | null;
  readonly is_upsert: boolean;
  readonly metadata: string;
  /** Null until the client knows it. */
  readonly size: number | null;
  readonly kept: number;
  /** The disk that has all of these. */
  readonly kept_at: string | null;
  readonly is_complete: boolean;
  readonly expires_at: Date;
}

/** Postgres' bigint comes as text. */
type Stored = Omit<ResumableUpload, 'size' | 'kept'> & {
  readonly size: string | null;
  readonly kept: string;
};

const COLUMNS = `version, bucket_id, name, owner_id, link_id, is_upsert, metadata, size, kept, kept_at, is_complete, expires_at`;

/**
 * Forgets the owner's uploads that were completed longest ago, but the newest of them. Each is a row of up to 16 KB for a client
 * that may not have heard of the end, and nothing else limits how many an account completes in a day.
 */
export async function forgetLongComplete(
  transaction: Transaction,
  owner: string | null,
  kept: number,
): Promise<void> {
  await transaction.query({
    text: `delete from trellis_server.resumable_uploads where version in (
      select version from trellis_server.resumable_uploads
      where owner_id is not distinct from $1 and is_complete
      order by expires_at desc, version offset $2)`,
    values: [owner, kept],
  });
}

export type NewUpload = Pick<
  ResumableUpload,
  'version' | 'owner_id' | 'link_id' | 'is_upsert' | 'metadata' | 'size'
> & { readonly place: Place };

/** Before the first byte is written. */
export async function insertUpload(database: Owner, upload: NewUpload): Promise<ResumableUpload> {
  const { version, place, owner_id, link_id, is_upsert, metadata, size } = upload;
  return database.asOwner(async (transaction) => {
    const { rows } = await transaction.query<Stored>({
      text: `with noted as (insert into trellis_server.loose_files (version, due) values ($1, now() + ${LIFE}))
        insert into trellis_server.resumable_uploads (version, bucket_id, name, owner_id, link_id, is_upsert, metadata, size, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, now() + ${LIFE}) returning ${COLUMNS}`,
      values: [version, place.bucket, place.name, owner_id, link_id, is_upsert, metadata, size],
    });
    return uploadOf(rows[0] as Stored);
  });
}

/** @returns how many of an owner, or of nobody, are not complete */
export async function countUnfinished(transaction: Transaction, owner: string | null): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>({
    text: `select count(*)::int as count from trellis_server.resumable_uploads
      where owner_id is not distinct from $1 and not is_complete and expires_at > now()`,
    values: [owner],
  });
  return rows[0]?.count ?? 0;
}

export async function findUpload(
  transaction: Transaction,
  version: string,
): Promise<ResumableUpload | undefined> {
  const { rows } = await transaction.query<Stored>({
    text: `select ${COLUMNS} from trellis_server.resumable_uploads where version = $1 and expires_at > now()`,
    values: [version],
  });
  return rows.map(uploadOf)[0];
}

/**
 * Lets one request add to an upload.
 * @returns undefined while another one does, and when it is no more
 */
export async function leaseUpload(
  database: Owner,
  version: string,
  lease: string,
): Promise<ResumableUpload | undefined> {
  return database.asOwner(async (transaction) => {
    // First, so that it is not removed meanwhile.
    const { rowCount } = await transaction.query({
      text: `update trellis_server.loose_files set due = now() + ${LIFE} where version = $1 and due > now() and not is_removing`,
      values: [version],
    });
    if (rowCount === 0) return undefined;
    const { rows } = await transaction.query<Stored>({
      text: `update trellis_server.resumable_uploads
        set lease = $2, leased_until = now() + ${LEASE}, expires_at = now() + ${LIFE}
        where version = $1 and not is_complete and (lease is null or leased_until <= now()) returning ${COLUMNS}`,
      values: [version, lease],
    });
    return rows.map(uploadOf)[0];
  });
}

/**
 * @param kept how many bytes are on which disk now; null for as many as before
 * @param size if the client has named it only now
 * @returns whether the upload is still this request's
 */
export async function renewLease(
  database: Owner,
  { version, lease }: { readonly version: string; readonly lease: string },
  kept: { readonly bytes: number; readonly disk: string } | null,
  size: number | null,
): Promise<boolean> {
  return database.asOwner(async (transaction) => {
    const { rowCount } = await transaction.last({
      text: `with renewed as (
          update trellis_server.resumable_uploads set kept = coalesce($3, kept), kept_at = coalesce($5, kept_at), size = coalesce(size, $4),
            leased_until = now() + ${LEASE}, expires_at = now() + ${LIFE}
          where version = $1 and lease = $2 returning version, expires_at
        ) update trellis_server.loose_files loose set due = renewed.expires_at from renewed where loose.version = renewed.version and not is_removing`,
      values: [version, lease, kept?.bytes ?? null, size, kept?.disk ?? null],
    });
    return rowCount > 0;
  });
}

export async function endLease(database: Owner, version: string, lease: string): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: `update trellis_server.resumable_uploads set lease = null, leased_until = null where version = $1 and lease = $2`,
      values: [version, lease],
    }),
  );
}

/** @returns those of the versions that are no uploads in several requests which may go on */
export async function endedOf(database: Owner, versions: readonly string[]): Promise<readonly string[]> {
  if (versions.length === 0) return [];
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ version: string }>({
      text: `select given.version from unnest($1::text[]) as given (version) where not exists (
        select from trellis_server.resumable_uploads known where known.version = given.version and not known.is_complete)`,
      values: [versions],
    }),
  );
  return rows.map(({ version }) => version);
}

/** Its bytes may go at once. */
export async function endUpload(database: Owner, version: string): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: `with ended as (delete from trellis_server.resumable_uploads where version = $1 and not is_complete returning version)
        update trellis_server.loose_files loose set due = now() from ended where loose.version = ended.version and not is_removing`,
      values: [version],
    }),
  );
}

function uploadOf(row: Stored): ResumableUpload {
  return { ...row, size: row.size === null ? null : Number(row.size), kept: Number(row.kept) };
}
