/** Invitations on the screen: making them, taking them back, and opening one. */
import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, button, gone, says, see, text, toast } from '../support/person/person.ts';
import { type Answerer, json, noContent, on } from '../support/server/answers.ts';
import { membershipsOf } from '../support/server/memberships.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession, type Person, person } from '../support/server/session.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const TOKEN = 'a'.repeat(64);
const LINK = `https://trellis.example.org/invite#${TOKEN}`;
const grace = person('Grace Hopper');

/** How invitations go out on this server. */
const ways = (isMailed: boolean): readonly Answerer[] => [
  on('GET /functions/v1/invitations/mail', () => json({ data: { isMailed } })),
  on('GET /auth/v1/settings', () => json({ mailer_autoconfirm: !isMailed })),
];

const invited = (isMailed: boolean, isOnItsWay = false) => ({
  email: grace.email,
  isMember: false,
  isMailed,
  isOnItsWay,
  link: LINK,
});

interface OpenInvitation {
  readonly id: string;
  readonly email: string | null;
  readonly role: string;
  readonly expires_at: string;
  readonly uses: number;
  readonly max_uses: number | null;
}

function newInvitation(changes: Partial<OpenInvitation>): OpenInvitation {
  const expires_at = new Date(Date.now() + 7 * 24 * 3600_000).toISOString();
  return {
    id: crypto.randomUUID(),
    email: null,
    role: 'member',
    expires_at,
    uses: 0,
    max_uses: null,
    ...changes,
  };
}

/** Opens the settings of a workspace with these invitations, of which any can be taken back. */
async function openSettings(found: readonly OpenInvitation[] = [], isMailed = false): Promise<Workspace> {
  let open = found;
  const workspace = signedIn();
  server().say(
    ...noNotion,
    ...ways(isMailed),
    on('GET /rest/v1/organization_invitations', () => json(open)),
    on('POST /rest/v1/rpc/revoke_invitation', ({ body }) => {
      const { invitation_id: id } = body as { invitation_id: string };
      open = open.filter((one) => one.id !== id);
      return noContent();
    }),
    on('POST /rest/v1/rpc/create_join_link', ({ body }) => {
      const { max_uses = null } = body as { max_uses?: number };
      open = [...open, newInvitation({ max_uses })];
      return json({ token: TOKEN });
    }),
  );
  await openApp('/dashboard/settings/workspace');
  return workspace;
}

test('without a mail server an invitation is a link to copy', async () => {
  await commands.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await openSettings();
  server().say(on('POST /functions/v1/invitations', () => json({ data: [invited(false)] })));
  await button('Invite Member').click();
  const form = page.getByRole('dialog', { name: 'Invite Member' });
  await see(form.getByText('This server sends no mail.'));
  await see(form.getByText('Email addresses are not confirmed on this server.'));
  await expect.element(form.getByRole('radio', { name: 'Member' })).toBeChecked();
  const send = form.getByRole('button', { name: 'Send Invite' });
  await expect.element(send).toBeDisabled();
  await form.getByLabelText('Email').fill('nobody');
  await send.click();
  await see(form.getByText('“nobody” is not an email address.'));
  await expectAccessibleInBothThemes();
  await form.getByLabelText('Email').fill(grace.email);
  await form.getByRole('radio', { name: 'Admin' }).click();
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'People invited' });
  await see(dialog.getByText('No mail was sent. Pass the links on yourself.'));
  await see(dialog.getByText('Not mailed'));
  expect(server().asked.find(({ path }) => path === '/functions/v1/invitations')?.body).toEqual({
    organizationId: workspace.id,
    emails: [grace.email],
    role: 'admin',
  });
  await dialog.getByRole('button', { name: `Copy link for ${grace.email}` }).click();
  await see(toast('Link copied'));
  expect(await navigator.clipboard.readText()).toBe(LINK);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await gone(dialog);
});

