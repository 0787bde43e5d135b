/**
 * /callback: the way back from the provider, which ends at the site with tokens (in the fragment) or a code (in the query), or
 * with what went wrong. A browser that this server did not send there goes on to the site.
 */
import type { Transaction } from '../../../database/database.ts';
import { maySignUp } from '../account/require-sign-up.ts';
import { recordAuthEvent } from '../audit/record-event.ts';
import type { AuthServices, Operation } from '../auth-services.ts';
import { putClaimNotice } from '../claim/claim-account.ts';
import { AuthError } from '../errors.ts';
import { allow } from '../limits/rate-limit.ts';
import { OIDC, type OidcProvider } from '../oidc/oidc-provider.ts';
import { readClient } from '../request/client.ts';
import { tokenResponse } from '../respond/token-response.ts';
import {
  redirectToClaimed,
  redirectWithCode,
  redirectWithError,
  redirectWithTokens,
} from '../respond/verify-redirect.ts';
import { type Grant, startSession } from '../session/start-session.ts';
import { insertFlowState, issueAuthCode } from '../store/flow-states.ts';
import type { Client } from '../store/sessions.ts';
import type { User } from '../store/users.ts';
import { type Admitted, admit } from './admit.ts';
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
  const { challenge } = flow;
  const { entered, claim, credential } = await auth.database.asOwner(async (transaction) => {
    const entered = await admit(transaction, account, {
      oidc,
      maySignUp: (email) => maySignUp(auth, transaction, email),
    });
    await record(transaction, entered, client);
    const { user, isClaimed } = entered;
    const claim = isClaimed ? await putClaimNotice(auth, transaction, user.email ?? '') : undefined;
    return { entered, claim, credential: await issue(transaction, user, { challenge, client }) };
  });
  if (claim) auth.background.run(() => auth.mails.deliver(claim));
  if (entered.isClaimed) auth.liveSessions.forget();
  const redirectTo = entered.isClaimed ? redirectToClaimed(flow.redirectTo) : flow.redirectTo;
  return typeof credential === 'string'
    ? redirectWithCode(redirectTo, credential)
    : redirectWithTokens(redirectTo, undefined, await tokenResponse(auth, credential));
}

/** @returns a code for a client that sent a challenge, else a session */
async function issue(
  transaction: Transaction,
  { id: userId }: User,
  { challenge, client }: Pick<Flow, 'challenge'> & Pick<Return, 'client'>,
): Promise<string | Grant> {
  if (challenge === undefined) return startSession(transaction, { userId, method: 'oauth', client });
  const flowStateId = await insertFlowState(transaction, {
    userId,
    authenticationMethod: 'oauth',
    challenge,
  });
  const code = await issueAuthCode(transaction, flowStateId);
  if (code === undefined) throw new AuthError('flow_state_not_found', 'No associated flow state found.');
  return code;
}

async function record(transaction: Transaction, { user, ...entered }: Admitted, { address }: Client) {
  const actions = [
    ...(entered.isNew ? (['user_signedup'] as const) : []),
    ...(entered.isClaimed ? (['account_claimed'] as const) : []),
    'login' as const,
  ];
  for (const action of actions)
    await recordAuthEvent(transaction, { actor: user, action, address, traits: { provider: OIDC } });
}
