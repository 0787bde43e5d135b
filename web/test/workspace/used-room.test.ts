/** How much room the workspace's files use, in its settings: a bar, a sentence, and what to do when little is left. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { button, count, see } from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { noNotion } from '../support/server/notion.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const GB = 1024 ** 3;
const card = () => page.getByRole('region', { name: 'Files' });

/** @param answers to each question, the last one again and again */
async function openSettings(...answers: readonly (() => Response)[]): Promise<void> {
  signedIn();
  let asked = 0;
  const answer = () => answers[Math.min(asked++, answers.length - 1)]?.();
  server().say(...noNotion, on('POST /rest/v1/rpc/workspace_file_bytes', answer));
  await openApp('/dashboard/settings/workspace');
  await see(card());
}

const uses = (used: number) => () => json({ used, most: 10 * GB });

test('the used room is a bar with its numbers', async () => {
  await openSettings(uses(2.5 * GB));
  await see(card().getByText('2.5 GB of 10 GB used'));
  await expect.element(card().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await count(card().getByRole('status'), 0);
});

test('little room and none are said in words, with the way to make some', async () => {
  await openSettings(uses(8 * GB));
  await see(card().getByText('There is room for 2 GB more'));
  await expect
    .element(card().getByRole('link', { name: 'the trash' }))
    .toHaveAttribute('href', '/dashboard/trash');
  await expectAccessibleInBothThemes();
});

test('a full workspace says that it takes no more files', async () => {
  await openSettings(uses(10 * GB));
  await see(card().getByText('The workspace has no room for more files'));
  await see(card().getByText('10 GB of 10 GB used'));
  await expectAccessibleInBothThemes();
});

test('room that cannot be read says so beside the rest of the settings, and is asked for again', async () => {
  await openSettings(() => json({ code: 'XX000', message: 'down' }, 500), uses(0));
  await see(page.getByText('The used room could not be shown.'));
  await see(page.getByRole('heading', { name: 'Import and export' }));
  await button('Try again').click();
  await see(card().getByText('0 bytes of 10 GB used'));
  expect(takeLogged().join()).toContain('UsedRoom');
});
