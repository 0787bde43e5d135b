/** Hostile pages and clipboards run nothing, embed nothing and tell nobody who reads. */
import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { expectAccessibleInBothThemes } from '../support/person/accessible.ts';
import { content, openPage, reads, saved, source } from '../support/person/editor.ts';
import { again, all, button, count, press, says, see, type } from '../support/person/person.ts';
import { signedIn } from '../support/server/workspace.ts';

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
  '<details open ontoggle="window.pwned=9"><summary>event</summary>\n\ntext\n\n</details>',
  '<details open>\n<summary><img src="https://tracker.example/s.png" onerror="window.pwned=10">title</summary>\n\n<script>window.pwned=11</script>\n\n</details>',
  '$\\href{javascript:window.pwned=12}{x} \\includegraphics{https://tracker.example/f.png}$',
  '```mermaid\ngraph TD\n  A["<img src=https://tracker.example/m.png onerror=window.pwned=13>"] --> B\n  click B href "javascript:window.pwned=14"\n```',
  '| cell |\n| --- |\n| [x](javascript:window.pwned=8) <img src="https://tracker.example/cell.png"> |',
  'End',
].join('\n\n');

const pwned = () => 'pwned' in window;

test('a hostile page runs nothing and contacts nobody, written or read', async () => {
  await commands.watchOutside();
  await openPage(HOSTILE, 'Trap');
  await says(content(), 'image from tracker.example');
  for (const name of ['run', 'data', 'split'])
    await content()
      .getByText(name, { exact: true })
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
  await saved();
  await button('Read').click();
  const view = page.getByTestId('reading-view');
  await see(view.getByText('run', { exact: true }));
  expect((await view.findElement()).querySelectorAll('script, iframe, svg')).toHaveLength(0);
  await count(view.getByRole('link'), 0);
  await view.getByText('run', { exact: true }).click();
  await says(view, '<script>');
  expect(await commands.askedOutside()).toEqual([]);
  expect(pwned()).toBe(false);

  await expectAccessibleInBothThemes();
  await view.getByRole('button', { name: 'Show images' }).first().click();
  await expect.poll(() => commands.askedOutside()).toEqual(['https://tracker.example/pixel.png']);
});

function paste(html: string, plain: string): void {
  const data = new DataTransfer();
  data.setData('text/html', html);
  data.setData('text/plain', plain);
  const init = { clipboardData: data, bubbles: true, cancelable: true };
  content().element().dispatchEvent(new ClipboardEvent('paste', init));
}

test('text from other programs comes as Markdown, without anything harmful', async () => {
  await commands.watchOutside();
  await openPage();
  await button('Markdown source').click();
  await content().click();
  const html = `<h2>Plan</h2><p>Some <b>bold</b> &lt;script&gt; and <a href="javascript:window.pwned=1">run</a>
    <a href="https://example.com/a">link</a></p><script>window.pwned=2</script>
    <img src="https://tracker.example/p.png" alt="pic" onerror="window.pwned=3"><iframe src="https://tracker.example/f"></iframe>
    <ul><li>One</li><li>Two<ul><li>Deep</li></ul></li></ul>
    <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>`;
  const lines = () => all('.cm-content .cm-line').map(({ textContent }) => textContent);
  // The HTML reader loads with the first paste.
  await again(async () => {
    await press('ControlOrMeta+a', 'Delete');
    paste(html, 'plain');
    await expect.poll(() => lines()[0], { timeout: 2000 }).toBe('## Plan');
  });
  const text = lines().join('\n');
  expect(text).toContain('Some **bold** \\<script> and run [link](https://example.com/a)');
  expect(text).toContain('![pic](https://tracker.example/p.png)');
  expect(text).toContain('- One\n- Two\n  - Deep');
  expect(text).toMatch(/\| A +\| B +\|\n\| -+ \| -+ \|\n\| 1 +\| 2 +\|/);
  expect(text).not.toContain('javascript:');
  expect(text).not.toContain('iframe');
  await button('Write').click();
  expect(await commands.askedOutside()).toEqual([]);
  expect(pwned()).toBe(false);

  await content().click();
  await press('ControlOrMeta+a');
  await type('word');
  await press('ControlOrMeta+a');
  paste('', 'https://example.com/b');
  await reads('word');
  expect(await source()).toBe('[word](https://example.com/b)');
});

test('a very long line is drawn as far as it is in sight, and a letter with a few of its accents', async () => {
  const words = 'Some words with a [link](https://example.com/page) and **bold** text. '.repeat(3000);
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Long', content: `e${'\u0301'.repeat(300_000)}\n\n${words}` });
  await openApp(`/dashboard/pages/${id}`);
  await says(content(), '… more accents');
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  const line = () => all('.cm-content .cm-line').at(-1);
  // Some 210,000 letters in lines of less than 100.
  await expect.poll(() => line()?.getBoundingClientRect().height).toBeGreaterThan(30_000);
  expect(line()?.querySelectorAll('*').length).toBeLessThan(5000);
});

