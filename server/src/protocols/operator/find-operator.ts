/**
 * Who may operate this server, asked at each request: an account with a confirmed address that OPERATORS names, on the second
 * step where it has one; or the holder of the secret key, as the command is.
 */
import type { Context } from 'hono';
import { CallerError } from '../../http/caller/caller.ts';
import { clientAddress } from '../../http/caller/client-address.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { isUuid } from '../../http/uuid.ts';
import { AuthError } from '../auth/errors.ts';
import { requireAal2 } from '../auth/mfa/require-aal2.ts';
import { loadSubject, type TokenSubject } from '../auth/request/require-user.ts';
import { isOperatorsAccount } from '../auth/respond/is-operators-account.ts';
import { OperatorError } from './errors.ts';
import type { Operator, OperatorServices } from './operator-services.ts';

/**
 * @returns undefined for everybody else, who does not learn why
 * @throws {OperatorError} for a session that was good once, whoever's it was
 */
export async function findOperator(
  context: Context<HttpEnvironment>,
  services: OperatorServices,
): Promise<Operator | undefined> {
  const { config, resolveCaller } = services;
  const caller = await resolveCaller(context.req.raw).catch((error: unknown) => {
    if (!(error instanceof CallerError)) throw error;
    if (isOver(error)) throw new OperatorError('session_over', 'This session has ended.');
    return undefined;
  });
  if (!caller) return undefined;
  const { sub: userId, session_id: sessionId } = caller.claims;
  if (caller.role === 'service_role' && sessionId === undefined)
    return {
      id: null,
      sessionId: null,
      name: 'secret key',
      address: clientAddress(context, config.trustProxy),
    };
  if (!isUuid(userId) || !isUuid(sessionId)) return undefined;
  return operatorOf(context, services, { userId, sessionId });
}

/** @returns the account of a session, while it may operate */
export async function operatorOf(
  context: Context<HttpEnvironment>,
  { config, database }: OperatorServices,
  subject: TokenSubject,
): Promise<Operator | undefined> {
  const address = clientAddress(context, config.trustProxy);
  try {
    return await database.asOwner(async (transaction) => {
      const user = await loadSubject(transaction, subject);
      if (!isOperatorsAccount(config, user)) return undefined;
      await requireAal2(transaction, subject, 'operate the server');
      return { id: user.id, sessionId: subject.sessionId, name: user.email ?? '', address };
    });
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}

function isOver({ problem }: CallerError): boolean {
  if (problem.kind === 'bad-token') return problem.error.problem === 'expired';
  return problem.kind === 'ended-session';
}
