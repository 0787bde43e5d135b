/** POST /logout: ends this session, all others, or all. */
import type { Transaction } from '../../database/database.ts';
import { recordAuthEvent } from './audit/record-event.ts';
import type { Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { readClient } from './request/client.ts';
import { loadSubject, readSubject, type TokenSubject } from './request/require-user.ts';
import { deleteOtherSessions, deleteSession, deleteSessionsOf } from './store/sessions.ts';

type EndSessions = (transaction: Transaction, subject: TokenSubject) => Promise<void>;

const SCOPES: ReadonlyMap<string, EndSessions> = new Map<string, EndSessions>([
  ['local', (transaction, { sessionId }) => deleteSession(transaction, sessionId)],
  ['others', deleteOtherSessions],
  ['global', (transaction, { userId }) => deleteSessionsOf(transaction, userId)],
]);

export const logout: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const scope = context.req.query('scope') || 'global';
  await auth.database.asOwner(async (transaction) => {
    const actor = await loadSubject(transaction, subject);
    const endSessions = SCOPES.get(scope);
    if (!endSessions)
      throw new AuthError('validation_failed', `Unsupported logout scope ${JSON.stringify(scope)}`);
    await endSessions(transaction, subject);
    const { address } = readClient(context, auth);
    await recordAuthEvent(transaction, { actor, action: 'logout', address, traits: { scope } });
  });
  auth.liveSessions.forget();
  return context.body(null, 204);
};
