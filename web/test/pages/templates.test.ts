/** Pages that begin with a template: from an empty page, the slash menu and the gallery, in which templates are changed. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, reads, saved, source, title, write } from '../support/person/editor.ts';
import {
  all,
  at,
  button,
  count,
  focused,
  gone,
  overflow,
  press,
  says,
  see,
  textOf,
  texts,
  toast,
  type,
} from '../support/person/person.ts';
import { row } from '../support/person/tree.ts';
import { broken, json, on } from '../support/server/answers.ts';
import { beginLive, isLive, tell } from '../support/server/live.ts';
import { server } from '../support/server/server.ts';
import { signedIn, type Workspace } from '../support/server/workspace.ts';

const TODAY = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });

const gallery = (): Locator => page.getByRole('dialog', { name: 'Templates' });
const search = (): Locator => gallery().getByRole('combobox', { name: 'Search templates' });
const preview = (): Locator => gallery().getByRole('region', { name: 'Preview' });
const options = (): Locator => gallery().getByRole('option');
const marked = (): string => all('[role="dialog"] [role="option"][aria-selected="true"]').map(textOf).join();

/** Opens an empty page of this workspace. */
async function openEmpty(workspace: Workspace, name = 'Untitled'): Promise<void> {
  await openApp(`/dashboard/pages/${workspace.addPage({ name })}`);
  await see(button('All templates…'));
}

async function openGallery(workspace: Workspace): Promise<void> {
  await openEmpty(workspace);
  await button('All templates…').click();
  await focused(search());
}

test('an empty page offers three templates; one names and fills it, and one undo takes its text back', async () => {
  const workspace = signedIn();
  await openEmpty(workspace);
  await texts(page.getByRole('group', { name: 'Start with a template' }).getByRole('button'), [
    'Meeting notes',
    'Project brief',
    'Weekly review',
    'All templates…',
  ]);
  await expectAccessibleInBothThemes();
  await button('Meeting notes').click();
  await expect.element(title()).toHaveValue(`Meeting notes, ${TODAY}`);
  await says(content(), /Ada Lovelace/);
  await gone(button('All templates…'));
  await focused(content());
  await saved();
  const { content: written } = workspace.pageNamed(`Meeting notes, ${TODAY}`);
  expect(written).toContain(`| ${TODAY} |`);
  expect(written).not.toContain('{{');
  await press('ControlOrMeta+z');
  await see(button('All templates…'));
  // The name that came with the text gives way to the next one's.
  await button('Project brief').click();
  await expect.element(title()).toHaveValue('Project brief');
  await says(content(), /Milestones/);
  await focused(content());
  await press('ControlOrMeta+z');
  await press('ControlOrMeta+z');
  await title().fill('My own');
  await button('Project brief').click();
  await says(content(), /Milestones/);
  await expect.element(title()).toHaveValue('My own');
  // A template that was used is likelier.
  await openEmpty(workspace);
  await texts(page.getByRole('group', { name: 'Start with a template' }).getByRole('button').nth(0), [
    'Project brief',
  ]);
});

test('by keys alone: down to the offers and up again; the first letter takes them away', async () => {
  const { workspace } = await openPage();
  workspace.addTemplate({ name: 'Standup', content: 'Said by {{person}} in {{page}}' });
  await openEmpty(workspace, 'Mine');
  await content().click();
  await press('ArrowDown');
  await focused(button('Standup'));
  await press('ArrowRight', 'ArrowLeft', 'ArrowUp');
  await focused(content());
  await type('x');
  await gone(button('Standup'));
  await press('Backspace', 'ArrowDown', 'Enter');
  await reads('Said by Ada Lovelace in Mine');
  await expect.element(title()).toHaveValue('Mine');
});

test('the gallery is searched and used by keys, and shows what the page will be', async () => {
  const workspace = signedIn();
  await openGallery(workspace);
  await count(options(), 10);
  await see(gallery().getByText('None yet. Save a page as a template from its menu, or write one here.'));
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp');
  await expect.poll(marked).toBe('Weekly review');
  await says(preview(), new RegExp(`Weekly review, ${TODAY}`));
  await expectAccessibleInBothThemes();
  await type('deci');
  // By its name before others by their descriptions.
  await expect.poll(() => options().elements().map(textOf)).toEqual(['Decision record', 'Meeting notes']);
  await type('zzz');
  await see(gallery().getByText('No template is found by “decizzz”.'));
  await search().fill('decision');
  await press('Enter');
  await gone(gallery());
  await expect.element(title()).toHaveValue('Decision record');
  await focused(content());
  await says(content(), /Consequences/);
});

