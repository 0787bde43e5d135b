/** The bound on one text of a page, as in the app: after so many marks it is shown as it was written. */
import type { MarkdownIt, Token } from 'markdown-it';
import { PLAIN_REST } from '../../../../markdown/src/kinds/long-text/plain-rest.ts';
import { readableLength } from '../../../../markdown/src/kinds/long-text/syntax.ts';

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
