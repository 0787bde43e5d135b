/**
 * The syntax of pages beyond CommonMark and tables, as the app reads it (web/src/features/editor/markdown, which a test compares):
 * callouts, toggles, highlights, footnotes, formulas, tables of contents, cards, pictures side by side and wiki links.
 */
/// <reference path="./markdown-it-footnote.d.ts" />
import type { MarkdownIt, Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { readCallouts } from './callouts.ts';
import { readFormulas } from './formulas.ts';
import { readHighlights } from './highlights.ts';
import { readMedia } from './media.ts';
import { boundTexts } from './text-bound.ts';
import { readToggles } from './toggles.ts';
import { readWikiLinks } from './wiki-links.ts';

// Thousands of numbers may lead to one footnote.
const LONGEST_TITLE = 300;

/** The pointer over a footnote's number shows what it says. */
function titleFootnotes(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.core.ruler.push('footnote_titles', ({ tokens }) => {
    const texts = new Map<number, string>();
    let open: number | undefined;
    for (const { type, meta, children } of tokens) {
      if (type === 'footnote_open') open = Number(meta?.id);
      else if (type === 'footnote_close') open = undefined;
      else if (type === 'inline' && open !== undefined && !texts.has(open))
        texts.set(
          open,
          words(children ?? [])
            .slice(0, LONGEST_TITLE)
            .toWellFormed(),
        );
    }
    for (const { children } of tokens)
      for (const token of children ?? [])
        if (token.type === 'footnote_ref')
          token.meta = { ...token.meta, title: texts.get(Number(token.meta?.id)) };
  });
  const reference = markdown.renderer.rules.footnote_ref;
  markdown.renderer.rules.footnote_ref = (tokens, at, options, env, self) => {
    const html = reference?.(tokens, at, options, env, self) ?? '';
    const title = tokens[at]?.meta?.title;
    return typeof title === 'string' ? html.replace('<a ', `<a title="${escapeHtml(title)}" `) : html;
  };
}

function words(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
    .trim();
}

export function readMoreSyntax(markdown: MarkdownIt): void {
  boundTexts(markdown);
  footnotes(markdown);
  // `^[…]` is Pandoc's alone.
  markdown.inline.ruler.disable('footnote_inline');
  markdown.renderer.rules.footnote_caption = (tokens, at) => String(Number(tokens[at]?.meta?.id) + 1);
  markdown.renderer.rules.footnote_block_open = () =>
    '<section class="footnotes" aria-label="Footnotes">\n<p>Footnotes</p>\n<ol>\n';
  titleFootnotes(markdown);
  readCallouts(markdown);
  readToggles(markdown);
  readMedia(markdown);
  readWikiLinks(markdown);
  readHighlights(markdown);
  readFormulas(markdown);
}
