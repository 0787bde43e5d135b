/** Links between pages: written by name, followed inside the app, and told at the page that they lead to. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { content, reads, saved, title } from '../support/person/editor.ts';
import { again, count, press, see, text, type } from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const options = () => page.getByRole('option');

test('a link to a page is written by its name, followed, and listed at that page', async () => {
  const workspace = signedIn();
  const roadmap = workspace.addPage({ name: 'Roadmap [2027]' });
  const notes = workspace.addPage({ name: 'Notes' });
  workspace.addPage({ name: 'Roadmap [2027]', parent_id: notes });
  server().say(
    on('POST /rest/v1/rpc/pages_linking_to', ({ body }) => {
      const { page_id: target } = body as { page_id: string };
      const sources = workspace.pages.filter((each) => each.content.includes(`/dashboard/pages/${target}`));
      return json(
        sources.map(({ id, name }) => ({ id, name, icon: null, has_link: true, wiki_targets: [] })),
      );
    }),
  );
  await openApp(`/dashboard/pages/${notes}`);
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  await content().click();
  // The menu's code loads on first use.
  await again(async () => {
    await press('ControlOrMeta+a');
    await type('See [[road');
    await expect.poll(() => options().elements().length, { timeout: 2000 }).toBe(3);
  });
  // Two of one name are told apart by where they are.
  await count(page.getByRole('option', { name: 'Roadmap [2027] Notes' }), 1);
  await text(options().first(), 'Roadmap [2027]');
  await press('Enter');
  // Nothing but its name is in sight.
  await reads('See Roadmap [2027]');
  await title().click();
  const link = content().getByText('Roadmap [2027]', { exact: true });
  await see(link);
  await saved();
  await expect.poll(() => workspace.pageNamed('Notes').content).toContain(`](/dashboard/pages/${roadmap})`);

  await link.click({ modifiers: ['ControlOrMeta'] });
  await expect.element(title()).toHaveValue('Roadmap [2027]');
  expect(location.pathname).toBe(`/dashboard/pages/${roadmap}`);
  const backlinks = page.getByRole('region', { name: '1 page links here' });
  await backlinks.getByRole('link', { name: 'Notes' }).click();
  await expect.element(title()).toHaveValue('Notes');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByTestId('reading-view').getByRole('link', { name: 'Roadmap [2027]' }).click();
  await expect.element(title()).toHaveValue('Roadmap [2027]');
  expect(location.pathname).toBe(`/dashboard/pages/${roadmap}`);
});
