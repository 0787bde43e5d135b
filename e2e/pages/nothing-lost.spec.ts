/// <reference lib="dom" />
/** The cases in which comparable products lost their users' work: the server dies, the line breaks, two write at once. */
import type { Page } from '@playwright/test';
import { SoakBrowser } from '../soak/soak-browser.ts';
import { filesLeft } from '../support/files-left.ts';
import {
  type Account,
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  saveStatus,
  signIn,
  signUp,
  test,
  write,
} from '../support/journey.ts';

const SAVES = '**/rest/v1/rpc/save_page_document';

test('a power cut in mid-typing loses nothing, and another browser finds it, too @postgres', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Power Cut');
  await signUp(person, account);
  await createPage(person, 'Diary');
  await write(person, 'This was saved.');
  await saved(person);
  await write(person, ' And this was just being ');
  await trellis.stop('SIGKILL');
  await write(person, 'typed.');
  await expect(saveStatus(person)).toContainText('Offline');
  await trellis.start();

  // The words that the server confirmed are there, in spite of the rest.
  const elsewhere = await newBrowser(browser, trellis);
  const second = await elsewhere.newPage();
  await signIn(second, account);
  await second.goto(person.url());
  await expect(content(second)).toContainText('This was saved.');
  await elsewhere.close();

  await expect(saveStatus(person)).toHaveText('Saved');
  await person.reload();
  await expect(content(person)).toHaveText('This was saved. And this was just being typed.');
});

test('leaving in the very moment of typing, and closing the tab before the save, keep the last word', async ({
  person,
}) => {
  await signUp(person, newAccount('Abrupt Leaver'));
  await createPage(person, 'Cut off');
  const address = person.url();
  const sentence = 'The quick brown fox jumps over the lazy dog, again and again. ';
  person.on('dialog', (dialog) => dialog.accept());
  await write(person, sentence);
  await person.goto('/terms');
  await person.goto(address);
  await expect(content(person)).toHaveText(sentence.trim());
  await expect(saveStatus(person)).toHaveText('Saved');

  // Nothing reaches the server any more, as on a train.
  await person.route(SAVES, (route) => route.abort());
  await write(person, 'Written in the tunnel.');
  await expect(saveStatus(person)).toContainText('Offline');
  const context = person.context();
  await person.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto(address);
  await expect(content(next)).toHaveText(`${sentence}Written in the tunnel.`);
  await expect(saveStatus(next)).toHaveText('Saved');
});

/** Signs in as a device of its own does. @returns how to call the server in that name */
async function useDevice(page: Page, url: string, { email, password }: Account) {
  const { supabasePublishableKey: apikey } = await (await fetch(`${url}/config.json`)).json();
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const session = await answer.text();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate((kept) => {
    // Chromium writes it up to a minute late: a browser that was killed may have forgotten all of it.
    localStorage.clear();
    localStorage.setItem('trellis-auth', kept);
  }, session);
  await page.goto(`${url}/dashboard`);
  const headers = { apikey, authorization: `Bearer ${JSON.parse(session).access_token}` };
  return async (path: string) => (await fetch(`${url}/rest/v1/${path}`, { headers })).json();
}

