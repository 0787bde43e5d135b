/** Links in a text: written, followed, changed and removed in their popover, shown by the titles of their pages. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessible } from '../support/person/accessible.ts';
import { content, openPage, reads, source, title } from '../support/person/editor.ts';
import {
  at,
  button,
  focused,
  gone,
  overflow,
  pointAt,
  press,
  says,
  see,
  texts,
  toast,
  type,
} from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const field = () => page.getByRole('combobox', { name: 'Page or web address' });
const look = () => page.getByRole('dialog', { name: 'Link', exact: true });
const options = () => page.getByRole('option');

/** A page to write links in, beside others. */
async function openAmong(written: string, ...names: readonly string[]) {
  const workspace = signedIn();
  const ids = names.map((name) => workspace.addPage({ name, content: `# About\n\n${name} in short` }));
  const notes = workspace.addPage({ name: 'Notes', content: written });
  await openApp(`/dashboard/pages/${notes}`);
  await see(title());
  return { workspace, ids, notes };
}

function paste(into: Element, text: string): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  into.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

test('Mod+K links what is selected, and no brackets are ever in sight', async () => {
  await openPage('word');
  await press('ControlOrMeta+a', 'ControlOrMeta+k');
  await focused(field());
  await reads('word');
  await type('example.com');
  await texts(options(), ['example.com', 'Create page “example.com”']);
  await press('Enter');
  await gone(field());
  await focused(content());
  await type(' and');
  await reads('word and');
  expect(await source()).toBe('[word](https://example.com) and');

  // At its end, Backspace takes a letter and no bracket.
  await content().click();
  await press('ControlOrMeta+Home', 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace');
  expect(await source()).toBe('[wor](https://example.com) and');

  // Changed, with text and address, and removed.
  await content().getByText('wor', { exact: true }).click();
  await see(look());
  await press('ControlOrMeta+k');
  await expect.element(field()).toHaveValue('https://example.com');
  await type('mailto:ada@example.com');
  await page.getByRole('textbox', { name: 'Text' }).fill('Ada [B.]');
  await expectAccessible();
  await press('Enter');
  expect(await source()).toBe('[Ada \\[B.\\]](mailto:ada@example.com) and');
  await content().getByText('Ada').first().click();
  await look().getByRole('button', { name: 'Copy link' }).click();
  await see(toast('Link copied'));
  await look().getByRole('button', { name: 'Remove link' }).click();
  await gone(look());
  expect(await source()).toBe('Ada \\[B.\\] and');
});

test('asked for twice, the key searches instead, and nothing is left in the text', async () => {
  await openPage('word ');
  await press('ControlOrMeta+End', 'ControlOrMeta+k');
  await focused(field());
  await press('ControlOrMeta+k');
  await focused(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox'));
  await press('Escape');
  await focused(content());
  await reads('word');
});

test('a page is found with a slip, and made where none has the name', async () => {
  const { workspace, ids, notes } = await openAmong('', 'Roadmap', 'Plan');
  await content().click();
  await type('See [[raodm');
  await texts(options(), ['Roadmap', 'Create page “raodm”under this page']);
  await press('Enter');
  await type(', [[Budget');
  await texts(options(), ['Create page “Budget”under this page']);
  await press('Enter');
  await type('.');
  await reads('See Roadmap, Budget.');
  await expect.poll(() => workspace.pages.find(({ name }) => name === 'Budget')?.parent_id).toBe(notes);
  const budget = workspace.pageNamed('Budget').id;
  expect(await source()).toBe(
    `See [Roadmap](/dashboard/pages/${ids[0]}), [Budget](/dashboard/pages/${budget}).`,
  );
});

test('a page that cannot be made says so, and is made by trying again', async () => {
  const { workspace } = await openAmong('', 'Plan');
  await content().click();
  const take = server().say(on('POST /rest/v1/pages', () => json({ message: 'No' }, 500)));
  await type('[[Budget');
  await see(options().getByText('Create page “Budget”'));
  await press('Enter');
  await see(toast('The page “Budget” could not be created'));
  take();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => workspace.pages.some(({ name }) => name === 'Budget')).toBe(true);
});

test('a pasted address of a page shows its title, one over a selection links it', async () => {
  const { ids } = await openAmong('', 'Roadmap');
  const editor = await content().findElement();
  await content().click();
  await type('See ');
  // The code that reads what is pasted comes when the page stands.
  await see(button(/^Bold/));
  paste(editor, `${location.origin}/dashboard/pages/${ids[0]}`);
  await reads('See Roadmap');
  await type(' now');
  await press('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft');
  paste(editor, 'https://example.com/a');
  expect(await source()).toBe(`See [Roadmap](/dashboard/pages/${ids[0]}) [now](https://example.com/a)`);
});

test('a link that says its page’s former title shows the present one, written and read', async () => {
  const workspace = signedIn();
  const road = workspace.addPage({ name: 'Roadmap 2028' });
  const address = `/dashboard/pages/${road}`;
  const written = `[Roadmap](${address}) and [my words](${address})`;
  const notes = workspace.addPage({ name: 'Notes', content: written });
  server().say(
    on('GET /rest/v1/page_activity', ({ query }) =>
      json(query.get('kind') === 'eq.renamed' ? [{ page_id: road, old_name: 'Roadmap' }] : []),
    ),
  );
  await openApp(`/dashboard/pages/${notes}`);
  await reads('Roadmap 2028 and my words');
  expect(await source()).toBe(written);
  await button('Read').click();
  await texts(page.getByTestId('reading-view').getByRole('link'), ['Roadmap 2028', 'my words']);
});

test('the beginning of a page shows at its link, by pointer, caret and focus, and Escape closes it', async () => {
  const { ids, notes } = await openAmong('', 'Roadmap');
  const said = 'Roadmap in short';
  const card = page.getByTestId('page-card');
  const shows = (where: Locator) => says(where, said);
  await content().click();
  await type(`[Roadmap](/dashboard/pages/${ids[0]}) x`);
  const link = content().getByText('Roadmap', { exact: true });
  await pointAt(link, card);
  await shows(card);
  await press('Escape');
  await gone(card);
  await title().hover();
  // The caret comes into it.
  await press('Home', 'ArrowRight', 'ArrowRight');
  await shows(look());
  await expectAccessible();
  await press('Escape');
  await gone(look());
  await press('ArrowRight');
  await look().getByRole('button', { name: 'Open Roadmap' }).click();
  await at(`/dashboard/pages/${ids[0]}`);
  await openApp(`/dashboard/pages/${notes}`);
  await button('Read').click();
  const read = page.getByTestId('reading-view').getByRole('link', { name: 'Roadmap' });
  await see(read);
  (await button('Read').findElement()).focus();
  for (let step = 0; step < 6 && document.activeElement !== read.query(); step++) await press('Tab');
  await focused(read);
  await shows(card);
  await press('Escape');
  await gone(card);
});

test('on a phone a link is looked at and changed by touch', async () => {
  await page.viewport(360, 640);
  await openPage('See [this](https://example.com) now');
  await content().getByText('this', { exact: true }).click();
  await see(look());
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await look().getByRole('button', { name: 'Change link' }).click();
  await field().fill('https://example.org');
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await button('Save').click();
  expect(await source()).toBe('See [this](https://example.org) now');
});
