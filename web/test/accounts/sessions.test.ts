/** A session on a device whose clock is wrong, with a token that the server does not know, and without the server. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { wishToSignOut } from '../../src/features/auth/state/session/sign-out-wish.ts';
import { treeIsKept } from '../support/kept.ts';
import { openApp } from '../support/open-app.tsx';
import { saved, write } from '../support/person/editor.ts';
import { at, button, count, gone, see } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { type Answerer, cut, json, noContent, on } from '../support/server/answers.ts';
import { refused } from '../support/server/auth.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession } from '../support/server/session.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const FIVE_MINUTES_MS = 5 * 60_000;
const dashboard = () => page.getByRole('heading', { name: 'Dashboard' });

/** Refuses this token, as the Data API does it. */
const refuseToken =
  (token: string): Answerer =>
  ({ path, headers }) =>
    path.startsWith('/rest/') && headers.get('authorization') === `Bearer ${token}`
      ? json({ code: 'PGRST301', message: 'JWT is invalid' }, 401)
      : undefined;

/** Answers a renewal with a new session. */
const renews = ({ owner }: Workspace, aheadMs = 0): Answerer =>
  on('POST /auth/v1/token', ({ query }) => {
    if (query.get('grant_type') !== 'refresh_token') return undefined;
    const session = newSession(owner, { aheadMs });
    return json(session);
  });

const renewals = () => server().asked.filter(({ path }) => path === '/auth/v1/token').length;

test.for([-60, -4, 4, 60])(
  'a clock that is %i minutes off signs nobody out, and renews little',
  async (minutes) => {
    const workspace = signedIn();
    const aheadMs = minutes * 60_000;
    server().say(renews(workspace, aheadMs));
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() + aheadMs });
    await openApp('/dashboard');
    await see(dashboard());
    await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS);
    await openApp('/dashboard');
    await see(dashboard());
    await see(button(`Account: ${workspace.owner.fullName}`));
    // The kept session does not tell when it came: the first look may renew it.
    expect(renewals()).toBeLessThanOrEqual(1);
  },
);

test('a clock that jumps ahead while the app is open renews once, and a server that is busy then signs nobody out', async () => {
  const workspace = signedIn();
  await openApp('/dashboard');
  await see(dashboard());
  server().say(on('POST /auth/v1/token', () => refused(429, 'over_request_rate_limit')));
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() + 3_600_000 });
  await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS);
  await expect.poll(renewals).toBeGreaterThan(0);
  await see(button(`Account: ${workspace.owner.fullName}`));
  await gone(page.getByText('Your session has expired. Please sign in again.'));
  server().say(renews(workspace, 3_600_000));
  await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS);
  const kept = () => JSON.parse(localStorage.getItem('trellis-auth') ?? '{}').obtained_at;
  await expect.poll(kept).toBeGreaterThan(Date.now() - 2 * FIVE_MINUTES_MS);
  const before = renewals();
  await openApp('/dashboard');
  await see(button(`Account: ${workspace.owner.fullName}`));
  expect(renewals()).toBe(before);
});

test('a token that the server refuses is renewed, and the request is sent again', async () => {
  const workspace = signedIn();
  const session = newSession(workspace.owner);
  const forged = { ...session, access_token: `e30.${session.access_token.split('.')[1]}.` };
  keepSession(forged);
  server().say(refuseToken(forged.access_token), renews(workspace));
  await openApp('/dashboard');
  await see(page.getByText('No pages yet'));
  const kept = JSON.parse(localStorage.getItem('trellis-auth') ?? '{}');
  expect(kept.access_token).not.toBe(forged.access_token);
});

test('a session that cannot be renewed ends, and the app says so', async () => {
  const workspace = signedIn();
  await openApp('/dashboard');
  await see(dashboard());
  const { access_token: token } = JSON.parse(localStorage.getItem('trellis-auth') ?? '{}');
  server().say(
    refuseToken(token),
    on('POST /auth/v1/token', () => refused(400, 'refresh_token_not_found', 'Invalid Refresh Token')),
    on('POST /auth/v1/logout', noContent),
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  await openApp('/dashboard');
  await see(page.getByText('Your session has expired. Please sign in again.'));
  expect(localStorage.getItem('trellis-auth')).toBeNull();
  expect(workspace.pages).toEqual([]);
});

test('a server that is away signs nobody out, and an old session waits for it', async () => {
  const workspace = signedIn({ pages: [{ name: 'Still here' }] });
  await openApp('/dashboard');
  await treeIsKept(workspace);
  const restore = server().say(cut);
  keepSession({ ...newSession(workspace.owner), expires_at: 1 });
  await openApp('/dashboard');
  await see(row('Still here'));
  await see(page.getByText('You are offline.'));
  await see(button(`Account: ${workspace.owner.fullName}`));

  restore();
  server().say(
    renews(workspace),
    on('GET /auth/v1/health', () => json({})),
  );
  window.dispatchEvent(new Event('online'));
  await count(page.getByText('You are offline.'), 0);
  await row('Still here').click();
  await write('Here again.');
  await saved();
  expect(workspace.pageNamed('Still here').content).toBe('Here again.');
});

test('signing out in another tab reaches this one, although its storage still has the session', async () => {
  signedIn();
  await openApp('/dashboard/organizations');
  await see(page.getByRole('heading', { name: 'Organizations' }));
  // A removal in one tab may reach another tab's storage after the message about it.
  const kept = new Map(['trellis-auth', 'trellis-signed-out'].map((key) => [key, localStorage.getItem(key)]));
  const read = Storage.prototype.getItem;
  const until = performance.now() + 200;
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(function (this: Storage, key) {
    const old = kept.get(key);
    return old !== undefined && performance.now() < until ? old : read.call(this, key);
  });
  wishToSignOut();
  localStorage.removeItem('trellis-auth');
  // As the auth client of the other tab says it.
  const otherTab = new BroadcastChannel('trellis-auth');
  otherTab.postMessage({ event: 'SIGNED_OUT', session: null });
  await at('/auth/login');
  await gone(page.getByRole('alert'));
  otherTab.close();
});
