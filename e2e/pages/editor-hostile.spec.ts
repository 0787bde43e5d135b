/// <reference lib="dom" />
/** What pages and clipboards from elsewhere may not do: run anything, embed anything, tell anybody who reads. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessible.ts';
import { content, createPage, expect, newAccount, saved, signUp, test } from '../support/journey.ts';

const HOSTILE = [
  'Start',
  '<script>window.pwned = 1</script>',
  '<img src="https://tracker.example/raw.png" onerror="window.pwned = 2">',
  '<iframe src="https://tracker.example/frame"></iframe>',
  '[run](javascript:window.pwned=3)',
  '[data](data:text/html,<script>window.pwned=4</script>)',
  '[split](java\tscript:window.pwned=5)',
  '<javascript:window.pwned=6>',
  '![pixel](https://tracker.example/pixel.png)',
  '![inline](data:image/svg+xml,<svg onload="window.pwned=7"/>)',
  '| cell |\n| --- |\n| [x](javascript:window.pwned=8) <img src="https://tracker.example/cell.png"> |',
  'End',
].join('\n\n');

async function watch(page: Page): Promise<string[]> {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('https:')) requests.push(request.url());
  });
  await page.route(/^https:/, (route) => route.fulfill({ status: 404, body: '' }));
  return requests;
}

const pwned = (page: Page) => page.evaluate(() => 'pwned' in window);

test('a hostile page runs nothing and asks nobody for anything, written or read', async ({
  browser,
  trellis,
}) => {
  // What passes through a service worker would not be seen here.
  const context = await browser.newContext({ baseURL: trellis.url, serviceWorkers: 'block' });
  const person = await context.newPage();
  const requests = await watch(person);
  await signUp(person, newAccount('Hostile Reader'));
  await createPage(person, 'Trap');
  await content(person).click();
  await person.keyboard.insertText(HOSTILE);
  await expect(content(person)).toContainText('image from tracker.example');
  for (const name of ['run', 'data', 'split']) {
    await content(person)
      .getByText(name, { exact: true })
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
  }
  await saved(person);
  await person.getByRole('button', { name: 'Read', exact: true }).click();
  const view = person.getByTestId('reading-view');
  await expect(view.getByText('run', { exact: true })).toBeVisible();
  await expect(view.locator('script, iframe, svg')).toHaveCount(0);
  await expect(view.getByRole('link')).toHaveCount(0);
  await view.getByText('run', { exact: true }).click();
  await expect(view).toContainText('<script>');
  expect(requests).toEqual([]);
  expect(await pwned(person)).toBe(false);

  await expectAccessibleInBothThemes(person);
  await view.getByRole('button', { name: 'Show images' }).first().click();
  await expect.poll(() => requests).toContain('https://tracker.example/pixel.png');
  expect(requests).toHaveLength(1);
  await context.close();
});

async function paste(page: Page, html: string, plain: string): Promise<void> {
  await content(page).evaluate(
    (element, [html, plain]) => {
      const data = new DataTransfer();
      data.setData('text/html', html);
      data.setData('text/plain', plain);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [html, plain] as const,
  );
}

test('text from other programs comes as Markdown, without what could do harm', async ({
  browser,
  trellis,
}) => {
  const context = await browser.newContext({ baseURL: trellis.url, serviceWorkers: 'block' });
  const person = await context.newPage();
  const requests = await watch(person);
  await signUp(person, newAccount('Paste Writer'));
  await createPage(person, 'Draft');
  await person.getByRole('button', { name: 'Markdown source' }).click();
  await content(person).click();
  const html = `<h2>Plan</h2><p>Some <b>bold</b> &lt;script&gt; and <a href="javascript:window.pwned=1">run</a>
    <a href="https://example.com/a">link</a></p><script>window.pwned=2</script>
    <img src="https://tracker.example/p.png" alt="pic" onerror="window.pwned=3"><iframe src="https://tracker.example/f"></iframe>
    <ul><li>One</li><li>Two<ul><li>Deep</li></ul></li></ul>
    <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>`;
  const lines = content(person).locator('.cm-line');
  await expect(async () => {
    await person.keyboard.press('ControlOrMeta+a');
    await person.keyboard.press('Delete');
    await paste(person, html, 'plain');
    await expect(lines.first()).toHaveText('## Plan', { timeout: 2000 });
  }).toPass();
  const text = (await lines.allTextContents()).join('\n');
  expect(text).toContain('Some **bold** \\<script> and run [link](https://example.com/a)');
  expect(text).toContain('![pic](https://tracker.example/p.png)');
  expect(text).toContain('- One\n- Two\n  - Deep');
  expect(text).toMatch(/\| A +\| B +\|\n\| -+ \| -+ \|\n\| 1 +\| 2 +\|/);
  expect(text).not.toContain('javascript:');
  expect(text).not.toContain('iframe');
  await person.getByRole('button', { name: 'Write', exact: true }).click();
  expect(requests).toEqual([]);
  expect(await pwned(person)).toBe(false);

  await person.keyboard.press('ControlOrMeta+a');
  await person.keyboard.type('word');
  await person.keyboard.press('ControlOrMeta+a');
  await paste(person, '', 'https://example.com/b');
  await expect(content(person)).toHaveText('[word](https://example.com/b)');
  await context.close();
});
