/**
 * POST /logout: ends this session, all others, or all. Ending others takes the second step, if any: a holder of
 * the password alone must not be able to throw the account's holder out.
 */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Transaction } from '../../database/database.ts';
import { recordAuthEvent } from './audit/record-event.ts';
import type { Operation } from './auth-services.ts';
import { AuthError } from './errors.ts';
import { requireAal2 } from './mfa/require-aal2.ts';
import { readClient } from './request/client.ts';
import { loadSubject, readSubject, type TokenSubject } from './request/require-user.ts';
import { deleteOtherSessions, deleteSession, deleteSessionsOf } from './store/sessions.ts';

interface Scope {
  readonly end: (transaction: Transaction, subject: TokenSubject) => Promise<void>;
  /** The status that refuses it without the second step; undefined where it needs none. */
  readonly refusal?: ContentfulStatusCode;
}

const SCOPES: ReadonlyMap<string, Scope> = new Map<string, Scope>([
  ['local', { end: (transaction, { sessionId }) => deleteSession(transaction, sessionId) }],
  // The clients take a 403 for success, and would say so here.
  ['others', { end: deleteOtherSessions, refusal: 422 }],
  // A 403 makes the clients forget their own session, as a person who cannot take the second step wants.
  ['global', { end: (transaction, { userId }) => deleteSessionsOf(transaction, userId), refusal: 403 }],
]);

export const logout: Operation = async (context, auth) => {
  const subject = await readSubject(context.req.raw, auth);
  const name = context.req.query('scope') || 'global';
  await auth.database.asOwner(async (transaction) => {
    const actor = await loadSubject(transaction, subject);
    const scope = SCOPES.get(name);
    if (!scope) throw new AuthError('validation_failed', `Unsupported logout scope ${JSON.stringify(name)}`);
    if (scope.refusal) await requireAal2(transaction, subject, 'end other sessions', scope.refusal);
    await scope.end(transaction, subject);
    const { address } = readClient(context, auth);
    await recordAuthEvent(transaction, { actor, action: 'logout', address, traits: { scope: name } });
  });
  auth.liveSessions.forget();
  return context.body(null, 204);
};
