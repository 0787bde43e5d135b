/** Front matter as a table of properties: edited in place, hidden, read, and kept byte by byte where nobody edits. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, source, title } from '../support/person/editor.ts';
import { all, button, focused, gone, hasKeys, press, see, textOf, type } from '../support/person/person.ts';
import { signedIn } from '../support/server/workspace.ts';

const FRONT =
  '---\ntitle:  "A"  # kept\ntags: [one, two]\ndone: false\ndue: 2026-11-25\nraw: {a: 1}\n---\n\n';

async function openWith(text: string) {
  await page.viewport(1024, 900);
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Draft', content: text });
  await openApp(`/dashboard/pages/${id}`);
  await see(title());
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
}

const table = () => page.getByRole('region', { name: 'Properties' });
const field = (name: string) => table().getByRole('textbox', { name, exact: true });

test('properties are edited in place, and the rest of the front matter stays', async () => {
  await openWith(`${FRONT}Text`);
  await see(table());
  expect(content().element().textContent).not.toContain('title');
  await expectAccessibleInBothThemes();

  await field('title').fill('B: c');
  await press('Enter');
  await table().getByRole('checkbox', { name: 'done' }).click();
  await field('Add to tags').click();
  await type('three');
  await press('Enter');
  await see(table().getByText('three'));
  await table().getByRole('button', { name: 'Remove one from tags' }).click();
  await field('Name of due').fill('until');
  await press('Enter');
  await table().getByRole('button', { name: 'Remove raw' }).click();
  await table().getByRole('button', { name: 'Add property' }).click();
  await type('count');
  await press('Enter');
  await focused(field('count'));
  await type('5');
  await press('Enter');
  const written = `---\ntitle:  "B: c"  # kept\ntags: [two, three]\ndone: true\nuntil: 2026-11-25\ncount: 5\n---\n\n`;
  expect(await source()).toBe(`${written}Text`);

  // Writing with all of the text selected leaves them as they are.
  await content().click();
  await press('ControlOrMeta+a');
  await type('New');
  expect(await source()).toBe(`${written}New`);
  await press('ControlOrMeta+Home', 'Backspace');
  expect(await source()).toBe(`${written}New`);
});

test('thousands of properties are shown hundred by hundred', async () => {
  await openWith(`---\n${Array.from({ length: 250 }, (_, index) => `key${index}: 1\n`).join('')}---\n\nText`);
  await see(field('key99'));
  expect(field('key100').elements()).toEqual([]);
  await table().getByRole('button', { name: 'Show more of 250 properties' }).click();
  await see(field('key199'));
  expect(field('key200').elements()).toEqual([]);
  await table().getByRole('button', { name: 'Add property' }).click();
  await type('added');
  await press('Enter');
  await focused(field('added'));
});

test('properties are hidden and shown, and read as a table', async () => {
  await openWith(`${FRONT}Text`);
  await table().getByRole('button', { name: 'Hide' }).click();
  await gone(field('title'));
  await table().getByRole('button', { name: '5 properties' }).click();
  await see(field('title'));
  await button('Read').click();
  await expect
    .poll(() => all('.reading-view dt, .reading-view dd').map(textOf))
    .toEqual(['title', 'A', 'tags', 'onetwo', 'done', 'No', 'due', '2026-11-25', 'raw', '{a: 1}']);
  await expectAccessibleInBothThemes();
});

test('front matter that is no YAML is shown as it is written, with a sentence', async () => {
  await openWith('---\ntitle: A\nno yaml\n---\n\nText');
  await see(page.getByText('The properties stay as they are written: line 3 cannot be read.'));
  expect(content().element().textContent).toContain('title: A');
  await button('Read').click();
  await see(page.getByTestId('reading-view').getByText('no yaml'));
});

test('the slash menu gives a page its first property and further ones, named at once', async () => {
  await openWith('Text');
  await content().click();
  await press('ControlOrMeta+End', 'Enter', 'Enter');
  await type('/property');
  await see(page.getByRole('option', { name: 'Property' }).first());
  await press('Enter');
  await focused(table().getByRole('textbox', { name: 'Name of property' }));
  await type('status');
  await press('Enter');
  await field('status').fill('draft');
  await press('Enter');
  expect(await source()).toMatch(/^---\nstatus: draft\n---\n\nText\n+$/);
  await expectAccessibleInBothThemes();

  await content().click();
  await press('ControlOrMeta+End');
  await type('/property');
  await see(page.getByRole('option', { name: 'Property' }).first());
  await press('Enter');
  await focused(table().getByRole('textbox', { name: 'Name of property' }));
  expect(await source()).toMatch(/^---\nstatus: draft\nproperty:\n---\n\nText\n+$/);
});

test('the page menu gives a page its first property by keyboard, and undo takes it back', async () => {
  await openWith('Text');
  await button('Page actions').click();
  await hasKeys(page.getByRole('menu'));
  await press('p', 'Enter');
  await hasKeys(page.getByRole('menu', { name: 'Page style' }));
  await press('ArrowDown', 'ArrowDown');
  await focused(page.getByRole('menuitem', { name: 'Add property' }));
  await press('Enter');
  await focused(table().getByRole('textbox', { name: 'Name of property' }));
  await type('status');
  await press('Enter');
  await see(field('status'));
  expect(await source()).toBe('---\nstatus:\n---\n\nText');
  await content().click();
  await press('ControlOrMeta+z', 'ControlOrMeta+z');
  await gone(table());
  expect(await source()).toBe('Text');
  await button('Read').click();
  await button('Page actions').click();
  await page.getByRole('menuitem', { name: 'Page style' }).click();
  await see(page.getByRole('menuitem', { name: 'Add icon…' }));
  await gone(page.getByRole('menuitem', { name: 'Add property' }));
});