test('with a mail server the form says so, and each address says that its mail was sent', async () => {
  await openSettings([], true);
  server().say(on('POST /functions/v1/invitations', () => json({ data: [invited(true)] })));
  await button('Invite Member').click();
  const form = page.getByRole('dialog', { name: 'Invite Member' });
  await see(form.getByText('They get a mail with a link'));
  await gone(form.getByText('not confirmed'));
  await form.getByLabelText('Email').fill(grace.email);
  await form.getByRole('button', { name: 'Send Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'People invited' });
  await see(dialog.getByText('Mail sent'));
  await expectAccessibleInBothThemes();
});

test('a mail that waits for the mail server is on its way', async () => {
  await openSettings([newInvitation({ email: grace.email })], true);
  server().say(on('POST /functions/v1/invitations/renew', () => json({ data: [invited(false, true)] })));
  await button(`Resend to ${grace.email}`).click();
  const dialog = page.getByRole('dialog', { name: 'A new link' });
  await see(dialog.getByText('Mail on its way'));
  await see(dialog.getByText('You can pass the links on yourself, too.'));
  await expectAccessibleInBothThemes();
});

test('an open invitation is mailed again under a new link, and taken back', async () => {
  await openSettings([newInvitation({ email: grace.email })], true);
  server().say(on('POST /functions/v1/invitations/renew', () => json({ data: [invited(true)] })));
  await see(page.getByRole('heading', { name: 'Invitations (1)' }));
  await button(`Resend to ${grace.email}`).click();
  const dialog = page.getByRole('dialog', { name: 'A new link' });
  await see(dialog.getByText('Mail sent'));
  await expect.element(dialog.getByLabelText(`Link for ${grace.email}`, { exact: true })).toHaveValue(LINK);
  await expectAccessibleInBothThemes();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await button(`Revoke for ${grace.email}`).click();
  await see(toast('Invitation revoked'));
  await gone(page.getByRole('heading', { name: /^Invitations/ }));
});

test('a join link is for a number of people or for any, says how many came, and is taken back', async () => {
  await openSettings();
  const create = async (people: string) => {
    await button('New join link').click();
    const form = page.getByRole('dialog', { name: 'New join link' });
    await form.getByLabelText('How many people').fill('0');
    await form.getByRole('button', { name: 'Create link' }).click();
    await see(form.getByText('Enter a number from 1 to 1000.'));
    await form.getByLabelText('How many people').fill(people);
    await form.getByRole('button', { name: 'Create link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Join link', exact: true });
    await expect
      .element(dialog.getByRole('textbox', { name: 'Join link' }))
      .toHaveValue(`${location.origin}/invite#${TOKEN}`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await gone(dialog);
  };
  await create('1');
  await see(page.getByText('Used 0 of 1 times · Expires in 7 days'));
  await create('');
  await see(page.getByText('Used 0 times · Expires in 7 days'));
  await expectAccessibleInBothThemes();
  await button('Revoke join link for members, used 0 of 1 times').click();
  await see(toast('Join link revoked'));
  await gone(page.getByText('Used 0 of 1 times'));
  await see(page.getByText('Used 0 times'));
});

test('a member neither invites nor sees who is invited', async () => {
  const memberships = membershipsOf(signedIn());
  memberships.join('Olga Owner');
  memberships.places = memberships.places.slice(1);
  server().say(...noNotion);
  await openApp('/dashboard/settings/workspace');
  await see(page.getByRole('heading', { name: 'Members (2)' }));
  // It comes at the same time as the rest would.
  await see(button('Connect OpenAI'));
  await gone(button('Invite Member'));
  await gone(page.getByRole('heading', { name: 'Join links' }));
  expect(server().asked.filter(({ path }) => path.endsWith('/organization_invitations'))).toEqual([]);
});

interface Invitation {
  readonly state: string;
  readonly email?: string | null;
  readonly is_member?: boolean;
}

/** The server's answer about the link. */
const leadsTo = (invitation: Invitation): Answerer =>
  on('POST /rest/v1/rpc/look_up_invitation', () =>
    json([
      {
        organization_id: crypto.randomUUID(),
        organization_name: "Ada's Workspace",
        inviter_name: 'Ada Lovelace',
        role: 'admin',
        email: null,
        is_member: false,
        ...invitation,
      },
    ]),
  );

test.for([
  ['revoked', 'This invitation was taken back'],
  ['used', 'This invitation has been used'],
  ['expired', 'This invitation has expired'],
  ['refused', 'This invitation is not for you any more'],
] as const)('an invitation that is %s says so', async ([state, title]) => {
  server().say(leadsTo({ state }));
  await openApp(`/invite#${TOKEN}`);
  await see(page.getByRole('heading', { name: title }));
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth/login');
});

test('a link that leads nowhere, and one of a workspace that one is in already, say so', async () => {
  server().say(on('POST /rest/v1/rpc/look_up_invitation', () => json([])));
  await openApp('/invite#nothing');
  await see(page.getByRole('heading', { name: 'This invitation is not valid' }));
  signedIn();
  server().say(leadsTo({ state: 'open', is_member: true }));
  await openApp(`/invite#${TOKEN}`);
  await see(page.getByRole('heading', { name: 'You are in already' }));
  await page.getByRole('link', { name: 'Open the workspace' }).click();
  await at('/dashboard');
});

/** The invitation is for this person's address, and they can sign in. */
function invite(who: Person): void {
  const session = newSession(who);
  server().say(
    leadsTo({ state: 'open', email: who.email }),
    on('POST /auth/v1/token', () => json(session)),
    on('POST /auth/v1/logout', noContent),
  );
}

test('from the wrong account, one changes to the right one and accepts', async () => {
  const { owner: right, id } = signedIn({ fullName: 'Joan Clarke' });
  const other = person('Other Account');
  keepSession(newSession(other));
  invite(right);
  server().say(on('POST /rest/v1/rpc/accept_invitation', () => json(id)));
  await openApp(`/invite#${TOKEN}`);
  await says(
    page.getByRole('main'),
    `This invitation is for ${right.email}. You are signed in as ${other.email}.`,
  );
  await gone(button('Accept invitation'));
  await expectAccessibleInBothThemes();
  await button('Switch account').click();
  await page.getByRole('link', { name: 'I have an account' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveValue(right.email);
  await page.getByLabelText('Password', { exact: true }).fill('correct horse 1');
  await button('Sign in').click();
  await says(page.getByRole('main'), `Signed in as ${right.email}`);
  await expectAccessibleInBothThemes();
  await button('Accept invitation').click();
  await at('/dashboard');
  await see(toast("You are now in Ada's Workspace"));
  // This device keeps the choice.
  expect(localStorage.getItem(`trellis-workspace-${right.id}`)).toBe(JSON.stringify(id));
});

test('on a phone, signing up from the invitation accepts it', async () => {
  await page.viewport(360, 740);
  const { owner, id } = signedIn({ fullName: 'Grace Hopper' });
  localStorage.removeItem('trellis-auth');
  invite(owner);
  const session = newSession(owner);
  server().say(
    on('POST /auth/v1/signup', () => json(session)),
    on('POST /rest/v1/rpc/accept_invitation', () => json(id)),
  );
  await openApp(`/invite#${TOKEN}`);
  await see(page.getByRole('heading', { name: "Join Ada's Workspace" }));
  await see(page.getByText('Ada Lovelace invited you to work in'));
  await see(page.getByText('You will be an admin.'));
  await expectAccessibleInBothThemes();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect.element(page.getByLabelText('Email')).toHaveValue(owner.email);
  await page.getByLabelText('Full name').fill(owner.fullName);
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabelText(label, { exact: true }).fill('correct horse 1');
  await button('Create account').click();
  await see(toast("You are now in Ada's Workspace"));
  await at('/dashboard');
});

test('an invitation that is taken back while it is open says so when it is accepted', async () => {
  signedIn();
  const message = 'This invitation was taken back. Ask for a new one.';
  server().say(
    leadsTo({ state: 'open' }),
    on('POST /rest/v1/rpc/accept_invitation', () => json({ code: 'TR021', message }, 400)),
  );
  await openApp(`/invite#${TOKEN}`);
  await button('Accept invitation').click();
  await text(page.getByRole('alert'), message);
});
