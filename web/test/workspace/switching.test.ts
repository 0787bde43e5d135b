/** Several workspaces on the screen: which one is open, and the ways from one into another. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goTo, openAnew, openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, button, count, focused, gone, isInView, press, says, see } from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { accountOf } from '../support/server/account.ts';
import { json, on } from '../support/server/answers.ts';
import { type Memberships, membershipsOf } from '../support/server/memberships.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { keepSession, newSession } from '../support/server/session.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const switcher = () => page.getByRole('button', { name: /^Workspace:/ });
const choice = (name: string) => page.getByRole('menuitemradio', { name });
const isOpen = (name: string) => expect.element(switcher()).toHaveAccessibleName(`Workspace: ${name}`);

interface Grace {
  readonly workspace: Workspace;
  readonly memberships: Memberships;
  /** The id of Ada's workspace. */
  readonly ofAda: string;
  readonly planOfGrace: string;
  readonly planOfAda: string;
}

/** Grace has a workspace of her own, and is a member of Ada's. */
function grace(): Grace {
  const workspace = signedIn({ fullName: 'Grace Hopper' });
  const memberships = membershipsOf(workspace);
  const ofAda = memberships.join('Ada Lovelace');
  const planOfGrace = workspace.addPage({ name: 'Plan of Grace' });
  const planOfAda = workspace.addPage({ name: 'Plan of Ada', organization_id: ofAda });
  return { workspace, memberships, ofAda, planOfGrace, planOfAda };
}

test('a link to a page of another workspace opens that, also of one joined since', async () => {
  const { memberships, planOfGrace, planOfAda } = grace();
  const { places } = memberships;
  memberships.places = places.slice(0, 1);
  await openAnew(`/dashboard/pages/${planOfGrace}`);
  await isOpen("Grace Hopper's Workspace");
  await see(row('Plan of Grace'));
  // The app's list of workspaces does not have Ada's yet.
  memberships.places = places;
  await goTo(`/dashboard/pages/${planOfAda}`);
  await isOpen("Ada Lovelace's Workspace");
  await expect.element(page.getByLabelText('Page title')).toHaveValue('Plan of Ada');
  await expect.element(row('Plan of Ada')).toHaveAttribute('aria-selected', 'true');
  await gone(row('Plan of Grace'));
});

test('the menu is worked by keys, and the next workspace does not inherit the page filter', async () => {
  grace();
  await openApp('/dashboard');
  await isOpen("Grace Hopper's Workspace");
  await see(row('Plan of Grace'));
  await page.getByLabelText('Filter pages').fill('Grace');
  (await switcher().findElement()).focus();
  await press('Enter');
  await expect.element(choice("Grace Hopper's Workspace")).toBeChecked();
  await says(choice("Grace Hopper's Workspace"), 'Owner');
  await says(choice("Ada Lovelace's Workspace"), 'Member');
  await expectAccessibleInBothThemes();
  await press('Escape');
  await focused(switcher());
  // The menu's items have loaded by now.
  await press('ArrowDown');
  await focused(choice("Grace Hopper's Workspace"));
  await press('ArrowDown');
  await focused(choice("Ada Lovelace's Workspace"));
  await press('Enter');
  await at('/dashboard');
  await isOpen("Ada Lovelace's Workspace");
  await focused(switcher());
  await see(row('Plan of Ada'));
});

test('the settings list the workspaces, and lead into the settings of each', async () => {
  const { workspace, ofAda } = grace();
  server().say(...accountOf(workspace), ...noNotion);
  await openApp('/dashboard/settings');
  const card = page.getByRole('region', { name: 'Workspaces' });
  await says(card.getByRole('listitem').first(), /Grace Hopper's Workspace.*Owner/);
  await says(card.getByRole('listitem').last(), /Ada Lovelace's Workspace.*Member/);
  await card.getByRole('link', { name: "Manage Workspace Ada Lovelace's Workspace" }).click();
  await at('/dashboard/settings/workspace');
  await isOpen("Ada Lovelace's Workspace");
  await see(page.getByRole('heading', { name: 'Members (2)' }));
  // It stays so after a reload.
  await openApp('/dashboard');
  await isOpen("Ada Lovelace's Workspace");
  expect(sessionStorage.getItem(`trellis-workspace-${workspace.owner.id}`)).toBe(JSON.stringify(ofAda));
});

test('a new device opens the workspace that was opened last on another', async () => {
  const { workspace, ofAda } = grace();
  keepSession(newSession(workspace.owner, { metadata: { last_workspace: ofAda } }));
  await openAnew('/dashboard');
  await isOpen("Ada Lovelace's Workspace");
  await switcher().click();
  await choice("Grace Hopper's Workspace").click();
  await isOpen("Grace Hopper's Workspace");
  await expect.poll(() => workspace.metadata).toEqual({ last_workspace: workspace.id });
});

test('on a phone, the drawer leads to a new workspace and into another one', async () => {
  await page.viewport(360, 740);
  grace();
  server().say(on('GET /rest/v1/page_activity', () => json([])));
  await openApp('/dashboard');
  await button('Open menu').click();
  await switcher().click();
  await page.getByRole('menuitem', { name: 'New workspace' }).click();
  await gone(switcher());
  const dialog = page.getByRole('dialog', { name: 'Create organization' });
  await dialog.getByLabelText('Name').fill('Analytical Engines');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await says(page.getByRole('main').getByRole('listitem'), /Analytical Engines.*Owner · 1 member/);
  await button('Open menu').click();
  await isOpen('Analytical Engines');
  await switcher().click();
  await choice("Ada Lovelace's Workspace").click();
  await at('/dashboard');
  await button('Open menu').click();
  await isOpen("Ada Lovelace's Workspace");
  await switcher().click();
  await expect.poll(async () => isInView(await choice('Analytical Engines').findElement())).toBe(true);
});

/** All that the browser keeps for a start without a connection, as one text. */
async function keptAnswers(): Promise<string> {
  const databases = await indexedDB.databases();
  const name = databases.find((one) => one.name?.startsWith('trellis-seen-'))?.name;
  if (name === undefined) return '';
  const opening = indexedDB.open(name);
  const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(opening);
  const all = await settled(database.transaction('answers').objectStore('answers').getAll());
  database.close();
  return JSON.stringify(all);
}

test('the browser forgets a workspace that the person was removed from', async () => {
  const { memberships } = grace();
  const listed = page.getByRole('main').getByRole('listitem');
  await openAnew('/dashboard/organizations');
  await count(listed, 2);
  await button("Open Ada Lovelace's Workspace").click();
  await isOpen("Ada Lovelace's Workspace");
  await expect.poll(keptAnswers).toContain("Ada Lovelace's Workspace");
  memberships.places = memberships.places.slice(0, 1);
  await openApp('/dashboard/organizations');
  await count(listed, 1);
  await isOpen("Grace Hopper's Workspace");
  await expect.poll(keptAnswers).not.toContain("Ada Lovelace's Workspace");
});
