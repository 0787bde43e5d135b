/** Quotes that begin with `[!NOTE]` and the like. */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const FIRST_LINE = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

export function readCallouts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'callouts', (state: StateCore) => {
    const { tokens } = state;
    tokens.forEach((token, at) => {
      if (token.type === 'blockquote_open') readCallout(tokens, token, at);
    });
    // A first line that had nothing but the mark leaves an empty paragraph.
    const isEmpty = (at: number) => tokens[at]?.type === 'inline' && tokens[at]?.meta?.isEmpty === true;
    if (tokens.some((_, at) => isEmpty(at)))
      state.tokens = tokens.filter((_, at) => !(isEmpty(at - 1) || isEmpty(at) || isEmpty(at + 1)));
  });
  markdown.renderer.rules.callout_open = (tokens, at) => {
    const kind = String(tokens[at]?.meta?.kind);
    const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    return `<div class="callout ${kind}" role="note" aria-label="${name}">\n<p class="head" aria-hidden="true">${name}</p>\n`;
  };
  markdown.renderer.rules.callout_close = () => '</div>\n';
}

function readCallout(tokens: readonly Token[], quote: Token, at: number): void {
  const text = tokens[at + 2];
  if (tokens[at + 1]?.type !== 'paragraph_open' || text?.type !== 'inline') return;
  const [mark, kind] = FIRST_LINE.exec(text.content) ?? [];
  if (mark === undefined || kind === undefined) return;
  let end = at + 3;
  while (end < tokens.length && !isEndOf(quote, tokens[end])) end++;
  const close = tokens[end];
  if (!close) return;
  quote.type = 'callout_open';
  quote.meta = { kind: kind.toLowerCase() };
  close.type = 'callout_close';
  text.content = text.content.slice(mark.length).trimStart();
  if (text.content === '') text.meta = { isEmpty: true };
}

function isEndOf({ level }: Token, token: Token | undefined): boolean {
  return token?.type === 'blockquote_close' && token.level === level;
}
