/** Quotes that begin with `[!NOTE]` and the like. */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

// Those of the app, by lucide (https://lucide.dev, ISC).
const EXCLAMATION = '<path d="M12 8v4M12 16h.01"/>';
const ICONS: Readonly<Record<string, string>> = {
  note: '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4M12 8h.01"/>',
  tip: '<path d="M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4"/>',
  important: `<circle cx="12" cy="12" r="10"/>${EXCLAMATION}`,
  warning:
    '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"/>',
  caution: `<path d="M15.312 2a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586l-4.688-4.688A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2z"/>${EXCLAMATION}`,
};
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
    return `<div class="callout ${kind}" role="note" aria-label="${name}">\n<p class="head" aria-hidden="true"><svg viewBox="0 0 24 24">${ICONS[kind] ?? ''}</svg>${name}</p>\n`;
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
