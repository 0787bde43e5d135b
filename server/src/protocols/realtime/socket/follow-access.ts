/**
 * Ends access at once: when a session ends or its level changes, and when the database says that somebody's rights, or
 * those on a topic, may have changed. The policies then decide, as they did at the join.
 */
import type { Services } from '../../../services.ts';
import type { Sockets } from './sockets.ts';

/**
 * The database tells JSON on this channel: `{"user": id}`, `{"topic": name}`, or both. A trigger tells by
 * `pg_notify`, which does no harm on a server that nobody listens to.
 */
const CHANNEL = 'realtime_access_changed';

export async function followAccess(
  { database, liveSessions }: Pick<Services, 'database' | 'liveSessions'>,
  sockets: Pick<Sockets, 'confirm' | 'confirmAll'>,
): Promise<void> {
  liveSessions.onChange((session) => {
    if (session === undefined) sockets.confirmAll();
    else sockets.confirm(({ caller }) => caller.claims.session_id === session);
  });
  await database.listen(CHANNEL, {
    onMessage: (payload) => {
      const changed = parse(payload);
      if (changed === undefined) return;
      sockets.confirm(
        ({ caller, topic, isPrivate }) =>
          isPrivate &&
          (changed.user === undefined || caller.claims.sub === changed.user) &&
          (changed.topic === undefined || topic === changed.topic),
      );
    },
    // The sessions are followed on the same connection, which reports then.
    onConnection: () => undefined,
  });
}

/** @returns undefined for what nobody here has written */
function parse(payload: string): { user?: unknown; topic?: unknown } | undefined {
  try {
    const parsed: unknown = JSON.parse(payload);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
