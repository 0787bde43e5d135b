/** A page becomes a template that another member starts a page from. */
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  signUp,
  test,
  write,
} from '../support/journey.ts';
import { moveIn } from '../support/membership.ts';

test('a member starts a page from what another one kept as a template a moment ago', async ({
  person: ada,
  browser,
  trellis,
}) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Grace *Hopper*');
  await signUp(ada, owner);
  const grace = await (await newBrowser(browser, trellis)).newPage();
  await signUp(grace, member);
  await moveIn(trellis, { member, owner });
  await grace.goto('/dashboard');
  await grace.getByRole('heading', { level: 1 }).waitFor();
  await grace.keyboard.press('ControlOrMeta+k');
  await grace.getByRole('option', { name: 'New page from a template' }).click();
  const gallery = grace.getByRole('dialog', { name: 'Templates' });
  await expect(gallery.getByRole('option')).toHaveCount(10);

  await createPage(ada, 'Standup of {{person}}');
  await write(ada, 'Said by {{person}} in {{page}}');
  await saved(ada);
  await ada.getByRole('button', { name: 'Page actions' }).click();
  await ada.getByRole('menuitem', { name: 'Save as template…' }).click();
  await ada.getByRole('button', { name: 'Save template' }).click();

  // It comes while she looks at the others, and she may not change it.
  await gallery.getByRole('option', { name: 'Standup of {{person}}' }).click();
  await expect(gallery.getByRole('region', { name: 'Preview' })).toContainText(
    'Said by Grace *Hopper* in Standup',
  );
  await expect(gallery.getByRole('button', { name: 'Edit template' })).toHaveCount(0);
  await gallery.getByRole('button', { name: 'Use template' }).click();
  await expect(grace.getByLabel('Page title')).toHaveValue('Standup of Grace *Hopper*');
  // The caret is in its line, where marks show.
  await expect(content(grace)).toContainText('Hopper');
  await saved(grace);
  await ada.getByRole('tree').getByText('Standup of Grace *Hopper*').click();
  await expect(content(ada)).toHaveText('Said by Grace *Hopper* in Standup of Grace *Hopper*');
});
