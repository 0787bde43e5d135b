/** People in a workspace, on the screen of somebody who manages it: removed, given other roles, and leaving. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { at, button, gone, says, see, toast } from '../support/person/person.ts';
import { json, noContent, on } from '../support/server/answers.ts';
import { type Memberships, membershipsOf } from '../support/server/memberships.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const ask = () => page.getByRole('alertdialog');
const members = (count: number) => page.getByRole('heading', { name: `Members (${count})` });
const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Ada owns the workspace that Grace has joined. */
async function openMembers(): Promise<Memberships> {
  const memberships = membershipsOf(signedIn());
  memberships.letIn('Grace Hopper');
  server().say(...noNotion);
  await openApp('/dashboard/settings/workspace');
  await see(members(2));
  return memberships;
}

async function askToRemove(): Promise<void> {
  await button('Manage Grace Hopper').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove…' }).click();
}

const remove = () => ask().getByRole('button', { name: 'Remove' }).click();

test('somebody who is gone already cannot be removed, and the list says so', async () => {
  const memberships = await openMembers();
  const grace = memberships.places[0]?.members[1];
  memberships.remove(grace?.id);
  await askToRemove();
  await gone(ask().getByRole('checkbox'));
  await remove();
  await see(toast('Failed to remove member'));
  await see(members(1));
});

test('a member is removed, on request together with the open join links', async () => {
  const memberships = membershipsOf(signedIn());
  memberships.letIn('Grace Hopper');
  const link = {
    id: crypto.randomUUID(),
    email: null,
    role: 'member',
    expires_at: new Date(Date.now() + 7 * 24 * 3600_000).toISOString(),
    uses: 0,
    max_uses: null,
  };
  let links = [link];
  server().say(
    ...noNotion,
    on('GET /rest/v1/organization_invitations', () => json(links)),
    on('POST /rest/v1/rpc/revoke_join_links', () => {
      links = [];
      return noContent();
    }),
  );
  await openApp('/dashboard/settings/workspace');
  await see(page.getByText(/^Used 0 times/));
  await askToRemove();
  const closes = ask().getByRole('checkbox', { name: 'Also close the open join link' });
  await expect.element(closes).not.toBeChecked();
  await expectAccessibleInBothThemes();
  await remove();
  await see(toast('Member removed successfully'));
  await see(members(1));
  await see(page.getByText(/^Used 0 times/));

  memberships.letIn('Grace Hopper');
  await openApp('/dashboard/settings/workspace');
  await askToRemove();
  await closes.click();
  await remove();
  await see(toast('Join links closed'));
  await see(members(1));
  await gone(page.getByText(/^Used/));
});

test('an owner gives another role, hands over, leaves, and founds another workspace', async () => {
  await openMembers();
  const choose = async (role: string) => {
    await button('Manage Grace Hopper').click();
    const dialog = page.getByRole('dialog', { name: 'Grace Hopper' });
    await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).click();
    await dialog.getByRole('button', { name: /^(Save|Hand over)$/ }).click();
  };
  // The only owner cannot leave yet.
  await gone(button('Leave'));
  await choose('Admin');
  await see(toast('Grace Hopper is now Admin'));
  await says(rowOf('grace.hopper@'), 'Admin');
  await choose('Owner in your place');
  await see(toast('Grace Hopper owns the workspace now'));
  await says(rowOf('grace.hopper@'), 'Owner');
  await says(rowOf('ada.lovelace@'), 'Admin');
  await gone(page.getByRole('heading', { name: 'Danger Zone' }));
  await gone(button('Manage Grace Hopper'));

  await button('Leave').click();
  await ask().getByRole('button', { name: 'Leave' }).click();
  await see(toast("You left Ada Lovelace's Workspace"));
  await at('/dashboard/organizations');
  await see(page.getByText('No organizations yet.'));
  await expectAccessibleInBothThemes();
  await openApp('/dashboard/integrations');
  await button('Connect Notion').click();
  await see(toast('Notion is connected to a workspace, and you are in none'));

  await openApp('/dashboard/organizations');
  await button('Create organization').click();
  const dialog = page.getByRole('dialog', { name: 'Create organization' });
  await dialog.getByLabelText('Name').fill('Analytical Engines');
  await dialog.getByRole('button', { name: 'Create organization' }).click();
  await says(page.getByRole('navigation', { name: 'Workspace' }), 'Analytical Engines');
  await says(page.getByRole('main').getByRole('listitem'), /Analytical Engines.*Owner · 1 member/);
});
