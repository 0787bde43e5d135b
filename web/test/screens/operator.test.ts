/** The operator's page: each section with much, with nothing, and when it fails; and that others find nothing. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import {
  alert,
  button,
  focused,
  gone,
  hasKeys,
  overflow,
  press,
  says,
  see,
  text,
  toast,
  type,
} from '../support/person/person.ts';
import { type Answerer, type Asked, json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession } from '../support/server/session.ts';
import { signedIn } from '../support/server/workspace.ts';

const NOW = new Date().toISOString();
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);
const EVIL = '<img src=x onerror="document.title=\'taken\'">';

const overview = (change: object = {}) => ({
  release: '0.1.0',
  node: '24.21.0',
  needs: { postgres: 15, memory_bytes: 536_870_912 },
  host: 'docs-1',
  started_at: NOW,
  memory: { bytes: 300_000_000, limit_bytes: 1_000_000_000 },
  database: {
    kind: 'embedded',
    version: 'PostgreSQL 17.5',
    bytes: 42_000_000,
    connections: { busy: 1, idle: 0, waiting: 0 },
  },
  storage: { place: 'folder', files: 3, bytes: 4_200_000, free_bytes: 9_000_000_000 },
  people: { all: 52, suspended: 1 },
  workspaces: 12,
  pages: { kept: 1234, trashed: 5 },
  warnings: [],
  queues: [
    { queue: 'mail', waiting: 0, failed: 0, oldest_s: 0, failures: [] },
    { queue: 'search', waiting: 2, failed: 2, oldest_s: 3700, failures: [{ problem: EVIL, pieces: 2 }] },
  ],
  mail: { server: 'mail.example.com:587', from: 'Trellis <docs@example.com>' },
  backups: { last: null, under_way: false, problem: null },
  ...change,
});

const person = (email: string, change: object = {}) => ({
  id: crypto.randomUUID(),
  email,
  name: '',
  created_at: NOW,
  last_sign_in_at: NOW,
  email_confirmed_at: NOW,
  invited_at: null,
  banned_until: null,
  second_step: true,
  sessions: 2,
  workspaces: 1,
  is_operator: false,
  is_self: false,
  ...change,
});

const api = (path: string, answer: unknown, status = 200): Answerer => on(path, () => json(answer, status));

/** Signed in as an operator, as the auth service marks them. */
function operator(...answers: readonly Answerer[]): void {
  const { owner } = signedIn({ fullName: 'Ada Operator' });
  const session = newSession(owner);
  keepSession({
    ...session,
    user: { ...session.user, app_metadata: { ...session.user.app_metadata, operator: true } },
  });
  server().say(
    ...answers,
    api('GET /operator/v1', overview()),
    api('GET /operator/v1/mails', { mails: [] }),
    api('GET /operator/v1/statements', { statements: [], reason: 'It keeps no times.' }),
  );
}

const asked = (request: string): readonly Asked[] =>
  server().asked.filter(({ method, path }) => `${method} ${path}` === request);

/** In both themes and on a phone: nothing but the tables scrolls sideways. */
async function expectScreen(): Promise<void> {
  await expectAccessibleInBothThemes();
  await page.viewport(360, 740);
  expect(overflow()).toBeLessThanOrEqual(0);
  await expectAccessibleInBothThemes();
  await page.viewport(1280, 720);
}

test('the account’s menu leads an operator there, and nobody else', async () => {
  operator();
  await openApp('/dashboard');
  await button(/^Account:/).click();
  await page.getByRole('menuitem', { name: 'Operator' }).click();
  await expect.poll(() => location.pathname).toBe('/dashboard/operator');
  await says(page.getByRole('heading', { level: 1 }), 'Operator');
});

test('whoever is no operator finds nothing there', async () => {
  signedIn();
  server().say(
    on('GET /operator/v1', () => json({ message: 'There is nothing at this address.' }, 404)),
    on('GET /operator/v1/people', () => json({ message: 'There is nothing at this address.' }, 404)),
  );
  await openApp('/dashboard/operator/people');
  await says(page.getByRole('heading', { level: 1 }), 'Page not found');
  await button(/^Account:/).click();
  await see(page.getByRole('menuitem', { name: 'Settings' }));
  await gone(page.getByRole('menuitem', { name: 'Operator' }));
  await press('Escape');
});

