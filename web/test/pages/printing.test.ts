/** A page on paper: all of its text without the shell, and where its links lead. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../support/open-app.tsx';
import { openPage } from '../support/person/editor.ts';
import { all, button, press, see } from '../support/person/person.ts';
import { json, on } from '../support/server/answers.ts';
import { server } from '../support/server/server.ts';
import { signedIn } from '../support/server/workspace.ts';

const PICTURE = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==`;
const LONG = Array.from({ length: 3000 }, (_, number) => `Paragraph ${number} of many.`).join('\n\n');

/** @returns what was on paper, once the browser was asked to print */
function onPaper() {
  const papers: { readonly text: string; readonly links: readonly string[] }[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const paper = document.querySelector<HTMLElement>('.printed-page');
    const links = [...(paper?.querySelectorAll('.printed-links li') ?? [])].map((link) => link.textContent);
    papers.push({ text: paper?.textContent ?? '', links });
  });
  return papers;
}

test('the print key puts the whole page on paper, with the addresses of its links', async () => {
  const workspace = signedIn();
  const other = '/dashboard/pages/9b2f6a3e-0d43-4f0e-8f3c-3a5b1c2d4e5f';
  const id = workspace.addPage({
    name: 'Draft',
    content: `See [the site](https://example.com/a), [a page](${other}) and [here](#below).\n\n${LONG}\n\nThe end.`,
  });
  await openApp(`/dashboard/pages/${id}`);
  await see(page.getByText('See the site'));
  const papers = onPaper();
  await press('ControlOrMeta+p');
  await expect.poll(() => papers.length).toBe(1);
  expect(papers[0]?.text).toMatch(/^Draft/);
  expect(papers[0]?.text).toMatch(/Paragraph 2999 of many\.\s+The end\./);
  expect(papers[0]?.links).toEqual(['https://example.com/a', `${location.origin}${other}`]);
  expect(document.querySelector('.printed-page')).toBeNull();
});

test('diagrams and formulas are on paper, also those that nobody has scrolled to', async () => {
  const workspace = signedIn();
  const diagram = (name: string) => `\`\`\`mermaid\ngraph TD\n${name}-->b\n\`\`\``;
  const id = workspace.addPage({
    name: 'Draft',
    content: `Above \u{1f600}\n\n${diagram('first')}\n\n${LONG}\n\n${diagram('last')}\n\n${diagram('last')}\n\n$$\nx^2\n$$\n\nThe end.`,
  });
  await openApp(`/dashboard/pages/${id}`);
  await see(page.getByText('Above'));
  const papers: unknown[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const paper = document.querySelector('.printed-page');
    const pictures = [...(paper?.querySelectorAll<HTMLImageElement>('.diagram img') ?? [])];
    papers.push([
      pictures.map(({ complete, naturalWidth }) => complete && naturalWidth > 0),
      paper?.querySelectorAll('.formula .katex').length,
    ]);
  });
  await press('ControlOrMeta+p');
  await expect.poll(() => papers).toEqual([[[true, true, true], 1]]);
});

test('pictures of a page that is read wait until they come into view, and those on paper do not', async () => {
  await openPage(`First\n\n![one](${PICTURE})\n\n![two](${PICTURE})`);
  await button('Read').click();
  const loading = (page: string) => all<HTMLImageElement>(`${page} img`).map((image) => image.loading);
  await expect.poll(() => loading('[data-testid="reading-view"]')).toEqual(['lazy', 'lazy']);
  const papers: unknown[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => papers.push(loading('.printed-page')));
  await press('ControlOrMeta+p');
  await expect.poll(() => papers).toEqual([['eager', 'eager']]);
});

test('links on paper say the titles that their pages have now', async () => {
  const workspace = signedIn();
  const road = workspace.addPage({ name: 'Roadmap 2028' });
  const id = workspace.addPage({ name: 'Draft', content: `See [Roadmap](/dashboard/pages/${road}).` });
  server().say(on('GET /rest/v1/page_activity', () => json([{ page_id: road, old_name: 'Roadmap' }])));
  await openApp(`/dashboard/pages/${id}`);
  await see(page.getByText('See Roadmap 2028.'));
  const papers = onPaper();
  await press('ControlOrMeta+p');
  await expect
    .poll(() => papers.map(({ text }) => text))
    .toEqual([expect.stringContaining('See Roadmap 2028.')]);
});

test('a PDF is one of the ways to export a page', async () => {
  await openPage('Words for paper');
  const papers = onPaper();
  await button('Page actions').click();
  await page.getByRole('menuitem', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await page.getByRole('radio', { name: 'This page as a PDF' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click();
  await expect
    .poll(() => papers.map(({ text }) => text))
    .toEqual([expect.stringContaining('Words for paper')]);
});
