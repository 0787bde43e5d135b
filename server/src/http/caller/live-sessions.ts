/**
 * Which sessions have not ended, nor wait for the end of a ban, and what level they have, as far as this
 * process knows. An access token is good for an hour, so its session is looked up: the first time that this
 * process sees it, and then once a minute at most, as the database tells when a session ends or its level
 * changes (`pg_notify` by triggers on auth.sessions). Most requests therefore ask nobody.
 */
import type { Database } from '../../database/database.ts';

const CHANNEL = 'auth_session_ended';
// How long an end could go unnoticed should a message be lost, as with a pooler that does not pass them on.
const TRUSTED_MS = 60_000;
const KEPT = 10_000;

export interface LiveSession {
  /** The level of assurance that it has now; a token may have been made on a higher one. */
  readonly aal: string;
}

export interface LiveSessions {
  /**
   * @param aal the level that the token claims: one above what is known is looked up, as it may just have been
   * reached
   * @returns at once, without a promise, when it is known; else what the database has; undefined when it has
   * ended
   */
  find(id: string, aal?: unknown): LiveSession | Promise<LiveSession | undefined>;
  /**
   * Tells of each session that has ended or whose level has changed; of none in particular (undefined) when that may
   * have happened unseen.
   */
  onChange(listener: (id: string | undefined) => void): void;
  /** Forgets everything that is known, after this process has ended a session itself. */
  forget(): void;
}

/** Follows the database until it closes. */
export async function followSessions(database: Pick<Database, 'asOwner' | 'listen'>): Promise<LiveSessions> {
  /** A session, and the time until which nobody need look it up again. */
  const known = new Map<string, LiveSession & { readonly until: number }>();
  // Moves on with everything that may have ended a session, so that an answer from before is not believed after
  // it.
  let era = 0;
  let following = false;
  const listeners: ((id: string | undefined) => void)[] = [];

  function forget(id?: string): void {
    era++;
    if (id === undefined) known.clear();
    else known.delete(id);
  }

  async function lookUp(id: string): Promise<LiveSession | undefined> {
    const asked = era;
    const { rows } = await database.asOwner((transaction) =>
      transaction.query<LiveSession>({
        name: 'session_is_live',
        text: `select aal::text from auth.sessions as session where id = $1 and (not_after is null or not_after > now())
          and not exists (select from auth.users where id = session.user_id and banned_until > now())`,
        values: [id],
      }),
    );
    const [session] = rows;
    if (session && following && asked === era) remember(id, session);
    return session;
  }

  function remember(id: string, { aal }: LiveSession): void {
    const [oldest] = known.keys();
    if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
    known.set(id, { aal, until: performance.now() + TRUSTED_MS });
  }

  await database.listen(CHANNEL, {
    onMessage: (id) => {
      forget(id);
      for (const tell of listeners) tell(id);
    },
    onConnection: (connected) => {
      following = connected;
      forget();
      if (connected) for (const tell of listeners) tell(undefined);
    },
  });
  return {
    find: (id, aal) => {
      const session = known.get(id);
      if (session && session.until > performance.now() && !isAbove(aal, session)) return session;
      known.delete(id);
      return lookUp(id);
    },
    onChange: (listener) => void listeners.push(listener),
    forget: () => forget(),
  };
}

/** Levels are named so that they sort: `aal1`, `aal2`, `aal3`. */
export function isAbove(aal: unknown, session: LiveSession): boolean {
  return typeof aal === 'string' && aal > session.aal;
}