test('the overview says how the server is; failed work is tried again, and a mail is tried', async () => {
  operator(
    api('GET /operator/v1', overview({ warnings: ['No mail goes out: nothing listens there.'] })),
    api('GET /operator/v1/mails', {
      mails: [
        {
          id: crypto.randomUUID(),
          kind: 'invite',
          to: `${LONG}@example.com`,
          tries: 3,
          problem: EVIL,
          due: NOW,
          created_at: NOW,
          failed_at: NOW,
          can_retry: true,
        },
      ],
    }),
    api('GET /operator/v1/statements', {
      statements: [{ query: `select ${LONG} from pages`, calls: 1234, mean_ms: 1.5, total_ms: 61_000 }],
      reason: null,
    }),
    api('POST /operator/v1/queues/search/retry', { count: 2 }),
    api(
      'POST /operator/v1/mails/test',
      { code: 'not_possible', message: 'The mail server says: 451 no.' },
      422,
    ),
  );
  await openApp('/dashboard/operator');
  await see(page.getByText('No mail goes out: nothing listens there.'));
  await see(page.getByText('1,234', { exact: true }).first());
  await see(page.getByText('No backup yet.'));
  await expectScreen();
  await button('Retry Search and links').click();
  await see(toast('2 pieces of work tried again now'));
  await page.getByLabelText('Send a test mail to').fill('eve@example.com');
  await button('Send').click();
  await text(alert().first(), 'The mail server says: 451 no.');
  expect(asked('POST /operator/v1/mails/test')[0]?.body).toEqual({ to: 'eve@example.com' });
  expect(document.title).toContain('Trellis');
});

test('a backup that failed says why above the last one, which a recent sign-in downloads', async () => {
  const id = crypto.randomUUID();
  const backups = {
    last: {
      id,
      name: 'trellis-2026-11-25T03-00-00Z.tar',
      place: `/srv/${LONG}`,
      started_at: NOW,
      bytes: 4_200_000,
    },
    under_way: true,
    problem: 'The disk is full.',
  };
  const message = 'Sign out, sign in, and try again.';
  operator(
    api('GET /operator/v1', overview({ backups })),
    api(`POST /operator/v1/backup/${id}/archive`, { code: 'not_possible', message }, 422),
  );
  await openApp('/dashboard/operator');
  await text(alert(), 'The last backup failedThe disk is full.');
  await expect.element(button('Being made…')).toBeDisabled();
  await expectScreen();
  await button('Download').click();
  await see(toast(message));
});

test('a section that fails says so, and is tried again', async () => {
  operator();
  const mend = server().say(api('GET /operator/v1/people', { message: 'Something went wrong.' }, 500));
  await openApp('/dashboard/operator/people');
  await says(alert(), 'The list of people could not be shown.');
  await expectAccessibleInBothThemes();
  mend();
  server().say(api('GET /operator/v1/people', { people: [], total: 0 }));
  await button('Try again').click();
  await see(page.getByText('Nobody fits this search.'));
});

test('people are searched, and suspended by the keyboard alone', async () => {
  const eve = person('eve@example.com', { name: EVIL });
  const people = [
    person('ada@example.com', { name: 'Ada Operator', is_operator: true, is_self: true }),
    eve,
    person(`${LONG}@example.com`, { banned_until: NOW, is_suspended: true, last_sign_in_at: null }),
    person('new@example.com', { email_confirmed_at: null, invited_at: NOW, sessions: 0 }),
  ];
  operator(
    on('GET /operator/v1/people', ({ query }) =>
      json({ people: people.filter(({ email }) => email.includes(query.get('search') ?? '')), total: 60 }),
    ),
    api(`POST /operator/v1/people/${eve.id}/suspend`, {}),
  );
  await openApp('/dashboard/operator/people');
  await see(page.getByText('1–4 of 60'));
  await see(page.getByRole('cell', { name: 'Suspended' }));
  await expectScreen();
  // While the rest of the table is out of view.
  await page.viewport(360, 740);
  expect(button(`Actions for ${EVIL}`).element().getBoundingClientRect().right).toBeLessThan(360);
  await page.viewport(1280, 720);
  await page.getByLabelText('Search by name or address').fill('eve@');
  await text(page.getByRole('cell', { name: 'Active', exact: true }), 'Active');
  await button(`Actions for ${EVIL}`).click();
  await hasKeys(page.getByRole('menu'));
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await see(page.getByRole('alertdialog'));
  await expectAccessibleInBothThemes();
  expect(asked(`POST /operator/v1/people/${eve.id}/suspend`)).toHaveLength(0);
  await button('Suspend').click();
  await see(toast(`${EVIL} is suspended`));
  await focused(button(`Actions for ${EVIL}`));
  expect(document.title).not.toContain('taken');
});

test('an account is deleted once its address is typed, with the workspaces that were named', async () => {
  const eve = person('eve@example.com');
  const doomed = { id: crypto.randomUUID(), name: LONG, fate: 'deleted', pages: 3 };
  operator(
    api('GET /operator/v1/people', { people: [eve], total: 1 }),
    api(`GET /operator/v1/people/${eve.id}/deletion`, [
      doomed,
      { id: crypto.randomUUID(), name: 'Team', fate: 'inherited', pages: 0 },
    ]),
    api(`DELETE /operator/v1/people/${eve.id}`, { code: 'conflict', message: 'More would be deleted.' }, 409),
  );
  await openApp('/dashboard/operator/people');
  await button('Actions for eve@example.com').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await see(dialog.getByText('another member becomes its owner'));
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await expect.element(confirm).toBeDisabled();
  await expectAccessibleInBothThemes();
  await dialog.getByLabelText('Type the address to confirm').fill('eve@example.co');
  await expect.element(confirm).toBeDisabled();
  await type('m');
  await confirm.click();
  await see(toast('More would be deleted.'));
  expect(asked(`DELETE /operator/v1/people/${eve.id}`)[0]?.body).toEqual({ workspaces: [doomed.id] });
});

