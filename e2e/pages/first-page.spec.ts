/// <reference lib="dom" />
/** The main job, end to end: sign up, write, come back. */
import {
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saveStatus,
  signIn,
  signOut,
  signUpThroughForm as signUp,
  test,
  write,
} from '../support/journey.ts';

test('a stranger signs up and lands in a workspace of their own that they own', async ({ person }) => {
  await signUp(person, newAccount('Ada Lovelace'));
  await expect(person.getByRole('navigation').getByText("Ada Lovelace's Workspace")).toBeVisible();
  await person.goto('/dashboard/settings/workspace');
  await expect(person.getByRole('main').getByText('Owner', { exact: true })).toBeVisible();
});

test('a page says that it is saving and then that it is saved, and is there after a reload', async ({
  person,
}) => {
  await signUp(person, newAccount('Grace Hopper'));
  await createPage(person, 'Compilers');
  await write(person, '# A-0\n\nThe first one.');
  await expect(saveStatus(person)).toHaveText('Unsaved changes • Auto-saving...');
  await expect(saveStatus(person)).toHaveText('Saved');
  await person.reload();
  await expect(person.getByLabel('Page title')).toHaveValue('Compilers');
  await expect(content(person)).toContainText('The first one.');
});

test('back, forward and a reload find each page scrolled as it was left', async ({ person }) => {
  await signUp(person, newAccount('Long Reader'));
  await createPage(person, 'Long');
  await content(person).click();
  const words = (at: number) => 'some words of a line that wraps '.repeat((at * 7) % 11);
  await person.keyboard.insertText(
    Array.from({ length: 300 }, (_, at) => `Paragraph ${at}. ${words(at)}`).join('\n\n'),
  );
  await expect(saveStatus(person)).toHaveText('Saved');
  await createPage(person, 'Short');
  const tree = person.getByRole('tree');
  const screen = person.locator('#main');
  const paragraphInView = () =>
    screen.evaluate((main) => {
      const { left, width, top } = main.getBoundingClientRect();
      for (let y = top + 40; y < top + 200; y += 10) {
        const text = document.elementFromPoint(left + width / 2, y)?.closest('.cm-line, p')?.textContent;
        const [name] = /^Paragraph \d+/.exec(text ?? '') ?? [];
        if (name) return name;
      }
      return undefined;
    });
  for (const mode of ['Write', 'Read']) {
    await tree.getByRole('treeitem', { name: 'Long' }).click();
    await expect(person.getByLabel('Page title')).toHaveValue('Long');
    await person.getByRole('button', { name: mode, exact: true }).click();
    // As soon as the text is there.
    await expect(async () => {
      await screen.evaluate((main) => main.scrollTo(0, main.scrollHeight / 2));
      expect(await paragraphInView()).toMatch(/^Paragraph \d{2,3}$/);
    }).toPass();
    const left = await paragraphInView();
    await tree.getByRole('treeitem', { name: 'Short' }).click();
    await expect(person.getByLabel('Page title')).toHaveValue('Short');
    expect(await screen.evaluate((main) => main.scrollTop)).toBe(0);
    await person.goBack();
    await expect.poll(paragraphInView).toBe(left);
    await person.reload();
    await expect.poll(paragraphInView).toBe(left);
    await person.goForward();
    await expect(person.getByLabel('Page title')).toHaveValue('Short');
    await person.goBack();
    await expect.poll(paragraphInView).toBe(left);
  }
});

test('signing out and in again finds everything; a second person in another browser sees nothing of it @postgres', async ({
  person,
  browser,
  trellis,
}) => {
  const ada = newAccount('Ada Byron');
  await signUp(person, ada);
  await createPage(person, 'Private thoughts');
  await write(person, 'Nobody else reads this.');
  await expect(saveStatus(person)).toHaveText('Saved');
  const address = person.url();

  await signOut(person);
  await person.goto(address);
  await person.waitForURL('/auth/login');
  await signIn(person, ada);
  await person.goto(address);
  await expect(content(person)).toContainText('Nobody else reads this.');

  const elsewhere = await newBrowser(browser, trellis);
  const eve = await elsewhere.newPage();
  await signUp(eve, newAccount('Eve Moneypenny'));
  await expect(eve.getByText('No pages yet')).toBeVisible();
  await eve.goto(address);
  await expect(eve.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(eve.getByText('Nobody else reads this.')).toHaveCount(0);
  await elsewhere.close();
});
