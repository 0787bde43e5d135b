/**
 * The demands of the migrations and the server on a Postgres, each with the sentence for one that lacks it. The table in
 * docs/deploy.md has them by the same names. Extensions, tables and rights aside, a managed or distributed Postgres differs most in
 * what connections share: locks, notifications, how many there may be, and who ends them.
 */
import type { ClientBase } from 'pg';

export interface Lack {
  /** The need's name. */
  readonly need: string;
  /** Whether it runs all the same. */
  readonly isBearable: boolean;
  readonly sentence: string;
}

interface Need {
  readonly name: string;
  readonly isBearable?: true;
  /** A boolean in SQL. */
  readonly lacks: string;
  /** A text in SQL, which stands for `%` in the sentence. */
  readonly value?: string;
  readonly sentence: string;
}

/** The pool of a process, and its connection that listens: open-postgres.ts. */
const CONNECTIONS = 17;
const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gin'];
const ANSWER_MS = 3000;
// Any constant will do, as long as nothing else in the database uses it.
const LOCK = 0x646f63746f72n;
const CHANNEL = 'trellis_doctor';

const missingExtensions = `select name from unnest('{${EXTENSIONS.join()}}'::text[]) as name
  where not exists (select from pg_available_extensions as available where available.name = name.name)`;
const allowedConnections = `(select least(
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer,
    nullif(datconnlimit, -1), nullif(rolconnlimit, -1))
  from pg_database, pg_roles where datname = current_database() and rolname = current_user)`;

const NEEDS: readonly Need[] = [
  {
    name: 'A primary',
    lacks: `pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on'`,
    sentence:
      'DATABASE_URL leads to a standby, or to a database that is read-only: give it the address of the primary.',
  },
  {
    name: 'Encoding UTF8',
    lacks: `getdatabaseencoding() <> 'UTF8'`,
    value: 'getdatabaseencoding()',
    sentence: `the database's encoding is %: make one with "create database … encoding 'UTF8' template template0".`,
  },
  {
    name: 'A collation that knows letters',
    isBearable: true,
    lacks: `lower('É') <> 'é'`,
    value: `(select datcollate from pg_database where datname = current_database())`,
    sentence: `the database's locale (%) does not know that É and é are one letter, so the search tells them apart: make the database with the locale C.UTF-8, or one of a language.`,
  },
  {
    name: 'Extensions',
    lacks: `exists (${missingExtensions})`,
    value: `(select string_agg(name, ', ') from (${missingExtensions}) as missing)`,
    sentence:
      'the server does not offer %: install the package postgresql-contrib, or allow them where the provider has a list.',
  },
  {
    name: 'A user who owns the database',
    lacks: `not has_database_privilege(current_database(), 'create') or not coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), true)`,
    value: 'quote_ident(current_user)',
    sentence: `% may not make schemas and tables: run "alter database … owner to %" as a superuser.`,
  },
  {
    name: 'Connections',
    lacks: `${allowedConnections} < ${CONNECTIONS}`,
    value: `${allowedConnections}::text`,
    sentence: `the server allows % connections, and each process of Trellis opens up to ${CONNECTIONS}: allow more (max_connections, and the limits of the user and the database).`,
  },
  {
    name: 'Isolation',
    lacks: `current_setting('default_transaction_isolation') <> 'read committed'`,
    value: `current_setting('default_transaction_isolation')`,
    sentence: `transactions are "%" unless they ask for another level, and Trellis counts on "read committed": run "alter database … set default_transaction_isolation = 'read committed'".`,
  },
  {
    name: 'No end to long statements',
    isBearable: true,
    lacks: `current_setting('statement_timeout') <> '0' or current_setting('transaction_timeout', true) <> '0'`,
    sentence:
      'the server ends long statements or transactions of its own accord, and may end an upgrade or a backup: run "alter role … set statement_timeout = 0" for the user of DATABASE_URL, and so for transaction_timeout.',
  },
  {
    name: 'No end to idle connections',
    isBearable: true,
    lacks: `current_setting('idle_session_timeout') <> '0'`,
    value: `current_setting('idle_session_timeout')`,
    sentence:
      'the server ends connections that are idle for %, and live changes wait until the next one listens: run "alter role … set idle_session_timeout = 0" for the user of DATABASE_URL.',
  },
  {
    name: 'Commits on the disk',
    isBearable: true,
    lacks: `current_setting('fsync') = 'off' or current_setting('synchronous_commit') = 'off'`,
    sentence:
      'the server answers before a commit is on the disk (fsync or synchronous_commit is off): a crash can take the last saves along.',
  },
];

const LOCKS = 'Advisory locks';
const NOTIFICATIONS = 'LISTEN and NOTIFY';

/** As docs/deploy.md lists them. */
export const NEED_NAMES: readonly string[] = [...NEEDS.map(({ name }) => name), LOCKS, NOTIFICATIONS];

/** @returns what one connection can tell is not as it must be */
export async function lacksOfServer(client: ClientBase): Promise<readonly Lack[]> {
  const columns = NEEDS.map(
    ({ lacks, value = "''" }) => `(${lacks}) is true as lacks, (${value})::text as value`,
  );
  const { rows } = await client.query<{ lacks: boolean; value: string }>(
    columns.map((column) => `select ${column}`).join(' union all '),
  );
  return NEEDS.flatMap(({ name, isBearable = false, sentence }, index) => {
    const row = rows[index];
    return row?.lacks
      ? [{ need: name, isBearable, sentence: sentence.replaceAll('%', row.value ?? '') }]
      : [];
  });
}

/** @returns what two connections lack in common; both are as before afterwards */
export async function lacksBetween(one: ClientBase, other: ClientBase): Promise<readonly Lack[]> {
  const lacks: Lack[] = [];
  if (!(await excludes(one, other)))
    lacks.push({
      need: LOCKS,
      isBearable: false,
      sentence:
        'an advisory lock of one connection does not keep another one out: two processes would migrate at once, and do work twice.',
    });
  if (!(await isHeard(one, other)))
    lacks.push({
      need: NOTIFICATIONS,
      isBearable: false,
      sentence: `what one connection tells by NOTIFY does not reach another one that listens within ${ANSWER_MS / 1000} seconds: nobody would see the changes of others.`,
    });
  return lacks;
}

async function excludes(one: ClientBase, other: ClientBase): Promise<boolean> {
  await one.query(`select pg_advisory_lock(${LOCK}::bigint)`);
  try {
    const { rows } = await other.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${LOCK}::bigint) as taken`,
    );
    if (rows[0]?.taken) await other.query(`select pg_advisory_unlock(${LOCK}::bigint)`);
    return rows[0]?.taken === false;
  } finally {
    await one.query(`select pg_advisory_unlock(${LOCK}::bigint)`);
  }
}

async function isHeard(listener: ClientBase, teller: ClientBase): Promise<boolean> {
  const heard = Promise.withResolvers<boolean>();
  const onNotification = ({ channel }: { channel: string }) => {
    if (channel === CHANNEL) heard.resolve(true);
  };
  const timer = setTimeout(() => heard.resolve(false), ANSWER_MS);
  listener.on('notification', onNotification);
  try {
    await listener.query(`listen ${CHANNEL}`);
    await teller.query(`notify ${CHANNEL}`);
    return await heard.promise;
  } finally {
    clearTimeout(timer);
    listener.off('notification', onNotification);
    await listener.query(`unlisten ${CHANNEL}`);
  }
}
