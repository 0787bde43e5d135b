/**
 * POST /invitations: invites addresses into a workspace, and mails each of them its link.
 * POST /invitations/renew: a new link for an address that is still invited, mailed again.
 *
 * Who may, and how many, the database decides: it is asked as the caller. The links are in the answer, for whoever has
 * no mail server, and nowhere else afterwards.
 */
import type { PostgrestError } from '@supabase/postgrest-js';
import { asCaller } from '../_shared/data-api.ts';
import { siteUrl } from '../_shared/settings.ts';
import { type InvitationMail, invitationMail } from './invitation-mail.ts';
import { mailAll } from './mail.ts';
import { readCreation, readRenewal } from './request.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-allow-methods': 'POST',
};

/** A row of `create_invitations` and `renew_invitation`. */
interface Invited {
  readonly email: string;
  readonly token: string | null;
  readonly is_member: boolean;
  readonly may_be_mailed: boolean;
}

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    if (request.method !== 'POST') return refuse(405, 'This is asked with POST.');
    const [, action = '', ...rest] = new URL(request.url).pathname.split('/').filter((part) => part !== '');
    if (rest.length > 0 || (action !== '' && action !== 'renew'))
      return refuse(404, 'There is nothing here.');
    const body: unknown = await request.json().catch(() => undefined);
    const api = asCaller(/^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '');
    try {
      const order = action === 'renew' ? readRenewal(body) : readCreation(body);
      if (!order) return refuse(400, 'The request is incomplete.');
      const { data, error } = await api.rpc(order.name, order.parameters);
      if (error) return refuseAs(error);
      const invited = data as readonly Invited[];
      const sent = await mail(api, invited);
      return answer(200, {
        data: invited.map(({ email, token, is_member: isMember }) => ({
          email,
          isMember,
          link: token === null ? null : linkOf(token),
          isMailed: sent.has(email),
        })),
      });
    } catch (error) {
      console.error(error);
      return refuse(500, 'An unexpected error occurred. Please try again.');
    }
  },
};

/** @returns the addresses whose mails were accepted */
async function mail(
  api: ReturnType<typeof asCaller>,
  invited: readonly Invited[],
): Promise<ReadonlySet<string>> {
  const tokens = new Map(
    invited.flatMap(({ email, token, may_be_mailed: may }) =>
      token !== null && may ? [[email, token]] : [],
    ),
  );
  const [first] = tokens.values();
  if (first === undefined) return new Set();
  // One workspace, one inviter, one role: what the first is about, all are.
  const { data, error } = await api.rpc('look_up_invitation', { token: first });
  if (error) throw new Error(`An invitation could not be read: ${error.message}`);
  const [about] = data as readonly Omit<InvitationMail, 'to' | 'link'>[];
  if (!about) return new Set();
  return mailAll([...tokens].map(([to, token]) => invitationMail({ ...about, to, link: linkOf(token) })));
}

/** The secret follows the hash sign: what stands there reaches no server, and no log of one. */
function linkOf(token: string): string {
  return `${siteUrl()}/invite#${token}`;
}

function refuseAs({ code, message }: PostgrestError): Response {
  if (code === '42501') return refuse(403, message);
  if (code.startsWith('TR')) return refuse(code === 'TR025' ? 429 : 400, message);
  if (code.startsWith('PGRST30')) return refuse(401, 'Your session has expired. Please sign in again.');
  if (code.startsWith('22')) return refuse(400, 'The request is incomplete.');
  throw new Error(`The Data API answered ${code}: ${message}`);
}

function refuse(status: number, error: string): Response {
  return answer(status, { error });
}

function answer(status: number, body: object): Response {
  // Answers hold secrets.
  return Response.json(body, { status, headers: { ...CORS, 'cache-control': 'no-store' } });
}
