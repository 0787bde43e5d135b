import { expect, test } from 'vitest';
import { markdownToHtml } from '../../markdown/exchange/markdown-to-html.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState } from '../../markdown/parsed-state.ts';
import { copiedText } from './copied-text.ts';

/** @param text with two ‸ around what is selected */
function copied(text: string) {
  const [before = '', between = ''] = text.split('‸');
  const state = parsedState({
    doc: text.replaceAll('‸', ''),
    selection: { anchor: before.length, head: before.length + between.length },
    extensions: pageLanguage,
  });
  return copiedText(state);
}

test.each([
  ['a ‸**bold** word‸', '**bold** word'],
  ['a **‸bold‸** word', '**bold**'],
  ['a **bo‸ld** wo‸rd', '**ld** wo'],
  ['a ‸w **bo‸ld** word', 'w **bo**'],
  ['***‸both‸***', '***both***'],
  ['see [the ‸plan‸](/x)', '[plan](/x)'],
  ['run `npm ‸test‸`', '`test`'],
  ['~~g‸o‸ne~~', '~~o~~'],
  ['==so‸on‸==', '==on=='],
])('%s', (text, marked) => {
  expect(copied(text)).toEqual({ plain: text.split('‸')[1], marked });
});

test('code, and nothing, is left to the editor', () => {
  expect(copied('```\n‸a *b*‸\n```')).toBeUndefined();
  expect(copied('a‸‸')).toBeUndefined();
});

test('HTML for a mail: bold is bold, tables are tables, tags are text', () => {
  const html = (markdown: string) => markdownToHtml(markdown, 'https://trellis.test');
  expect(html('**bold** and [page](/dashboard/pages/1)')).toBe(
    '<p><strong>bold</strong> and <a href="https://trellis.test/dashboard/pages/1">page</a></p>',
  );
  expect(html('| a |\n| - |\n| b |')).toContain('<td>b</td>');
  expect(html('<img src=x onerror=alert(1)>')).not.toContain('<img');
  expect(html('[x](javascript:alert(1))')).toBe('<p><a href="">x</a></p>');
});
