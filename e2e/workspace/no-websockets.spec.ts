/// <reference lib="dom" />
/** Behind a proxy that drops WebSockets everything works, and nobody is bothered with it. */
import type { Page } from '@playwright/test';
import {
  type Account,
  test as base,
  content,
  createPage,
  expect,
  newAccount,
  newBrowser,
  saved,
  signUp,
  write,
} from '../support/journey.ts';
import { moveIn } from '../support/membership.ts';
import {
  type PlainProxy,
  startProxyWithoutWebSockets,
} from '../support/special-journeys/proxy-without-websockets.ts';
import { row } from '../support/tree.ts';
import { TrellisProcess } from '../support/trellis-process.ts';

const test = base.extend<object, { plainProxy: PlainProxy }>({
  plainProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await using plainProxy = await startProxyWithoutWebSockets();
      await use(plainProxy);
    },
    { scope: 'worker' },
  ],
  trellis: [
    async ({ plainProxy }, use) => {
      await using trellis = await TrellisProcess.create({ SITE_URL: plainProxy.url });
      plainProxy.leadTo(trellis.url);
      await use(trellis);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** As the browser tells when a tab is looked at again. */
const returnToWindow = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

test('behind a proxy that drops WebSockets people work as before, and see changes within a minute', async ({
  browser,
  trellis,
  plainProxy,
}) => {
  const owner = newAccount('Ada Lovelace');
  const member = newAccount('Grace Hopper');
  const open = async (account: Account) => {
    const page = await (await newBrowser(browser, plainProxy)).newPage();
    await page.clock.install();
    await signUp(page, account);
    return page;
  };
  const [ada, grace] = [await open(owner), await open(member)];
  await moveIn(trellis, { member, owner });
  // From then on the app follows the workspace, or tries to.
  await Promise.all([grace.waitForEvent('websocket'), grace.goto('/dashboard')]);
  await createPage(ada, 'Plan');
  await write(ada, 'Hello from Ada.');
  await saved(ada);
  await grace.clock.fastForward('01:05');
  await row(grace, 'Plan').getByRole('link').click();
  await expect(content(grace)).toContainText('Hello from Ada.');
  await write(grace, ' And from Grace.');
  await saved(grace);
  await returnToWindow(ada);
  await expect(content(ada)).toContainText('Hello from Ada. And from Grace.');
  await write(ada, ' Ada goes on.');
  await saved(ada);
  await grace.clock.fastForward('01:05');
  await expect(content(grace)).toContainText('And from Grace. Ada goes on.');
  expect(plainProxy.upgrades()).toBeGreaterThan(0);
  // Nothing that works is complained about.
  for (const page of [ada, grace]) {
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText(/offline|connection|reconnect/i)).toHaveCount(0);
    await page.context().close();
  }
});
