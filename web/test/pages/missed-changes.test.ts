/** A person comes back to a page that others have changed: the page says so, and shows what is new. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessible } from '../support/person/accessible.ts';
import { content, openPage, reads, saved } from '../support/person/editor.ts';
import {
  at,
  button,
  count,
  focused,
  gone,
  overflow,
  press,
  says,
  see,
  texts,
} from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { beginLive, endLive, isLive, loseLive, takeOverSockets } from '../support/server/live.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import type { Workspace } from '../support/server/workspace.ts';

takeOverSockets();
afterEach(endLive);

const LATER = '2026-01-01T00:05:00+00:00';
const VERSIONS = 'GET /rest/v1/page_versions';

const notice = () => page.getByRole('status').filter({ hasText: 'since you were last here' });
const dialog = () => page.getByRole('dialog');

const named = (workspace: Workspace, full_name: string) => ({
  person: crypto.randomUUID(),
  user_profiles: { ...workspace.profile, full_name },
});

/** Opens a page, leaves it, and lets somebody else write in it. */
async function leaveAndChange(changed: string) {
  const { workspace, id, reopen } = await openPage('One\n\nTwo\n\nThree');
  await saved();
  await openApp('/dashboard');
  Object.assign(workspace.pageNamed('Draft'), { content: changed, updated_at: LATER });
  return { workspace, id, reopen };
}

test('changes since the last visit are counted, named and shown', async () => {
  await page.viewport(1280, 720);
  const { workspace, id, reopen } = await leaveAndChange('One and a half\n\nTwo\n\nThree\n\nFour');
  let asked: URLSearchParams | undefined;
  server().say(
    on(VERSIONS, ({ query }) => {
      asked = query;
      const own = { person: workspace.owner.id, user_profiles: workspace.profile };
      return json([{ created_by: id, from_notion: false, authors: [named(workspace, 'Grace Hopper'), own] }]);
    }),
  );
  await reopen();
  await reads('One and a halfTwoThreeFour');
  await says(notice(), '2 changes by Grace Hopper since you were last here');
  expect(asked?.get('page_id')).toBe(`eq.${id}`);
  await expectAccessible();

  await button('Show changes').click();
  await see(dialog().getByRole('heading', { name: '2 changes by Grace Hopper' }));
  await texts(dialog().getByRole('insertion'), ['and a half', 'Four']);
  await expectAccessible();
  await press('Escape');
  await count(dialog(), 0);
  await gone(notice());
  await focused(page.getByRole('main'));
  // They are missed once.
  await openApp('/dashboard');
  await reopen();
  await reads('One and a halfTwoThreeFour');
  await saved();
  await gone(notice());
});

test('changes are told also where the page got another document meanwhile', async () => {
  const { workspace, id, reopen } = await leaveAndChange('One\n\nTwo and a half\n\nThree');
  workspace.beginAnew(workspace.pageNamed('Draft'));
  server().say(
    on(VERSIONS, () =>
      json([{ created_by: id, from_notion: false, authors: [named(workspace, 'Grace Hopper')] }]),
    ),
  );
  await reopen();
  await reads('OneTwo and a halfThree');
  await says(notice(), '1 change by Grace Hopper since you were last here');
  await button('Show changes').click();
  await texts(dialog().getByRole('insertion'), ['and a half']);
});

test('the notice leaves the page usable on a phone, and goes when it is dismissed', async () => {
  await page.viewport(360, 740);
  const { workspace, reopen } = await leaveAndChange('One\n\nTwo\n\nThree!');
  const long = 'Wolfeschlegelsteinhausenbergerdorff';
  const authors = ['Ada', 'Ben', 'Cleo', long].map((name) => named(workspace, name));
  server().say(on(VERSIONS, () => json([{ created_by: 'x', from_notion: false, authors }])));
  await reopen();
  await says(notice(), '1 change by Ada, Ben and 2 others since you were last here');
  await expect.poll(overflow).toBe(0);
  const bar = page.getByRole('toolbar', { name: 'Formatting' }).element().getBoundingClientRect();
  expect(notice().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top);
  await button('Dismiss').click();
  await gone(notice());
  await content().click();
});

test('it says so without names when they cannot be read, and when it was this person elsewhere', async () => {
  const { workspace, reopen } = await leaveAndChange('One\n\nTwo\n\nThree!');
  const mend = server().say(on(VERSIONS, () => json({ code: 'XX000', message: 'Away' }, 500)));
  await reopen();
  await says(notice(), '1 change since you were last here');
  mend();
  server().say(on(VERSIONS, () => json([])));
  await button('Show changes').click();
  await dialog().getByRole('link', { name: 'Version history' }).click();
  await at(/history$/);
  const own = { person: workspace.owner.id, user_profiles: workspace.profile };
  server().say(on(VERSIONS, () => json([{ created_by: own.person, from_notion: false, authors: [own] }])));
  await openApp('/dashboard');
  Object.assign(workspace.pageNamed('Draft'), { content: 'One', updated_at: '2026-01-01T01:00:00+00:00' });
  await reopen();
  await says(notice(), '1 change by you elsewhere since you were last here');
});

test('changes without a connection are told when it is back, unless it was away for a moment', async () => {
  beginLive();
  const { workspace, id } = await openPage('One');
  server().say(...noNotion);
  server().say(
    on(VERSIONS, () =>
      json([{ created_by: id, from_notion: false, authors: [named(workspace, 'Grace Hopper')] }]),
    ),
  );
  await saved();
  const draft = workspace.pageNamed('Draft');
  const joined = () => expect.poll(() => isLive(`page:${workspace.channelOf(draft)}`)).toBe(true);
  const missed = page.getByRole('status').filter({ hasText: 'while you were offline' });
  // The clock stands still until the next loss, as the page looks at it when it is in touch again.
  const loseFor = async (ms: number, changed: string, updated_at: string) => {
    await joined();
    loseLive();
    const back = Date.now() + ms;
    vi.useFakeTimers({ toFake: ['Date'], now: back });
    Object.assign(draft, { content: changed, updated_at });
    beginLive();
    await reads(changed);
    await saved();
  };
  await loseFor(5000, 'One.', '2026-01-01T01:00:00+00:00');
  await joined();
  await gone(missed);
  await loseFor(60_000, 'One. Two.', '2026-01-01T02:00:00+00:00');
  await says(missed, '1 change by Grace Hopper while you were offline');
});
