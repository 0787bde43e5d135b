/** Loading and error states: each part for itself, readable by everyone. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeLogged } from '../support/logged.ts';
import { openAnew, openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { title } from '../support/person/editor.ts';
import { alert, at, button, press, see, textOf } from '../support/person/person.ts';
import { type Answerer, json, noContent, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const away = () => json({ code: 'XX000', message: 'It is away' }, 500);
const data: Answerer = ({ path }) => (path.startsWith('/rest/v1/') ? away() : undefined);
const pages: Answerer = ({ path }) =>
  path.startsWith('/rest/v1/page') || path.endsWith('/open_page_document') ? away() : undefined;

test('a part that fails says so, leaves the rest alone, and can be tried again', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  const mend = server().say(pages);
  await openApp('/dashboard');
  const failed = () =>
    alert()
      .elements()
      .map(textOf)
      .filter((text) => text.includes('could not be shown'));
  await expect
    .poll(failed)
    .toMatchObject([expect.stringContaining('page tree'), expect.stringContaining('Recent activity')]);
  await expectAccessibleInBothThemes();
  await button('New page with details').click();
  await expect
    .poll(() => page.getByRole('dialog').getByRole('alert').elements().map(textOf).join())
    .toContain('could not be shown');
  await press('Escape');
  await openAnew(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  await see(page.getByRole('heading', { name: 'Failed to load page' }));
  await see(page.getByRole('navigation', { name: 'Breadcrumbs' }));
  await expectAccessibleInBothThemes();
  mend();
  takeLogged();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).last().click();
  await expect.element(title()).toHaveValue('Plan');
});

test('a workspace that cannot be read can be tried again, and left', async () => {
  signedIn();
  const mend = server().say(data);
  await openApp('/dashboard');
  await see(page.getByRole('heading', { name: 'Your workspace could not be shown' }));
  await expectAccessibleInBothThemes();
  mend();
  await button('Try again').click();
  await see(page.getByRole('heading', { name: 'Dashboard' }));

  server().say(data, on('POST /auth/v1/logout', noContent));
  await openAnew('/dashboard');
  await button('Sign Out').click();
  await at('/auth/login');
  takeLogged();
});

test('loading parts keep their place', async () => {
  const workspace = signedIn({ pages: [{ name: 'Plan' }] });
  const arrived = Promise.withResolvers<void>();
  server().say(async ({ path }) => {
    if (path.startsWith('/rest/v1/page') || path.endsWith('/open_page_document')) await arrived.promise;
    return undefined;
  });
  await openApp('/dashboard');
  await expect.element(page.getByText('Loading pages')).toBeInTheDocument();
  await expect.element(page.getByText('Loading recent activity')).toBeInTheDocument();
  await expectAccessibleInBothThemes();
  await openApp(`/dashboard/pages/${workspace.pageNamed('Plan').id}`);
  await expect.element(page.getByText('Loading page...')).toBeInTheDocument();
  await expectAccessibleInBothThemes();
  arrived.resolve();
  await expect.element(title()).toHaveValue('Plan');
});
