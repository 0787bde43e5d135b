/** Texts that take a reader of Markdown hours are shown as they were written; others are read. */
import { expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const SITE = 'https://docs.example.com';
// As long as a text may be that is read as Markdown at all.
const LENGTH = 256 * 1024;

function render(content: string): string {
  return renderMarkdown(content, SITE, new Set());
}

// Each of the openers takes a quick machine a hundred times as long.
const SHORT_WORK_MS = 3;

test.each(['![', '[', '*[', '[*', '[^', '[![', '[`', '[a\\](', '**a '])('%s, over and over', (opener) => {
  const content = opener.repeat(Math.ceil(LENGTH / opener.length)).slice(0, LENGTH);
  const html = renderMarkdown(content, SITE, new Set(), SHORT_WORK_MS);
  expect(html).toMatch(/^<pre>.+<\/pre>\n$/s);
  expect(html).toContain(opener);
});

test('a page after one that took too long is read', () => {
  render('!['.repeat(LENGTH / 2));
  expect(render('*a*')).toBe('<p><em>a</em></p>\n');
});

test('a text that many people write is read, at any length', () => {
  const paragraph = '## A\n\nSome *words*, a [link](https://example.com).\n\n- one\n- two\n\n';
  expect(render(paragraph.repeat(1000))).toMatch(/^<h3 id="a">A<\/h3>\n<p>Some <em>words<\/em>/);
});
