/** The versions of storage.objects, in the order in which stores list their files. */
import type { Database } from '../../../database/database.ts';

export type Owner = Pick<Database, 'asOwner'>;

export interface ObjectVersion {
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  /** In lower case; empty where the row has none. */
  readonly version: string;
}

const PORTION = 1000;
const VERSION = `(coalesce(lower(version), '')) collate "C"`;

/** @returns all of them, in portions, each in a transaction of its own */
export async function* listVersions(database: Owner): AsyncGenerator<readonly ObjectVersion[]> {
  let after = { version: '', id: '00000000-0000-0000-0000-000000000000' };
  for (let portion: readonly ObjectVersion[]; ; ) {
    const { version, id } = after;
    ({ rows: portion } = await database.asOwner((transaction) =>
      transaction.last<ObjectVersion>({
        text: `select id, bucket_id, name, ${VERSION} as version from storage.objects
          where (${VERSION}, id) > ($1, $2) order by ${VERSION}, id limit ${PORTION}`,
        values: [version, id],
      }),
    ));
    yield portion;
    const last = portion.at(-1);
    if (!last || portion.length < PORTION) return;
    after = last;
  }
}

/** @returns those of the rows that still name the same bytes, and did so at the moment */
export async function stillThere(
  database: Owner,
  rows: readonly ObjectVersion[],
  moment: string,
): Promise<readonly ObjectVersion[]> {
  const { rows: there } = await database.asOwner((transaction) =>
    transaction.last<ObjectVersion>({
      text: `select objects.id, objects.bucket_id, objects.name, given.version
        from unnest($1::uuid[], $2::text[]) as given (id, version) join storage.objects using (id)
        where coalesce(lower(objects.version), '') = given.version and objects.updated_at < $3::timestamptz
        order by objects.bucket_id, objects.name`,
      values: [rows.map(({ id }) => id), rows.map(({ version }) => version), moment],
    }),
  );
  return there;
}

/** @returns the database's time, to the microsecond: a row may be as young as that */
export async function momentOf(database: Owner): Promise<string> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ now: string }>({ text: 'select clock_timestamp()::text as now' }),
  );
  return (rows[0] as { now: string }).now;
}

/** @returns those of the versions that no row names, and no note: neither an upload under way nor bytes that are to go */
export async function unknownOf(database: Owner, versions: readonly string[]): Promise<readonly string[]> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ version: string }>({ text: UNKNOWN, values: [versions] }),
  );
  return rows.map(({ version }) => version);
}

const UNKNOWN = `select given.version from unnest($1::text[]) as given (version)
  where not exists (select from storage.objects where ${VERSION} = given.version)
    and not exists (select from trellis_server.loose_files loose where loose.version = given.version and not loose.was_found)`;
