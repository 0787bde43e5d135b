/** Inviting through the function, as the web app does, with a mail server and without one. */
import { createClient, FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailServer, postpone, refuse, startMailServer } from '../mail/mail-server.ts';
import { clientOf, type Person, signUp } from '../product/people.ts';
import { startTestServer, type TestServer, useTestServer } from '../support/test-server.ts';

interface Invited {
  readonly email: string;
  readonly isMember: boolean;
  readonly isMailed: boolean;
  readonly isOnItsWay: boolean;
  readonly link: string | null;
}

async function call(
  person: Pick<Person, 'client'>,
  body: object,
  name = 'invitations',
): Promise<{ status: number; error?: string; data: Invited[] }> {
  const { data, error } = await person.client.functions.invoke(name, { body: { ...body } });
  if (!error) return { status: 200, data: data.data };
  if (!(error instanceof FunctionsHttpError)) throw error;
  const answer: Response = error.context;
  return { status: answer.status, ...(await answer.json()), data: [] };
}

const invite = (person: Person, emails: readonly string[], role?: string) =>
  call(person, { organizationId: person.workspaceId, emails, ...(role && { role }) });

const tokenOf = ({ link }: Invited) => String(link).split('#')[1] ?? '';

describe('without a mail server', () => {
  const server = useTestServer();
  let ada: Person;
  beforeAll(async () => {
    ada = await signUp(server(), 'Ada Lovelace');
  });

  test('each address gets a link to pass on, and the database keeps only its hash', async () => {
    const { data } = await invite(ada, ['Grace@Example.com', 'joan@example.com'], 'admin');
    expect(data).toEqual([
      {
        email: 'grace@example.com',
        isMember: false,
        isMailed: false,
        isOnItsWay: false,
        link: expect.any(String),
      },
      {
        email: 'joan@example.com',
        isMember: false,
        isMailed: false,
        isOnItsWay: false,
        link: expect.any(String),
      },
    ]);
    const [grace] = data as [Invited];
    expect(grace.link).toMatch(new RegExp(`^${server().config.siteUrl}/invite#[0-9a-f]{64}$`));
    const operator = clientOf(server(), server().secrets.secretKey);
    const { data: rows } = await operator.from('organization_invitations').select('*');
    expect(JSON.stringify(rows)).not.toContain(tokenOf(grace));
    const { data: about } = await ada.client.rpc('look_up_invitation', { token: tokenOf(grace) });
    expect(about).toEqual([
      expect.objectContaining({
        state: 'open',
        email: 'grace@example.com',
        role: 'admin',
        inviter_name: 'Ada Lovelace',
        organization_name: "Ada Lovelace's Workspace",
      }),
    ]);
  });

  test('the mail lies beside the others', async () => {
    const { data } = await invite(ada, ['outbox@example.com']);
    const mail = await server().mailTo('outbox@example.com');
    expect(mail.subject).toBe("Invitation to a workspace on Trellis: Ada Lovelace's Workspace");
    expect(mail.text).toContain("Ada Lovelace invited you to work in Ada Lovelace's Workspace on Trellis");
    expect(mail.text).toContain(data[0]?.link);
  });

  test('it says before anybody is invited that no mail goes out', async () => {
    const { data } = await ada.client.functions.invoke('invitations/mail', { method: 'GET' });
    expect(data).toEqual({ data: { isMailed: false } });
  });

  test('a member is not invited again', async () => {
    const bob = await signUp(server(), 'Bob');
    const [invited] = (await invite(ada, [bob.email])).data;
    await bob.client.rpc('accept_invitation', { token: tokenOf(invited as Invited) });
    expect((await invite(ada, [bob.email])).data).toEqual([
      { email: bob.email, isMember: true, isMailed: false, isOnItsWay: false, link: null },
    ]);
  });

  test('a member without the right to invite gets nothing and changes nothing', async () => {
    const eve = await signUp(server(), 'Eve');
    const before = (await ada.client.from('organization_invitations').select('id')).data?.length;
    const organizationId = ada.workspaceId;
    expect(await call(eve, { organizationId, emails: ['x@example.com'] })).toMatchObject({
      status: 403,
      error: 'Only owners and admins of the workspace may do this.',
    });
    const anonymous = { client: clientOf(server(), server().secrets.publishableKey) };
    expect((await call(anonymous, { organizationId, emails: ['x@example.com'] })).status).toBe(401);
    const forged = createClient(server().url, server().secrets.publishableKey, {
      global: { headers: { authorization: 'Bearer e30.e30.e30' } },
    });
    expect((await call({ client: forged }, { organizationId, emails: ['x@example.com'] })).status).toBe(401);
    expect((await ada.client.from('organization_invitations').select('id')).data?.length).toBe(before);
  });

  test.each([
    ['no address', { emails: [] }, 400],
    ['a word without an address', { emails: ['nobody'] }, 400],
    ['an owner', { emails: ['x@example.com'], role: 'owner' }, 400],
    ['a number', { emails: [5] }, 400],
    ['a word', { emails: 'x@example.com' }, 400],
    ['into nowhere', { emails: ['x@example.com'], organizationId: 'nowhere' }, 400],
    ['nothing', undefined, 400],
  ])('inviting %s is refused in a sentence', async (_what, body, status) => {
    const answer = await call(ada, body ? { organizationId: ada.workspaceId, ...body } : {});
    expect(answer).toMatchObject({ status, error: expect.stringMatching(/\.$/) });
  });

  test('a NUL in an address is named as the reason, by the function and by the Data API', async () => {
    const emails = ['a\0@example.com'];
    const answer = await call(ada, { organizationId: ada.workspaceId, emails });
    expect(answer).toMatchObject({ status: 400, error: expect.stringContaining('NUL character') });
    const { error } = await ada.client.rpc('create_invitations', {
      organization_id: ada.workspaceId,
      emails,
    });
    expect(error).toMatchObject({ code: '22P05', message: expect.stringContaining('NUL character') });
  });

  test('other methods and paths do not exist', async () => {
    const { data } = await ada.client.auth.getSession();
    const headers = { authorization: `Bearer ${data.session?.access_token}` };
    const at = `${server().url}/functions/v1/invitations`;
    expect((await fetch(at, { headers })).status).toBe(405);
    expect((await fetch(`${at}/other`, { method: 'POST', headers })).status).toBe(404);
    expect((await fetch(at, { method: 'OPTIONS' })).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('with a mail server', () => {
  let mailbox: MailServer;
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    mailbox = await startMailServer();
    server = await startTestServer({
      mail: { smtpUrl: mailbox.url, from: 'Trellis <no-reply@example.com>' },
    });
    ada = await signUp(server, 'Ada Lovelace');
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await mailbox[Symbol.asyncDispose]();
  });

  test('it says before anybody is invited that mails go out', async () => {
    const { data } = await ada.client.functions.invoke('invitations/mail', { method: 'GET' });
    expect(data).toEqual({ data: { isMailed: true } });
  });

  test('everyone gets a mail with the link, and the answer says so', async () => {
    const { data } = await invite(ada, ['grace@example.com', 'joan@example.com']);
    for (const invited of data) {
      expect(invited.isMailed).toBe(true);
      const [mail] = mailbox.acceptedFor(invited.email);
      expect(mail?.text).toContain(invited.link);
      expect(mail?.html).toContain(invited.link);
      expect(mail?.from?.address).toBe('no-reply@example.com');
    }
  });

  test('renewing mails another link, and voids the first one', async () => {
    const [first] = (await invite(ada, ['again@example.com'])).data as [Invited];
    const { data: waiting } = await ada.client
      .from('organization_invitations')
      .select('id')
      .eq('email', 'again@example.com')
      .is('revoked_at', null)
      .single();
    const [second] = (await call(ada, { invitationId: waiting?.id }, 'invitations/renew')).data as [Invited];
    expect(second.isMailed).toBe(true);
    expect(mailbox.acceptedFor('again@example.com')).toHaveLength(2);
    const state = async (invited: Invited) =>
      (await ada.client.rpc('look_up_invitation', { token: tokenOf(invited) })).data[0].state;
    expect([await state(first), await state(second)]).toEqual(['revoked', 'open']);
  });

  test('a mailbox gets three mails an hour in any spelling, then links only', async () => {
    const spellings = [
      'often@example.com',
      'OFTEN@example.com',
      'often@EXAMPLE.com',
      ' often@example.com ',
      'Often@Example.Com',
    ];
    // Invitations refuse the spellings that sign-up refuses.
    for (const refused of ['\uff4fften@example.com', 'of\u00adten@example.com', 'often@example\u3002com'])
      expect((await invite(ada, [refused])).data).toEqual([]);
    const invited: (Invited | undefined)[] = [];
    for (const spelling of spellings) invited.push((await invite(ada, [spelling])).data[0]);
    expect(invited.map((one) => one?.isMailed)).toEqual([true, true, true, false, false]);
    expect(new Set(invited.map((one) => one?.email))).toEqual(new Set(['often@example.com']));
    expect(mailbox.acceptedFor('often@example.com')).toHaveLength(3);
  });

  test('a mail that is refused or has to wait leaves a link that works', async () => {
    mailbox.judge = (mail) => {
      if (mail.to?.some(({ address }) => address === 'full@example.com')) refuse();
      if (mail.to?.some(({ address }) => address === 'late@example.com')) postpone();
    };
    const { data } = await invite(ada, ['full@example.com', 'late@example.com', 'empty@example.com']);
    mailbox.judge = () => undefined;
    expect(data.map(({ email, isMailed, isOnItsWay }) => [email, isMailed, isOnItsWay])).toEqual([
      ['empty@example.com', true, false],
      ['full@example.com', false, false],
      ['late@example.com', false, true],
    ]);
    const full = data[1] as Invited;
    const { data: about } = await ada.client.rpc('look_up_invitation', { token: tokenOf(full) });
    expect(about).toEqual([expect.objectContaining({ state: 'open' })]);
  });

  test.each([
    ['Win at https://evil.example/x', '<b>Evil & Co', 'Somebody', '<b>Evil & Co'],
    ['Ana\r\nBcc: all@example.com', 'evil.example', 'Somebody', 'a workspace'],
    ['Ana\nMaria', 'Tab\tCo', 'Ana Maria', 'Tab Co'],
    ['Go to win123.com', 'see 10.0.0.1', 'Somebody', 'a workspace'],
    ['see evil。com', 'see a-.com', 'Somebody', 'a workspace'],
    ['see evil\u2024com', 'call tel:+491234567', 'Somebody', 'a workspace'],
    ['x'.repeat(200), 'Acme', `${'x'.repeat(80)}…`, 'Acme'],
    [
      'Ana',
      `Security\u202e alert\n\nPay now: ${'x'.repeat(70)}`,
      'Ana',
      `Security alert Pay now: ${'x'.repeat(56)}…`,
    ],
    ['Dr. Ana B.', 'Müller u. Co.', 'Dr. Ana B.', 'Müller u. Co.'],
    ['Ana 2.0', 'No. 12', 'Ana 2.0', 'No. 12'],
  ])('the names %j and %j lead nowhere', async (person, workspace, inviter, shown) => {
    const eve = await signUp(server, 'Eve');
    const address = `victim.${eve.email}`;
    await eve.client.from('user_profiles').update({ full_name: person }).eq('id', eve.id);
    const renamed = await eve.client
      .from('organizations')
      .update({ name: workspace })
      .eq('id', eve.workspaceId);
    expect(renamed.error).toBeNull();
    await invite(eve, [address]);
    const [mail] = mailbox.acceptedFor(address);
    const name = shown === 'a workspace' ? '' : `: ${shown}`;
    expect(mail?.subject).toBe(`Invitation to a workspace on Trellis${name}`);
    expect(mail?.text).toContain(`${inviter} invited you to work in ${shown} on Trellis`);
    expect(mail?.html).not.toContain('<b>');
    expect(mail?.html).not.toContain('evil.example');
    expect(mail?.headers.find(({ key }) => key === 'bcc')).toBeUndefined();
  });
});
