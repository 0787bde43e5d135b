/** The dashboard tells what happened to the workspace's pages, a part at a time. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openApp } from '../support/open-app.tsx';
import { title } from '../support/person/editor.ts';
import { at, button, count, gone, says, see, textOf } from '../support/person/person.ts';
import { choose, row } from '../support/person/tree.ts';
import { type Asked, json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const ACTIVITY = 'GET /rest/v1/page_activity';
const activity = () => page.getByRole('region', { name: 'Recent Activity' });
const lines = () => activity().getByRole('listitem');

interface Line {
  readonly kind: string;
  readonly name?: string;
  readonly [column: string]: unknown;
}

/** @param told newest first; a line of a page says its name */
function activityOf(workspace: Workspace, told: () => readonly Line[]) {
  const { full_name, email } = workspace.profile;
  // Lines that came in one request share their moment.
  const happened_at = new Date().toISOString();
  const rows = () =>
    told().map(({ name, ...line }, at, { length }) => {
      const found = workspace.pages.find((each) => each.name === name);
      return {
        id: length - at,
        happened_at,
        old_name: null,
        new_name: null,
        new_parent_id: null,
        new_parent: null,
        actor: { full_name, email, display_name: null },
        page: found ? { id: found.id, name, is_archived: found.is_archived, icon: found.icon } : null,
        ...line,
      };
    });
  return on(ACTIVITY, ({ query }: Asked) => {
    const before = Number(/id\.lt\.(\d+)/.exec(query.get('or') ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
    return json(
      rows()
        .filter(({ id }) => id < before)
        .slice(0, Number(query.get('limit'))),
    );
  });
}

test('every kind of change is shown, existing pages are links, and the list follows the tree', async () => {
  const workspace = signedIn({ pages: [{ name: 'Team' }, { name: 'Roadmap', icon: '🚀' }] });
  const parent = workspace.pageNamed('Team');
  const told: Line[] = [
    { kind: 'moved', name: 'Roadmap', new_parent_id: parent.id, new_parent: { id: parent.id, name: 'Team' } },
    { kind: 'styled', name: 'Roadmap' },
    { kind: 'locked', name: 'Roadmap' },
    { kind: 'renamed', name: 'Roadmap', old_name: 'Plan', new_name: 'Roadmap' },
    { kind: 'edited', name: 'Roadmap' },
    { kind: 'created', name: 'Roadmap' },
    { kind: 'deleted', old_name: 'Sketch' },
  ];
  server().say(activityOf(workspace, () => told));
  await openApp('/dashboard');
  await expect
    .poll(() => lines().elements().map(textOf))
    .toEqual([
      expect.stringContaining('Ada Lovelace moved 🚀Roadmap into Team'),
      expect.stringContaining('Ada Lovelace changed the look of 🚀Roadmap'),
      expect.stringContaining('Ada Lovelace locked 🚀Roadmap'),
      expect.stringContaining('Ada Lovelace renamed Plan to 🚀Roadmap'),
      expect.stringContaining('Ada Lovelace edited 🚀Roadmap'),
      expect.stringContaining('Ada Lovelace created 🚀Roadmap'),
      expect.stringContaining('Ada Lovelace deleted Sketch for good'),
    ]);
  await lines().first().getByRole('link', { name: 'Roadmap' }).click();
  await expect.element(title()).toHaveValue('Roadmap');

  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click();
  await at('/dashboard');
  await see(row('Team'));
  await choose('Roadmap', 'Delete');
  told.unshift({ kind: 'archived', name: 'Roadmap' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await says(lines().first(), 'Ada Lovelace archived 🚀Roadmap');
  // A page in the trash has no screen to lead to.
  await count(activity().getByRole('link'), 0);
});

test('older lines are shown on request, each line once', async () => {
  const workspace = signedIn({ pages: Array.from({ length: 46 }, (_, at) => ({ name: `Page ${at}` })) });
  server().say(
    activityOf(workspace, () => workspace.pages.map(({ name }) => ({ kind: 'created', name })).reverse()),
  );
  await openApp('/dashboard');
  await count(lines(), 20);
  await activity().getByRole('button', { name: 'Show more' }).click();
  await count(lines(), 40);
  await activity().getByRole('button', { name: 'Show more' }).click();
  await count(lines(), 46);
  await says(lines().last(), 'Ada Lovelace created Page 0');
  expect(new Set(activity().getByRole('link').elements().map(textOf)).size).toBe(46);
  await gone(activity().getByRole('button', { name: 'Show more' }));
});

test('a failure is shown, and can be tried again', async () => {
  signedIn();
  const mend = server().say(on(ACTIVITY, () => json({ code: 'XX000', message: 'It is away' }, 500)));
  await openApp('/dashboard');
  await says(activity().getByRole('alert'), 'could not be shown');
  mend();
  await activity().getByRole('button', { name: 'Try again' }).click();
  await says(activity(), 'No recent activity yet.');
  expect(takeLogged().join()).toContain('An unexpected error occurred');
  await see(button('Add new page'));
});
