/** Wiki links that people bring along: shown and followed as links, and a choice where nobody or several have the name. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessible, expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, source, title } from '../support/person/editor.ts';
import { all, at, button, gone, press, see, textOf } from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { beginLive, isLive, tell } from '../support/server/live.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const TEXT = [
  'See [[plan]], [[Work/notes|the notes]] and [[Plan#Next steps]].',
  '![[Plan]]',
  'Of [[Nobody]], [[Notes]] and `[[code]]`.',
].join('\n\n');

const look = () => page.getByRole('dialog', { name: 'Link', exact: true });
const reading = (): Locator => page.getByTestId('reading-view');

async function openAmongPages() {
  const workspace = signedIn();
  const plan = workspace.addPage({ name: 'Plan', content: 'First\n\n# Next steps\n\nThen', icon: '🗺️' });
  const work = workspace.addPage({ name: 'Work' });
  const notes = workspace.addPage({ name: 'Notes', parent_id: work });
  workspace.addPage({ name: 'Notes' });
  const id = workspace.addPage({ name: 'Start', content: TEXT });
  await openApp(`/dashboard/pages/${id}`);
  await see(title());
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  return { workspace, plan, notes };
}

test('a wiki link is written as what it leads to, and says what can be done with it', async () => {
  const { workspace, notes } = await openAmongPages();
  const shown = () => all('.cm-content .wiki-link').map(textOf);
  await expect.poll(shown).toEqual(['Plan', 'the notes', 'Plan › Next steps', 'Plan', 'Nobody', 'Notes']);
  await expect
    .poll(() => all('.cm-content .wiki-nobody, .cm-content .wiki-several').map(textOf))
    .toEqual(['Nobody', 'Notes']);
  await expectAccessibleInBothThemes();

  await content().getByText('Notes', { exact: true }).click();
  await see(look().getByText('Several pages have this name'));
  await expectAccessible();
  await press('Escape');
  await gone(look());
  await content().getByText('Nobody').click();
  await look().getByRole('button', { name: 'Create page “Nobody”' }).click();
  await expect.poll(() => workspace.pages.map(({ name }) => name)).toContain('Nobody');
  await press('ControlOrMeta+Home');
  await expect.poll(() => all('.cm-content .wiki-nobody').length).toBe(0);

  await content().getByText('the notes').click();
  await see(look().getByRole('button', { name: 'Open Notes' }));
  await press('ControlOrMeta+Enter');
  await at(`/dashboard/pages/${notes}`);
});

test('a wiki link that is read is followed, and asks where it could mean several', async () => {
  const { plan } = await openAmongPages();
  await button('Read').click();
  await see(reading().getByRole('link', { name: 'the notes' }));
  await expect.poll(() => all('.reading-view .page-embed').map(textOf)).toEqual(['Plan']);
  await expectAccessibleInBothThemes();
  await reading().getByRole('button', { name: 'Notes', exact: true }).click();
  await see(look().getByRole('button', { name: 'Open Notes Work' }));
  await expectAccessible();
  await press('Escape');
  await reading().getByRole('button', { name: 'Nobody' }).click();
  await see(look().getByRole('button', { name: 'Create page “Nobody”' }));
  await press('Escape');
  await reading().getByRole('link', { name: 'Plan › Next steps' }).click();
  await at(`/dashboard/pages/${plan}`);
  await expect.poll(() => location.hash).toBe('#next-steps');
  await button('Write').click();
  expect(await source()).toBe('First\n\n# Next steps\n\nThen');
});

test('a page lists those whose wiki links mean it, by its name or an alias, as long as they do', async () => {
  beginLive();
  const workspace = signedIn();
  const id = workspace.addPage({
    name: 'JavaScript',
    content: '---\naliases: [JS]\n---\n\nText with [[JS]]',
  });
  const namesIt = ['Guide', 'Faq', 'Else', 'By id'].map((name) => ({
    id: workspace.addPage({ name }),
    name,
  }));
  const [guide, faq, other, byId] = namesIt.map((one) => ({ ...one, icon: null }));
  server().say(
    on('POST /rest/v1/rpc/pages_linking_to', () =>
      json([
        { ...guide, has_link: false, wiki_targets: ['javascript'] },
        { ...faq, has_link: false, wiki_targets: ['JS'] },
        { ...other, has_link: false, wiki_targets: ['Home/JavaScript', 'Nobody'] },
        { ...byId, has_link: true, wiki_targets: [] },
      ]),
    ),
    on('POST /rest/v1/rpc/pages_also_named', ({ body }) => {
      const { names } = body as { names: string[] };
      return json(names.includes('JS') ? [{ name: 'JS', page_id: id, is_alias: true }] : []);
    }),
  );
  await openApp(`/dashboard/pages/${id}`);
  const listed = () => all('.page-backlinks li').map(textOf);
  await expect.poll(listed).toEqual(['By id', 'Faq', 'Guide']);
  await expect.poll(() => all('.cm-content .wiki-link').map(textOf)).toEqual(['JS']);

  // A second page of that name: nobody can tell which one is meant.
  const topic = `workspace:${workspace.id}`;
  await expect.poll(() => isLive(topic)).toBe(true);
  const second = { id: crypto.randomUUID(), parent_id: null, name: 'javascript', order_index: 100 };
  const now = { created_at: '2026-01-01T00:00:00Z', visibility: 'workspace', notion_page_id: null };
  tell(topic, 'pages', { pages: [{ ...second, ...now, microsecond: Date.now() * 1000 }], gone: [] });
  await expect.poll(listed).toEqual(['By id', 'Faq']);

  // Texts with other names are told together.
  const reads = () => server().asked.filter(({ path }) => path.endsWith('/pages_linking_to')).length;
  const before = reads();
  for (let times = 0; times < 20; times++) tell(topic, 'names', {});
  await expect.poll(reads).toBe(before + 1);
});
