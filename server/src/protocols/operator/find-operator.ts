/**
 * Who may operate this server, asked at each request: an account with a confirmed address that OPERATORS names, on the second
 * step where it has one; or the holder of the secret key, as the command is.
 */
import type { Context } from 'hono';
import { CallerError } from '../../http/caller/caller.ts';
import { clientAddress } from '../../http/caller/client-address.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';
import { isUuid } from '../../http/uuid.ts';
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
  { accounts, config, database }: OperatorServices,
  session: { readonly userId: string; readonly sessionId: string },
): Promise<Operator | undefined> {
  const account = await database.asOwner((transaction) => accounts.findOperator(transaction, session));
  if (!account) return undefined;
  const address = clientAddress(context, config.trustProxy);
  return { id: account.id, sessionId: session.sessionId, name: account.email ?? '', address };
}

function isOver({ problem }: CallerError): boolean {
  if (problem.kind === 'bad-token') return problem.error.problem === 'expired';
  return problem.kind === 'ended-session';
}