test('formulas are drawn many at once, and quotes a thousand deep and tables of hundreds of columns with few elements', async () => {
  let drawings = 0;
  const drawing = new MutationObserver((changes) => {
    const drawn = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (drawn.some((node) => node instanceof Element && node.matches('.katex'))) drawings++;
  });
  drawing.observe(document, { childList: true, subtree: true });
  const table = ['a', '-', 'b'].map((cell) => `|${` ${cell} |`.repeat(300)}`).join('\n');
  const workspace = signedIn();
  const text = `Start\n\n${'$x^2$ '.repeat(200)}\n\n${'>'.repeat(500)} a\n\n${table}\n\nEnd`;
  const id = workspace.addPage({ name: 'Wide', content: text });
  await openApp(`/dashboard/pages/${id}`);
  // Each time the editor looks at the whole text.
  await expect.poll(() => all('.cm-content .katex').length).toBe(200);
  drawing.disconnect();
  expect(drawings).toBeLessThan(20);
  const quote = () => all('.cm-quote')[0];
  expect(quote()?.querySelectorAll('*').length).toBeLessThan(50);
  expect(quote()?.className.split(' ').length).toBeLessThan(10);
  const inQuote = [...(quote()?.querySelectorAll('*') ?? [])];
  expect(Math.max(...inQuote.map((one) => one.className.length))).toBeLessThan(100);
  expect(all('.cm-content .cm-cell')).toHaveLength(0);
});

test('a formula of thousands of letters is shown as it was written', async () => {
  const workspace = signedIn();
  const content = `Start\n\n$$\n${'x^2 '.repeat(1500)}\n$$`;
  await openApp(`/dashboard/pages/${workspace.addPage({ name: 'Formula', content })}`);
  await see(page.getByText('This formula is too long to be drawn.'));
  expect(all('.cm-content .katex')).toHaveLength(0);
});

test('a page that is read is drawn up to a bound, and all of it when it is asked for', async () => {
  const code = `\`\`\`\n${'a\n'.repeat(26_000)}\`\`\``;
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Long', content: `Start\n\n${code}\n\nThe end` });
  await openApp(`/dashboard/pages/${id}`);
  await button('Read').click();
  const view = page.getByTestId('reading-view');
  const note = view.getByRole('note');
  await says(note, 'This page is very long. The rest of it is not shown yet');
  await says(view, 'Start');
  await count(view.getByText('The end'), 0);
  await expectAccessibleInBothThemes();
  ((await note.getByRole('button', { name: 'Show all' }).findElement()) as HTMLElement).focus();
  await press('Enter');
  await says(view, 'The end');
  await count(note, 0);
  expect(document.activeElement).toBe(view.element());
  expect(view.element().querySelector('pre')?.textContent).toContain('a\n'.repeat(25_999));
});

test('a page of thousands of blocks that is read is left out of sight in parts, and its headings are gone to', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => `Row ${index}[^${index}]\n\n[^${index}]: Note`);
  const workspace = signedIn();
  const id = workspace.addPage({ name: 'Long', content: `[TOC]\n\n${rows.join('\n\n')}\n\n## The end` });
  await openApp(`/dashboard/pages/${id}`);
  await button('Read').click();
  const view = page.getByTestId('reading-view');
  await expect.poll(() => view.element().getAttribute('aria-busy'), { timeout: 30_000 }).toBe('false');
  // The browser looks at each of these, with each frame.
  const apart = all('.reading-view *').filter((one) => getComputedStyle(one).contentVisibility === 'auto');
  expect(apart.length).toBeGreaterThan(5);
  expect(apart.length).toBeLessThan(30);
  await view.getByRole('button', { name: 'The end' }).click();
  await expect.element(view.getByRole('heading', { name: 'The end' })).toBeInViewport();
});

test('copying the page that is read leaves out who wrote it and when', async () => {
  await openPage('Some words.', 'Plan');
  await saved();
  await button('Read').click();
  await says(page.getByTestId('reading-view'), 'Some words.');
  const article = document.querySelector('.page-editor');
  await expect.poll(() => article?.querySelector('.page-byline')?.textContent).toMatch(/2 words/);
  getSelection()?.selectAllChildren(article as Element);
  expect(String(getSelection())).toContain('Some words.');
  expect(String(getSelection())).not.toMatch(/2 words|Edited|ago/);
});
