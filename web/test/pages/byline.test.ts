/** Under a page's title: who wrote it, when, and how long it is; and its headings where they have no room beside it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { announceHere } from '../../src/lib/page/pages-updated.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, saved, title, write } from '../support/person/editor.ts';
import {
  all,
  at,
  button,
  focused,
  gone,
  isInView,
  overflow,
  pointAt,
  press,
  see,
  texts,
  type,
} from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';
import { passTime, takeOverTime } from '../support/time.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('the byline says who edited the page and when, and leads to its history', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan', content: 'Some words' }] });
  const plan = workspace.pageNamed('Plan');
  const grace = { full_name: 'Grace Hopper', display_name: 'Grace', email: 'grace@example.com' };
  server().say(
    on('GET /rest/v1/pages', ({ query }) =>
      query.get('select')?.includes('creator:')
        ? json([{ created_at: minutesAgo(900), updated_at: minutesAgo(5.5), creator: null, editor: grace }])
        : undefined,
    ),
    on('GET /rest/v1/page_versions', () => json([])),
  );
  await openApp(`/dashboard/pages/${plan.id}`);
  const byline = page.getByRole('link', { name: 'Edited by Grace, 5 minutes ago' });
  await see(byline);
  await see(page.getByText('2 words · 1 min read'));
  await pointAt(byline, page.getByText(/^Created on .* Edited on /));
  await expectAccessibleInBothThemes();
  // One's own words are known without asking.
  await write('More');
  await saved();
  await see(page.getByRole('link', { name: `Edited by ${workspace.owner.fullName},` }));
  await page.getByRole('link', { name: /^Edited by/ }).click();
  await at(`/dashboard/pages/${plan.id}/history`);
});

test('on a phone it is one line, however long a name is', async () => {
  await page.viewport(360, 740);
  const workspace = signedIn({ pages: [{ name: 'Plan', content: 'Some words' }] });
  const editor = { full_name: 'Alexandrina '.repeat(5).trim(), display_name: null, email: 'a@example.com' };
  const row = { created_at: minutesAgo(900), updated_at: minutesAgo(5.5), creator: null, editor };
  server().say(
    on('GET /rest/v1/pages', ({ query }) =>
      query.get('select')?.includes('creator:') ? json([row]) : undefined,
    ),
  );
  await openApp(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  await see(page.getByRole('link', { name: /^Edited by Alexandrina .* 5 minutes ago$/ }));
  await see(page.getByText(/^2 words/));
  expect(all('.page-byline').map(({ offsetHeight }) => offsetHeight)).toEqual([20]);
  const room = all('.page-byline')[0]?.getBoundingClientRect().right ?? 0;
  expect(all('.page-byline > *').filter((part) => part.getBoundingClientRect().right > room)).toEqual([]);
  expect(overflow()).toBe(0);
});

test('who edited the page is asked for when somebody else did, and not for a save of one’s own in another tab', async () => {
  takeOverTime();
  const workspace = signedIn({ pages: [{ name: 'Plan', content: 'Some words' }] });
  const { id: pageId } = workspace.pageNamed('Plan');
  let asked = 0;
  server().say(
    on('GET /rest/v1/pages', ({ query }) => {
      if (!query.get('select')?.includes('creator:')) return undefined;
      asked++;
      return json([
        { created_at: minutesAgo(900), updated_at: minutesAgo(5.5), creator: null, editor: null },
      ]);
    }),
  );
  await openApp(`/dashboard/pages/${pageId}`);
  await see(page.getByRole('link', { name: /^Edited/ }));
  const seen = asked;
  const tell = (kind: 'told-texts' | 'texts', minutes: number) =>
    announceHere({ kind, pageId, updatedAt: minutesAgo(minutes) });
  tell('told-texts', 3);
  await passTime(1000);
  tell('texts', 2);
  await see(page.getByRole('link', { name: `Edited by ${workspace.owner.fullName},` }));
  await passTime(6000);
  expect(asked).toBe(seen);
  tell('told-texts', 1);
  await passTime(6000);
  await expect.poll(() => asked).toBe(seen + 1);
});

test.for([360, 768])('without room beside the text, a button shows the headings, at %i px', async (width) => {
  await page.viewport(width, 740);
  await openPage(`# First\n\n${'Long\n\n'.repeat(60)}## Second\n\nThe end`);
  await gone(page.getByRole('navigation', { name: 'Outline' }));
  await button('On this page').click();
  await texts(page.getByRole('menuitem'), ['First', 'Second']);
  await expectAccessibleInBothThemes();
  await page.getByRole('menuitem', { name: 'Second' }).click();
  await expect.poll(() => all('.cm-heading-2').map(isInView)).toEqual([true]);
  await focused(content());
});

test('back, forward and a reload find the caret where it was', async () => {
  const workspace = signedIn({ pages: [{ name: 'Long', content: 'One two three' }, { name: 'Short' }] });
  const isOpen = (name: string) => expect.element(title()).toHaveValue(name);
  await openApp(`/dashboard/pages/${workspace.pageNamed('Long').id}`);
  await isOpen('Long');
  await content().click();
  await press('Home', ...Array.from({ length: 4 }, () => 'ArrowRight'));
  await page.getByRole('treeitem', { name: 'Short' }).click();
  await isOpen('Short');
  history.back();
  await isOpen('Long');
  await focused(content());
  await type('and ');
  await expect.element(content()).toHaveTextContent('One and two three');
  await saved();
  window.dispatchEvent(new Event('pagehide'));
  await openApp(location.pathname);
  await isOpen('Long');
  await focused(content());
  await type('then ');
  await expect.element(content()).toHaveTextContent('One and then two three');
});
