/**
 * Which sessions have not ended, nor wait for the end of a ban, as far as this process knows. An access token is good
 * for an hour, so its session is looked up: the first time that this process sees it, and then once a minute at most, as
 * the database tells when a session ends (`pg_notify` by a trigger on auth.sessions). Most requests therefore ask nobody.
 */
import type { Database } from '../database/database.ts';

const CHANNEL = 'auth_session_ended';
// How long an end could go unnoticed should a message be lost, as behind a pooler that does not pass them on.
const TRUSTED_MS = 60_000;
const KEPT = 10_000;

export interface LiveSessions {
  /** @returns at once, without a promise, when it is known; else whether the database has the session */
  isLive(id: string): true | Promise<boolean>;
  /** Forgets everything that is known, after this process has ended a session itself. */
  forget(): void;
}

/** Follows the database until it closes. */
export async function followSessions(database: Pick<Database, 'asOwner' | 'listen'>): Promise<LiveSessions> {
  /** Until when a session need not be looked up again. */
  const known = new Map<string, number>();
  // Moves on with everything that may have ended a session, so that an answer from before is not believed after it.
  let era = 0;
  let following = false;

  function forget(id?: string): void {
    era++;
    if (id === undefined) known.clear();
    else known.delete(id);
  }

  async function lookUp(id: string): Promise<boolean> {
    const asked = era;
    const { rowCount } = await database.asOwner((transaction) =>
      transaction.query({
        name: 'session_is_live',
        text: `select 1 from auth.sessions as session where id = $1 and (not_after is null or not_after > now())
          and not exists (select from auth.users where id = session.user_id and banned_until > now())`,
        values: [id],
      }),
    );
    const live = rowCount > 0;
    if (live && following && asked === era) remember(id);
    return live;
  }

  function remember(id: string): void {
    const [oldest] = known.keys();
    if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
    known.set(id, performance.now() + TRUSTED_MS);
  }

  await database.listen(CHANNEL, {
    onMessage: forget,
    onConnection: (connected) => {
      following = connected;
      forget();
    },
  });
  return {
    isLive: (id) => {
      const until = known.get(id);
      if (until !== undefined && until > performance.now()) return true;
      known.delete(id);
      return lookUp(id);
    },
    forget: () => forget(),
  };
}
