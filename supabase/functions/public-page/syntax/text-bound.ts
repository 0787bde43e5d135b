/**
 * The bound on one text of a page, that is a paragraph, a heading or a cell, as in the app (web/src/features/editor/markdown/text-bound.ts,
 * which a test compares): behind so many marks it is shown as it was written, and so are accents beyond those that are drawn.
 */
import type { MarkdownIt, Token } from 'markdown-it';

const MOST_MARKS = 12_000;
const MOST_AHEAD = 100;
const LONGEST = 250_000;
const SHORT_TEXT = 10_000;
const MARKS = /(?=(<[!?]|`{20}|(?:<|\]\()\S{500}|\]\(\S*\s+\()?)(?:[!$&<[\\\]]|([*=_`~])\2*)/g;
const SHOWN_ACCENTS = 32;
const MANY_ACCENTS = /\p{M}{33,}/gu;

export const PLAIN_REST =
  'From here on this text has too many marks to be formatted. It is shown as it was written.';

/** @returns how much of a text is read as Markdown */
export function readableLength(text: string): number {
  if (text.length <= SHORT_TEXT) return text.length;
  let marks = 0;
  let ahead = 0;
  for (const { index, 1: isAhead } of text.matchAll(MARKS)) {
    if (index > LONGEST) break;
    if (isAhead !== undefined) ahead++;
    if (++marks > MOST_MARKS || ahead > MOST_AHEAD) return index;
  }
  return Math.min(text.length, LONGEST);
}

/** Browsers take the square of the number of a letter's accents. */
export function withFewAccents(html: string): string {
  return html.replace(MANY_ACCENTS, (accents) => `${accents.slice(0, SHOWN_ACCENTS)}… more accents`);
}

export function boundTexts(markdown: MarkdownIt): void {
  markdown.core.ruler.at('inline', (state) => {
    const { md, env } = state;
    for (const token of state.tokens) {
      if (token.type !== 'inline') continue;
      const end = readableLength(token.content);
      token.children ??= [];
      md.inline.parse(token.content.slice(0, end), md, env, token.children);
      if (end < token.content.length) token.children.push(restOf(token.content.slice(end), state.Token));
    }
  });
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules.plain_rest = (tokens, at) =>
    `<span class="plain-rest" role="note">${PLAIN_REST}</span>${escapeHtml(tokens[at]?.content ?? '').replaceAll('\n', '<br>\n')}`;
}

function restOf(text: string, TokenKind: typeof Token): Token {
  const rest = new TokenKind('plain_rest', '', 0);
  rest.content = text;
  return rest;
}
