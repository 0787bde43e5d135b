/**
 * POST /invitations: invites addresses into a workspace, and mails each of them its link.
 * POST /invitations/renew: a new link for an address that is still invited, mailed again.
 * GET /invitations/mail: whether any mail goes out at all, so that people know before they invite.
 *
 * The database, called as the caller, decides who may invite and how many. The answer holds the links, for
 * servers that send no mail; no later answer does.
 */
import type { PostgrestError } from '@supabase/postgrest-js';
import { callerToken } from '../_shared/caller.ts';
import { asCaller, dataError } from '../_shared/data-api.ts';
import { Failure } from '../_shared/failure.ts';
import { type Action, jsonFunction, readBody } from '../_shared/json-function.ts';
import { siteUrl } from '../_shared/settings.ts';
import { type InvitationMail, invitationMail } from './invitation-mail.ts';
import { type Fates, hasMailServer, mailAll } from './mail.ts';
import { incomplete, type Order, readCreation, readRenewal } from './request.ts';

/** A row of `create_invitations` and `renew_invitation`. */
interface Invited {
  readonly email: string;
  readonly token: string | null;
  readonly is_member: boolean;
  readonly may_be_mailed: boolean;
}

const FAILURE = { code: 'UNKNOWN_ERROR', sentence: 'An unexpected error occurred. Please try again.' };

export default {
  fetch: jsonFunction({
    '': inviting(readCreation),
    renew: inviting(readRenewal),
    mail: { method: 'GET', failure: FAILURE, run: async () => ({ isMailed: hasMailServer() }) },
  }),
};

function inviting(read: (body: Readonly<Record<string, unknown>>) => Order): Action {
  return {
    method: 'POST',
    failure: FAILURE,
    run: async (request) => {
      const order = read(await readBody(request));
      const api = asCaller(callerToken(request));
      const { data, error } = await api.rpc(order.name, order.parameters);
      if (error) throw failureOf(error);
      const invited = data as readonly Invited[];
      const fates = await mail(api, invited);
      return invited.map(({ email, token, is_member: isMember }) => ({
        email,
        isMember,
        link: token === null ? null : linkOf(token),
        isMailed: fates.get(email) === 'sent',
        isOnItsWay: fates.get(email) === 'waiting',
      }));
    },
  };
}

/** @returns what has become of the mails so far, by address */
async function mail(api: ReturnType<typeof asCaller>, invited: readonly Invited[]): Promise<Fates> {
  const tokens = new Map(
    invited.flatMap(({ email, token, may_be_mailed: may }) =>
      token !== null && may ? [[email, token]] : [],
    ),
  );
  const [first] = tokens.values();
  if (first === undefined) return new Map();
  // All share a workspace, an inviter and a role: the first one's suffice.
  const { data, error } = await api.rpc('look_up_invitation', { token: first });
  if (error) throw dataError(error);
  const [about] = data as readonly Omit<InvitationMail, 'to' | 'link'>[];
  if (!about) return new Map();
  return mailAll([...tokens].map(([to, token]) => invitationMail({ ...about, to, link: linkOf(token) })));
}

/** The secret is in the fragment, which reaches no server and no server's log. */
function linkOf(token: string): string {
  return `${siteUrl()}/invite#${token}`;
}

function failureOf(error: PostgrestError): Error {
  const { code, message } = error;
  if (code === 'TR042' || code === '42501') return new Failure(403, 'managers_only', message);
  if (code === 'TR025') return new Failure(429, 'too_many_invitations', message);
  if (code.startsWith('TR')) return new Failure(400, 'invitation_refused', message);
  if (code.startsWith('PGRST30'))
    return new Failure(401, 'not_signed_in', 'Your session has expired. Please sign in again.');
  return code.startsWith('22') ? incomplete() : dataError(error);
}