test('the slash menu puts a template where the caret is, in one step', async () => {
  const workspace = signedIn();
  workspace.addTemplate({ name: 'Piece', content: '## Part of {{page}}\n\n- [ ] Do it\n' });
  await openEmpty(workspace, 'Plan');
  await write('Before');
  await press('Enter');
  await type('/templ');
  await page.getByRole('option', { name: /Template…/ }).click();
  await focused(search());
  // The page keeps its name.
  await says(preview(), /^Part of Plan/);
  await press('Enter');
  await gone(gallery());
  await says(content(), /Part of Plan/);
  expect(await source()).toBe('Before\n\n## Part of Plan\n\n- [ ] Do it');
  await expect.element(title()).toHaveValue('Plan');
  await content().click();
  await press('ControlOrMeta+z');
  await expect.poll(source).toMatch(/^Before\n*$/);
  // Left without a choice, the text is as it was.
  await press('ControlOrMeta+End');
  await type('/templ');
  await page.getByRole('option', { name: /Template…/ }).click();
  await focused(search());
  await press('Escape');
  await focused(content());
  await expect.poll(source).toMatch(/^Before\n*$/);
});

test('a page is kept as a template, and hostile names stay words', async () => {
  const hostile = '<img src=x onerror=alert(1)> {{date}} **[x](javascript:alert(1))**';
  const workspace = signedIn({ fullName: hostile });
  // It names two files and uses one: somebody who may not read the other wrote its name.
  const [used, other] = [crypto.randomUUID(), crypto.randomUUID()];
  server().say(on('GET /rest/v1/page_file_uses', () => json([{ file_id: used }])));
  const written = `# {{page}}\n\nBy {{person}} \`/files/${used}\``;
  const id = workspace.addPage({ name: hostile, content: `${written} \`/files/${other}\`` });
  await openApp(`/dashboard/pages/${id}`);
  await says(content(), /By/);
  await button('Page actions').click();
  await page.getByRole('menuitem', { name: 'Save as template…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await expect.element(dialog.getByLabelText('Name')).toHaveValue(hostile);
  await see(dialog.getByText('{{person}}'));
  await expectAccessibleInBothThemes();
  await dialog.getByLabelText('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await see(dialog.getByText('Template name is required'));
  await dialog.getByLabelText('Name').fill('Notes of {{person}}');
  await dialog.getByLabelText('Description (optional)').fill('For all');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await gone(dialog);
  await see(toast('Template saved'));
  expect(workspace.templates).toMatchObject([
    {
      name: 'Notes of {{person}}',
      description: 'For all',
      content: `${written} \`/files/00000000-0000-0000-0000-000000000000\``,
    },
  ]);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Show' }).click();
  // Not a new page's name: the page is there.
  await expect.poll(marked).toBe('Notes of {{person}}');
  await says(preview(), new RegExp(`^Notes of ${escaped(hostile)}`));
  expect(all('[role="dialog"] img, .template-preview a')).toEqual([]);
  await button('Use template').click();
  await at(/\/dashboard\/pages\//);
  await expect.element(title()).toHaveValue(`Notes of ${hostile}`);
  await says(content(), new RegExp(escaped(hostile)));
  await see(row(`Notes of ${hostile}`));
  expect(workspace.pageNamed(`Notes of ${hostile}`).content).toMatch(/^# Notes of \\<img/);
});

const escaped = (words: string): string => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('a template is written, changed and deleted; words are not lost by Escape', async () => {
  const workspace = signedIn();
  await openGallery(workspace);
  await button('New template').click();
  await focused(gallery().getByLabelText('Name'));
  await gallery().getByLabelText('Icon').fill('🇫🇷 and more');
  await gallery().getByLabelText('Name').fill('Standup');
  await gallery().getByLabelText('Text, in Markdown').fill('# {{date}}');
  await says(preview(), new RegExp(`Standup ?${TODAY}`));
  await expectAccessibleInBothThemes();
  await press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await gallery().getByRole('button', { name: 'Save template' }).click();
  await expect.poll(marked).toBe('🇫🇷Standup');
  expect(workspace.templates).toMatchObject([
    { name: 'Standup', icon: '🇫🇷', content: '# {{date}}', order_index: 1 },
  ]);

  // Somebody else was faster.
  await button('Edit template').click();
  await gallery().getByLabelText('Name').fill('Daily');
  const [template] = workspace.templates;
  if (template) template.updated_at = '2026-02-02T00:00:00+00:00';
  await gallery().getByRole('button', { name: 'Save template' }).click();
  await see(gallery().getByText('Somebody else has changed or deleted this template.'));
  expect(workspace.templates).toMatchObject([{ name: 'Standup' }]);
  await press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await gone(gallery());

  await focused(button('All templates…'));
  await press('Enter');
  await button('Edit template').click();
  await gallery().getByLabelText('Name').fill('Daily');
  await gallery().getByRole('button', { name: 'Save template' }).click();
  await expect.poll(marked).toBe('🇫🇷Daily');
  await button('Delete template').click();
  await says(page.getByRole('alertdialog'), /Delete “Daily”\?/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await see(toast('Template deleted'));
  await expect.poll(marked).toBe('Meeting notes');
  expect(workspace.templates).toEqual([]);
});

test('members change their own templates alone, and hear of what others do', async () => {
  beginLive();
  const workspace = signedIn();
  workspace.role = 'member';
  workspace.addTemplate({ name: 'Mine', content: 'Of mine' });
  workspace.addTemplate({ name: 'Theirs', content: 'Of theirs', created_by: crypto.randomUUID() });
  await openGallery(workspace);
  await expect.poll(() => isLive(`workspace:${workspace.id}`)).toBe(true);
  await says(preview(), /Of mine/);
  await see(button('Delete template'));
  await press('ArrowDown');
  await says(preview(), /Of theirs/);
  await gone(button('Edit template'));
  await gone(button('Delete template'));
  // Deleted by somebody else while it is looked at.
  workspace.templates = workspace.templates.filter(({ name }) => name === 'Mine');
  tell(`workspace:${workspace.id}`, 'templates', {});
  await expect.poll(marked).toBe('Mine');
  // The news of this one has not come.
  workspace.addTemplate({ name: 'Gone', order_index: 0 });
  tell(`workspace:${workspace.id}`, 'templates', {});
  await expect.poll(() => options().elements().map(textOf)[0]).toBe('Gone');
  await openEmpty(workspace);
  workspace.templates = [];
  await button('Gone').click();
  await see(toast('Somebody has deleted this template.'));
  await reads('Write, or press / for blocks');
});

test('what cannot be read says so and is asked for again, and ours are there meanwhile', async () => {
  const workspace = signedIn();
  workspace.addTemplate({ name: 'Standup', content: 'Words' });
  const list = server().say(on('GET /rest/v1/templates', broken));
  await openGallery(workspace);
  await see(gallery().getByText('Your templates could not be loaded.'));
  await count(options(), 10);
  list();
  const words = server().say(
    on('GET /rest/v1/templates', ({ query }) =>
      query.get('select') === 'content' ? json({}, 500) : undefined,
    ),
  );
  await gallery().getByRole('button', { name: 'Try again' }).click();
  await see(gallery().getByText('The template could not be shown.'));
  await expectAccessibleInBothThemes();
  await button('Use template').click();
  await see(toast('The template could not be used'));
  words();
  await gallery().getByRole('button', { name: 'Try again' }).click();
  await says(preview(), /Words/);
});

test('a template of 500 KB is looked at and used', async () => {
  const workspace = signedIn();
  const large = `# {{page}}\n\n${'- [ ] A *task* of many\n\n> [!NOTE]\n> A note\n\n'.repeat(10_000)}The end`;
  workspace.addTemplate({ name: 'Large', content: large });
  await openGallery(workspace);
  await see(preview().getByText('The template goes on.'));
  await button('Use template').click();
  await gone(gallery());
  await expect.element(title()).toHaveValue('Large');
  await saved();
  expect(workspace.pageNamed('Large').content).toBe(large.replace('{{page}}', 'Large'));
});

test('a new page begins with a template from the search, on a phone as well', async () => {
  await page.viewport(360, 740);
  const workspace = signedIn();
  workspace.addTemplate({
    name: 'A template with a rather long name',
    description: 'D'.repeat(500),
    content: 'W'.repeat(300),
  });
  server().say(on('POST /rest/v1/rpc/search_pages', () => json([])));
  await openApp('/dashboard');
  await see(page.getByRole('heading', { name: 'Dashboard' }));
  await press('ControlOrMeta+k');
  await type('template');
  await page.getByRole('option', { name: 'New page from a template' }).click();
  await see(options().nth(0));
  await gone(button('Use template'));
  await options().nth(0).click();
  await expect.poll(overflow).toBe(0);
  await see(button('Use template'));
  await button('All templates').click();
  await gone(button('Use template'));
  await gallery().getByText('Onboarding plan').click();
  await button('Use template').click();
  await at(/\/dashboard\/pages\//);
  await expect.element(title()).toHaveValue('Onboarding plan');
  await says(content(), /Before the first day/);
  await write('More');
  await saved();
  expect(workspace.pageNamed('Onboarding plan').parent_id).toBeNull();
});
