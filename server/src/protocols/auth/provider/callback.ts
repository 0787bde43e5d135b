/**
 * /callback: the way back from the provider, which ends at the site with tokens (in the fragment) or a code (in the query), or
 * with what went wrong. A browser that this server did not send there goes on to the site.
 */
import type { Transaction } from '../../../database/database.ts';
import { maySignUp } from '../account/require-sign-up.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { AuthServices, Operation } from '../auth-services.ts';
import { AuthError } from '../errors.ts';
import { allow } from '../limits/rate-limit.ts';
import { type Client, readClient } from '../request/client.ts';
import { redirectWithCode, redirectWithError, redirectWithTokens } from '../respond/verify-redirect.ts';
import { startSession } from '../session/start-session.ts';
import { tokenResponse } from '../session/token-response.ts';
import { insertFlowState, issueAuthCode } from '../store/flow-states.ts';
import type { User } from '../store/users.ts';
import { admit } from './admit.ts';
import { OIDC, type OidcProvider } from './oidc-provider.ts';
import { type Flow, takeFlow } from './sealed-flow.ts';

export const callback: Operation = async (context, auth) => {
  const flow = takeFlow(context, auth);
  const query = new URL(context.req.url).searchParams;
  const wantsCode = flow?.challenge !== undefined || flow === undefined;
  try {
    if (!auth.oidc || !flow || query.get('state') !== flow.state)
      throw query.has('state')
        ? new AuthError('bad_oauth_state', 'OAuth state is invalid')
        : new AuthError('bad_oauth_callback', 'OAuth state parameter missing');
    const client = readClient(context, auth);
    await allow(auth, { limit: 'verify', address: client.address });
    return context.redirect(await finish(auth, auth.oidc, { flow, query, client }), 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.cause !== undefined) auth.observe({ kind: 'provider-failed', error: error.cause });
    return context.redirect(
      redirectWithError(flow?.redirectTo ?? auth.config.siteUrl, error, wantsCode),
      303,
    );
  }
};

interface Return {
  readonly flow: Flow;
  readonly query: URLSearchParams;
  readonly client: Client;
}

/** @returns where the browser goes, with what signs it in */
async function finish(
  auth: AuthServices,
  oidc: OidcProvider,
  { flow, query, client }: Return,
): Promise<string> {
  const account = await oidc.whoCame(query, flow);
  const enter = async (transaction: Transaction): Promise<User> => {
    const { user, isNew } = await admit(transaction, account, {
      oidc,
      maySignUp: (email) => maySignUp(auth, transaction, email),
    });
    for (const action of isNew ? (['user_signedup', 'login'] as const) : (['login'] as const))
      await recordAuthEvent(transaction, {
        actor: user,
        action,
        address: client.address,
        traits: { provider: OIDC },
      });
    return user;
  };
  const { challenge } = flow;
  if (challenge === undefined) {
    const grant = await auth.database.asOwner(async (transaction) =>
      startSession(transaction, { userId: (await enter(transaction)).id, method: 'oauth', client }),
    );
    return redirectWithTokens(flow.redirectTo, undefined, await tokenResponse(auth, grant));
  }
  const code = await auth.database.asOwner(async (transaction) => {
    const { id: userId } = await enter(transaction);
    return issueAuthCode(
      transaction,
      await insertFlowState(transaction, { userId, authenticationMethod: 'oauth', challenge }),
    );
  });
  if (code === undefined) throw new AuthError('flow_state_not_found', 'No associated flow state found.');
  return redirectWithCode(flow.redirectTo, code);
}
