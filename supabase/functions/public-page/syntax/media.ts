/**
 * Paragraphs that the app shows as more than text (markdown/src/kinds/embed/syntax.ts and picture-row.ts, which a test
 * compares): the address of a player or a document, and pictures side by side. Here nothing is loaded, so the first is a card that
 * leads there, the others are links in a row.
 */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { type Embed, embedIn } from '../../../../markdown/src/kinds/embed/syntax.ts';

export function readMedia(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.core.ruler.after('inline', 'media', ({ tokens }: StateCore) => {
    tokens.forEach((token, at) => {
      const [open, close] = [tokens[at - 1], tokens[at + 1]];
      if (token.type !== 'inline' || token.level !== 1 || open?.type !== 'paragraph_open' || !close) return;
      const card = embedIn(token.content);
      if (card) {
        open.attrSet('class', 'embed');
        Object.assign(token, { type: 'embed', children: null, meta: { ...card } });
      } else if (token.children && isRow(token)) {
        open.tag = 'div';
        close.tag = 'div';
        open.attrSet('class', 'pictures');
        token.children = token.children.filter(({ type }) => type === 'image').map(captioned);
      }
    });
  });
  markdown.renderer.rules.embed = (tokens, at) => {
    const { provider, address } = (tokens[at]?.meta ?? {}) as unknown as Embed;
    const shown = address.replace(/^https:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
    return `<a href="${escapeHtml(address)}" rel="noopener noreferrer nofollow ugc"><b>${provider}</b> <span>${escapeHtml(shown)}</span></a>`;
  };
}

function isRow({ children }: Token): boolean {
  const images = (children ?? []).filter(({ type }) => type === 'image');
  const others = (children ?? []).filter(({ type }) => type !== 'image');
  const isBlank = ({ type, content }: Token) =>
    type === 'softbreak' ||
    (type === 'hardbreak' && content === '') ||
    (type === 'text' && content.trim() === '');
  return (images.length === 2 || images.length === 3) && others.every(isBlank);
}

/** The words below a picture are those of its link. */
function captioned(image: Token): Token {
  const title = image.attrGet('title');
  if (title) image.content = String(title);
  return image;
}
