/// <reference lib="dom" />
/** Links between pages: written by name, followed inside the app, and told at the page that they lead to. */
import { content, createPage, expect, newAccount, saved, signUp, test } from '../support/journey.ts';
import { createSubpage } from '../support/tree.ts';

test('a link to a page is written by its name, followed, and told at that page', async ({ person }) => {
  await signUp(person, newAccount('Link Writer'));
  await createPage(person, 'Roadmap [2027]');
  const target = new URL(person.url()).pathname;
  await createPage(person, 'Notes');
  const notes = person.url();
  await createSubpage(person, 'Notes', 'Roadmap [2027]');
  await person.goto(notes);
  await content(person).click();
  await expect(async () => {
    await person.keyboard.type('See [[road');
    await expect(person.getByRole('option', { name: 'Roadmap [2027]' })).toHaveCount(2, { timeout: 2000 });
  }).toPass();
  // Two of one name are told apart by where they are.
  await expect(person.getByRole('option', { name: 'Roadmap [2027] Notes' })).toHaveCount(1);
  await expect(person.getByRole('option').first()).toHaveText('Roadmap [2027]');
  await person.keyboard.press('Enter');
  const link = content(person).getByText('Roadmap [2027]', { exact: true });
  // The backslashes before the brackets are marks, too.
  await expect(content(person)).toContainText(`[Roadmap [2027]](${target})`);
  await person.getByLabel('Page title').click();
  await expect(link).toBeVisible();
  await saved(person);

  await link.click({ modifiers: ['ControlOrMeta'] });
  await expect(person.getByLabel('Page title')).toHaveValue('Roadmap [2027]');
  const backlinks = person.getByRole('region', { name: '1 page links here' });
  await backlinks.getByRole('link', { name: 'Notes' }).click();
  await expect(person.getByLabel('Page title')).toHaveValue('Notes');
  await person.getByRole('button', { name: 'Read', exact: true }).click();
  await person.getByTestId('reading-view').getByRole('link', { name: 'Roadmap [2027]' }).click();
  await expect(person.getByLabel('Page title')).toHaveValue('Roadmap [2027]');
  expect(new URL(person.url()).pathname).toBe(target);
});
