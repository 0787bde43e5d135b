/** The notes of trellis_server.loose_files: files that have no row yet, or no more. */
import type { Database, Transaction } from '../../../database/database.ts';

type Owner = Pick<Database, 'asOwner'>;

// Longer than a process is ever silent while it lives.
const LEASE = "interval '10 minutes'";
// As the index on the versions of storage.objects has it.
const NAMED = `exists (select from storage.objects where (coalesce(lower(objects.version), '')) collate "C" = loose.version)`;
const KEPT_WHEN_FOUND = "interval '1 day'";

/** Before the first byte is written. */
export async function noteUpload(database: Owner, version: string): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: `insert into trellis_server.loose_files (version, due, is_upload) values ($1, now() + ${LEASE}, true)`,
      values: [version],
    }),
  );
}

export async function renewUploads(database: Owner, versions: readonly string[]): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: `update trellis_server.loose_files set due = now() + ${LEASE} where version = any($1) and is_upload and not is_removing`,
      values: [versions],
    }),
  );
}

/** The bytes of an upload that failed may go at once. */
export async function giveUpUpload(database: Owner, version: string): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: 'update trellis_server.loose_files set due = now(), is_upload = false where version = $1 and not is_removing',
      values: [version],
    }),
  );
}

/** For a process that has the database for itself, when it starts: nobody else uploads. */
export async function endAllLeases(database: Owner): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: `with resumable as (update trellis_server.resumable_uploads set leased_until = now() where lease is not null)
        update trellis_server.loose_files set due = now() where is_upload or is_removing`,
    }),
  );
}

export interface LooseFile {
  readonly version: string;
  /** Whether its process has died in the middle. */
  readonly is_upload: boolean;
  /** Whether nothing named its bytes. */
  readonly was_found: boolean;
}

/**
 * Marks some that are due: no row can take them any more. After a crash they are due again. None while a backup is made, which
 * may still need the files of rows that are gone by now.
 */
export async function beginRemoval(database: Owner, most: number): Promise<readonly LooseFile[]> {
  return database.asOwner(async (transaction) => {
    const { rows } = await transaction.last<LooseFile>({
      text: `update trellis_server.loose_files set is_removing = true, due = now() + ${LEASE} where version in (
          select version from trellis_server.loose_files loose where due <= now() and not (was_found and ${NAMED}) and not exists (
            select from trellis_server.backups where finished_at is null and alive_until > now()
          )
          order by due limit $1 for update skip locked
        ) returning version, is_upload, was_found`,
      values: [most],
    });
    return rows;
  });
}

/** Bytes that nothing names: they are due in a day, so that somebody can give the server its own database back meanwhile. */
export async function noteFound(database: Owner, versions: readonly string[]): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: `insert into trellis_server.loose_files (version, due, was_found)
        select version, now() + ${KEPT_WHEN_FOUND}, true from unnest($1::text[]) as version on conflict do nothing`,
      values: [versions],
    }),
  );
}

/** Those that a row names by now, as after a restore. */
export async function forgetNamed(database: Owner): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({ text: `delete from trellis_server.loose_files loose where was_found and ${NAMED}` }),
  );
}

export async function forgetFound(database: Owner): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({ text: 'delete from trellis_server.loose_files where was_found and not is_removing' }),
  );
}

/** @returns how many bytes that nothing names are about to be removed */
export async function countFound(database: Owner): Promise<number> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ files: number }>({
      text: 'select count(*)::int as files from trellis_server.loose_files where was_found',
    }),
  );
  return rows[0]?.files ?? 0;
}

export async function endRemoval(database: Owner, versions: readonly string[]): Promise<void> {
  await database.asOwner((transaction) =>
    transaction.last({
      text: 'delete from trellis_server.loose_files where version = any($1) and is_removing',
      values: [versions],
    }),
  );
}

/** @returns whether the link had not been used */
export async function useUploadLink(transaction: Transaction, id: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await transaction.query({
    text: 'insert into trellis_server.used_upload_links (id, expires_at) values ($1, $2) on conflict do nothing',
    values: [id, expiresAt],
  });
  return rowCount > 0;
}

/**
 * Used links, and uploads in several requests. They are refused as expired by now.
 * @returns the versions of the uploads
 */
export async function forgetExpired(database: Owner): Promise<readonly string[]> {
  return database.asOwner(async (transaction) => {
    const { rows } = await transaction.last<{ version: string }>({
      text: `with links as (delete from trellis_server.used_upload_links where expires_at < now() - interval '1 hour')
        delete from trellis_server.resumable_uploads where expires_at < now() - interval '1 hour' returning version`,
    });
    return rows.map(({ version }) => version);
  });
}
