/**
 * Notices other secrets than the database was last used with: `secrets.json` was lost and made again, or one of several
 * processes has its own. Such a process looks healthy and refuses the sessions and keys of the others.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Observe } from '../observe/observation.ts';
import type { Secrets } from './secrets.ts';

const LOOK_EVERY_MS = 60_000;
const MARK_LENGTH = 12;

type Marked = Pick<Secrets, 'publishableKey' | 'secretKey' | 'jwtKeys' | 'encryptionKeys'>;

export interface SecretWatch {
  /** Sentences for the operator. */
  warnings(): readonly string[];
  stop(): Promise<void>;
}

/** From now on the database has this process's marks. */
export async function watchSecrets(
  database: Pick<Database, 'asOwner'>,
  secrets: Marked,
  observe: Observe,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<SecretWatch> {
  const marks = marksOf(secrets);
  const changed = await exchange(database, marks);
  const atStart = changed.length === 0 ? [] : [ofStart(changed)];
  if (changed.length > 0) observe({ kind: 'secrets-changed', settings: changed });
  let elsewhere: readonly string[] = [];
  const look = async () => {
    const others = (await readMarks(database)).filter(({ name, mark }) => !marks.get(name)?.includes(mark));
    elsewhere = others.length === 0 ? [] : [ofOthers(others.map(({ name }) => name))];
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = look().catch((error: unknown) => observe({ kind: 'background-failed', error }));
  }, lookEveryMs).unref();
  return {
    warnings: () => [...atStart, ...elsewhere],
    stop: () => {
      clearInterval(timer);
      return looking;
    },
  };
}

/** The sentences of the log and of the operator's page about secrets that are new. */
export function ofStart(settings: readonly string[]): string {
  return `${settings.join(', ')}: not what the database was last used with. If secrets.json was lost, restore it from a backup; if other processes run on this database, give all the same. If you changed them yourself, the next start says no more of it.`;
}

function ofOthers(settings: readonly string[]): string {
  return `${settings.join(', ')}: another process on this database was started with others, and each refuses the sessions and keys of the other. Give all the same (docs/deploy.md).`;
}

/** @returns by variable the marks of all keys that count, the one that new things are made with first */
function marksOf({ publishableKey, secretKey, jwtKeys, encryptionKeys }: Marked) {
  return new Map<string, readonly [string, ...string[]]>([
    ['SUPABASE_PUBLISHABLE_KEY', [markOf(publishableKey)]],
    ['SUPABASE_SECRET_KEY', [markOf(secretKey)]],
    ['AUTH_JWT_KEYS', marksOfAll(jwtKeys, ({ x, y }) => `${x} ${y}`)],
    ['ENCRYPTION_KEY', marksOfAll(encryptionKeys, (key) => key)],
  ]);
}

function marksOfAll<Key>(
  [first, ...others]: readonly [Key, ...Key[]],
  textOf: (key: Key) => string,
): readonly [string, ...string[]] {
  return [markOf(textOf(first)), ...others.map((key) => markOf(textOf(key)))];
}

function markOf(secret: string): string {
  return createHash('sha256').update(`trellis secret mark ${secret}`).digest('hex').slice(0, MARK_LENGTH);
}

/** @returns the variables whose former key does not count any more */
async function exchange(
  database: Pick<Database, 'asOwner'>,
  marks: ReturnType<typeof marksOf>,
): Promise<readonly string[]> {
  const names = [...marks.keys()];
  const firsts = [...marks.values()].map(([first]) => first);
  const before = await readMarks(database);
  await database.asOwner((transaction) =>
    transaction.last({
      text: `insert into trellis_server.secret_marks (name, mark) select * from unnest($1::text[], $2::text[])
        on conflict (name) do update set mark = excluded.mark, noted_at = clock_timestamp()
        where secret_marks.mark <> excluded.mark`,
      values: [names, firsts],
    }),
  );
  return before.filter(({ name, mark }) => !marks.get(name)?.includes(mark)).map(({ name }) => name);
}

async function readMarks(
  database: Pick<Database, 'asOwner'>,
): Promise<readonly { readonly name: string; readonly mark: string }[]> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ name: string; mark: string }>({
      text: 'select name, mark from trellis_server.secret_marks order by name',
    }),
  );
  return rows;
}