test('an invitation without a mail server is a link to pass on', async () => {
  const link = 'https://docs.example.com/auth/v1/verify?token=1';
  operator(
    api('GET /operator/v1/people', { people: [], total: 0 }),
    api('POST /operator/v1/people', { link }),
  );
  await openApp('/dashboard/operator/people');
  await button('Invite').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Email address').fill('nobody');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await see(dialog.getByText('Please enter a valid email address.'));
  await dialog.getByLabelText('Email address').fill('new@example.com');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect.element(dialog.getByLabelText('Invitation link')).toHaveValue(link);
  await expectAccessibleInBothThemes();
});

test('a workspace is deleted once its name is typed', async () => {
  const id = crypto.randomUUID();
  const workspace = {
    id,
    name: 'Old team',
    status: 'active',
    created_at: NOW,
    members: 2,
    owners: ['ada@example.com'],
    pages: 7,
    file_bytes: 4_200_000,
  };
  operator(
    api('GET /operator/v1/workspaces', {
      workspaces: [
        workspace,
        { ...workspace, id: crypto.randomUUID(), name: LONG, status: 'suspended', owners: [] },
      ],
      total: 2,
    }),
    api(`DELETE /operator/v1/workspaces/${id}`, {}),
  );
  await openApp('/dashboard/operator/workspaces');
  await see(page.getByText('Suspended'));
  await expectScreen();
  await button('Actions for Old team').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByLabelText('Type the workspace’s name to confirm').fill('old team');
  await button('Delete workspace').click();
  await see(toast('Old team is deleted'));
  expect(asked(`DELETE /operator/v1/workspaces/${id}`)[0]?.body).toEqual({ name: 'Old team' });
});

test('settings are changed, refused in words, and shown as the environment’s', async () => {
  const setting = (variable: string, value: string, source: string) => ({
    variable,
    value,
    default: value,
    source,
  });
  operator(
    api('GET /operator/v1/settings', {
      settings: [
        setting('AUTH_SIGNUP', 'on', 'default'),
        setting('AUTH_PASSWORD_MIN', '6', 'operator'),
        setting('FILE_MAX_MB', '250', 'environment'),
        setting('WORKSPACE_FILES_MAX_MB', '10240', 'default'),
        setting('WORKSPACE_MAX_MB', '4096', 'default'),
      ],
      email_confirmation: false,
    }),
    api('PUT /operator/v1/settings/AUTH_SIGNUP', {}),
    api(
      'PUT /operator/v1/settings/WORKSPACE_MAX_MB',
      { code: 'not_possible', message: 'It must be a whole number.' },
      422,
    ),
  );
  await openApp('/dashboard/operator/settings');
  await see(page.getByText('FILE_MAX_MB=250'));
  await expect.element(page.getByLabelText('One file, in MB')).toBeDisabled();
  await expectScreen();
  await page.getByRole('radio', { name: /By domain/ }).click();
  await see(page.getByText('so anybody can type one that fits'));
  await page.getByRole('textbox', { name: 'Domains' }).fill('example.com, example.org');
  await page.getByRole('region', { name: 'Sign-ups' }).getByRole('button', { name: 'Save' }).click();
  await see(toast('Sign-ups changed'));
  expect(asked('PUT /operator/v1/settings/AUTH_SIGNUP')[0]?.body).toEqual({
    value: 'example.com,example.org',
  });
  await page.getByRole('textbox', { name: 'Text of a workspace' }).fill('much');
  await button(/^Save: Text of a workspace/).click();
  await see(page.getByText('It must be a whole number.').first());
  await expectAccessibleInBothThemes();
});

test('the audit log is searched and filtered', async () => {
  const act = (kind: string, what: string, target: string) => ({
    kind,
    id: crypto.randomUUID(),
    at: NOW,
    actor: 'ada@example.com',
    act: what,
    target,
    details: what === 'setting_changed' ? { from: 'on', to: EVIL } : {},
    address: '2001:db8::1',
  });
  operator(
    on('GET /operator/v1/acts', ({ query }) =>
      json({
        acts:
          query.get('search') === 'nothing'
            ? []
            : query.get('kind') === 'accounts'
              ? [act('accounts', 'user_signedup', 'new@example.com')]
              : [
                  act('operators', 'setting_changed', 'AUTH_SIGNUP'),
                  act('operators', 'person_suspended', LONG),
                ],
        more: true,
      }),
    ),
  );
  await openApp('/dashboard/operator/log');
  await see(page.getByText('changed a setting'));
  await expectScreen();
  await button('Accounts').click();
  await see(page.getByText('user signedup'));
  await button('Next').click();
  await see(page.getByText('26–26'));
  await page.getByLabelText('Search the log').fill('nothing');
  await see(page.getByText('Nothing in the log fits this search.'));
});