test('words and a picture of a browser that is killed after seconds arrive with the next start, their page unopened', async ({
  person,
  trellis,
}) => {
  const account = newAccount('Empty Battery');
  await signUp(person, account);
  const serverPort = () => Number(new URL(trellis.url).port);
  await using browser = await SoakBrowser.open({ name: 'with an empty battery', serverPort });
  let page = await browser.context.newPage();
  // A browser that is started like this has a window of its own size.
  await page.setViewportSize({ width: 1280, height: 720 });
  await useDevice(page, trellis.url, account);
  await createPage(page, 'On the road');
  const address = page.url();
  await write(page, 'Sent.');
  // The code that adds a file has been loaded once.
  await pastePicture(page, 'first.png');
  await saved(page);
  await expect.poll(() => filesLeft(page)).toBe(0);

  browser.line.change('cut');
  await write(page, ' Written on the road.');
  await pastePicture(page, 'second.png');
  await expect(saveStatus(page)).toContainText('Offline');
  await expect.poll(() => filesLeft(page)).toBe(1);
  await browser.kill();
  browser.line.change('open');

  await browser.start();
  page = await browser.context.newPage();
  // The person who signs in has no page open.
  const ask = await useDevice(page, trellis.url, account);
  const read = async () => (await ask('pages?select=content&name=eq.On%20the%20road'))[0].content;
  await expect.poll(read).toContain('Written on the road.');
  await expect.poll(read).toContain('second.png');
  const uploads = () => ask('page_files?select=name,uploaded_at&uploaded_at=not.is.null&order=name');
  await expect.poll(uploads).toMatchObject([{ name: 'first.png' }, { name: 'second.png' }]);
  expect(page.url()).not.toBe(address);
  await expect.poll(() => filesLeft(page)).toBe(0);
});

/** As the system's clipboard hands it over. */
async function pastePicture(page: Page, name: string): Promise<void> {
  await content(page).evaluate(async (element, name) => {
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
    );
  }, name);
  await expect(content(page).locator(`[data-file$="/${name}"][data-state="shown"]`)).toBeVisible();
}

test('two devices that save the same page keep both texts @postgres', async ({
  person,
  browser,
  trellis,
}) => {
  const account = newAccount('Two Devices');
  await signUp(person, account);
  await createPage(person, 'Meeting');
  await write(person, 'Agenda');
  await saved(person);
  await person.getByRole('button', { name: 'Add to favorites' }).click();
  const favorites = (page: Page) =>
    page.getByRole('region', { name: 'Pages' }).getByRole('list').first().getByRole('link');
  await expect(favorites(person)).toHaveText(['Meeting']);
  const elsewhere = await newBrowser(browser, trellis);
  const second = await elsewhere.newPage();
  await signIn(second, account);
  await second.goto(person.url());
  await expect(content(second)).toHaveText('Agenda');
  // A person's favourites are there on every device.
  await expect(favorites(second)).toHaveText(['Meeting']);

  await write(person, ' from the first.');
  // At the other end: at the same place, one may type in the middle of the other's words.
  await content(second).click();
  await second.keyboard.press('ControlOrMeta+Home');
  await second.keyboard.type('From the second: ');
  await expect(saveStatus(person)).toHaveText('Saved');
  await expect(saveStatus(second)).toHaveText('Saved');
  await person.reload();
  await expect(content(person)).toContainText('from the first.');
  await expect(content(person)).toContainText('From the second:');
  await elsewhere.close();
});

test('two tabs write one text together', async ({ person }) => {
  await signUp(person, newAccount('Two Tabs'));
  await createPage(person, 'Tabs');
  await write(person, 'one');
  await saved(person);
  const other = await person.context().newPage();
  await other.goto(person.url());
  await expect(content(other)).toHaveText('one');
  await write(other, ' two');
  await expect(content(person)).toHaveText('one two');
  await expect(saveStatus(other)).toHaveText('Saved');
  await expect(saveStatus(person)).toHaveText('Saved');
  // The only request is the save: no tab reads the saved text again, nor the tree for a new name.
  const requests: string[] = [];
  person.context().on('request', (request) => {
    // The app's own parts load whenever the browser is idle.
    if (!request.url().includes('/assets/')) requests.push(`${request.method()} ${request.url()}`);
  });
  await other.getByLabel('Page title').fill('Journal');
  await expect(saveStatus(other)).toHaveText('Unsaved changes • Auto-saving...');
  await expect(saveStatus(other)).toHaveText('Saved');
  for (const tab of [person, other])
    await expect(tab.getByRole('tree').getByRole('treeitem', { name: 'Journal' })).toBeVisible();
  expect(requests).toHaveLength(1);
  // The tab that did the saving goes; the other takes over.
  await person.close();
  await write(other, ' three');
  await expect(saveStatus(other)).toHaveText('Saved');
  await other.reload();
  await expect(content(other)).toHaveText('one two three');
});
