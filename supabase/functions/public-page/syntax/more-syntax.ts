/**
 * The syntax of pages beyond CommonMark and tables, as the app reads it (web/src/features/editor/markdown, which a test compares):
 * callouts, toggles, highlights, footnotes, formulas and tables of contents.
 */
/// <reference path="./markdown-it-footnote.d.ts" />
import type { MarkdownIt } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { readCallouts } from './callouts.ts';
import { readFormulas } from './formulas.ts';
import { readHighlights } from './highlights.ts';
import { readToggles } from './toggles.ts';

export function readMoreSyntax(markdown: MarkdownIt): void {
  footnotes(markdown);
  // `^[…]` is Pandoc's alone.
  markdown.inline.ruler.disable('footnote_inline');
  markdown.renderer.rules.footnote_caption = (tokens, at) => String(Number(tokens[at]?.meta?.id) + 1);
  markdown.renderer.rules.footnote_block_open = () =>
    '<section class="footnotes" aria-label="Footnotes">\n<ol>\n';
  readCallouts(markdown);
  readToggles(markdown);
  readHighlights(markdown);
  readFormulas(markdown);
}
