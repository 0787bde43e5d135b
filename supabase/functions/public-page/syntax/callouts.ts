/** Quotes that begin with `[!NOTE]` and the like, as the app reads them. */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import {
  CALLOUTS,
  type CalloutMark,
  readCallout as readCalloutLine,
} from '../../../../markdown/src/kinds/callout/syntax.ts';
import { directed } from '../direction.ts';

// Those of the app, by lucide (https://lucide.dev, ISC).
const EXCLAMATION = '<path d="M12 8v4M12 16h.01"/>';
const ICONS: Readonly<Record<string, string>> = {
  note: '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4M12 8h.01"/>',
  tip: '<path d="M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4"/>',
  important: `<circle cx="12" cy="12" r="10"/>${EXCLAMATION}`,
  warning:
    '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"/>',
  caution: `<path d="M15.312 2a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586l-4.688-4.688A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2z"/>${EXCLAMATION}`,
  abstract:
    '<rect width="8" height="4" x="8" y="2" rx="1"/><path d="M16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2M12 11h4M12 16h4M8 11h.01M8 16h.01"/>',
  todo: '<circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/>',
  success: '<path d="M20 6 9 17l-5-5"/>',
  example: '<path d="M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13"/>',
  question: '<circle cx="12" cy="12" r="10"/><path d="M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3M12 17h.01"/>',
  failure: '<path d="M18 6 6 18M6 6l12 12"/>',
  danger:
    '<path d="M4 14a1 1 0 0 1-.78-1.63l9.9-10.2a.5.5 0 0 1 .86.46l-1.92 6.02A1 1 0 0 0 13 10h7a1 1 0 0 1 .78 1.63l-9.9 10.2a.5.5 0 0 1-.86-.46l1.92-6.02A1 1 0 0 0 11 14z"/>',
  bug: '<path d="m8 2 1.88 1.88M14.12 3.88 16 2M9 7.13V6a3 3 0 1 1 6 0v1.13M12 20v-9M12 20a6 6 0 0 1-6-6v-3a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v3a6 6 0 0 1-6 6M6.53 9C4.6 8.8 3 7.1 3 5M6 13H2M3 21c0-2.1 1.7-3.9 3.8-4M20.97 5c0 2.1-1.6 3.8-3.5 4M22 13h-4M17.2 17c2.1.1 3.8 1.9 3.8 4"/>',
  quote:
    '<path d="M16 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2zM5 3a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2 1 1 0 0 1 1 1v1a2 2 0 0 1-2 2 1 1 0 0 0-1 1v2a1 1 0 0 0 1 1 6 6 0 0 0 6-6V5a2 2 0 0 0-2-2z"/>',
};

export function readCallouts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'callouts', (state: StateCore) => {
    const { tokens } = state;
    const heads = new Map<Token, readonly Token[]>();
    tokens.forEach((token, at) => {
      if (token.type === 'blockquote_open') readCallout(state, token, at, heads);
    });
    if (heads.size === 0) return;
    // A first line that had nothing but the mark leaves an empty paragraph.
    const isEmpty = (at: number) => tokens[at]?.type === 'inline' && tokens[at]?.meta?.isEmpty === true;
    state.tokens = tokens.flatMap((token, at) =>
      isEmpty(at - 1) || isEmpty(at) || isEmpty(at + 1) ? [] : [token, ...(heads.get(token) ?? [])],
    );
  });
  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules.callout_open = (tokens, at) => {
    const { kind, name, fold } = calloutOf(tokens[at]);
    const { look } = CALLOUTS[kind];
    return fold === undefined
      ? `<div class="callout ${look}"${directed(tokens[at])} role="note" aria-label="${escapeHtml(name)}">\n`
      : `<details class="callout ${look}"${directed(tokens[at])}${fold === 'open' ? ' open' : ''}>\n`;
  };
  markdown.renderer.rules.callout_close = (tokens, at) =>
    calloutOf(tokens[at]).fold === undefined ? '</div>\n' : '</details>\n';
  markdown.renderer.rules.callout_head_open = (tokens, at) => {
    const { kind, fold, titleFrom, titleTo } = calloutOf(tokens[at]);
    const icon = `<svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[kind === 'info' ? 'note' : kind] ?? ''}</svg>`;
    if (fold !== undefined) return `<summary class="head"${directed(tokens[at])}>${icon}`;
    return `<p class="head"${directed(tokens[at])}${titleTo > titleFrom ? '' : ' aria-hidden="true"'}>${icon}`;
  };
  markdown.renderer.rules.callout_head_close = (tokens, at) =>
    calloutOf(tokens[at]).fold === undefined ? '</p>\n' : '</summary>\n';
}

function calloutOf(token: Token | undefined): CalloutMark {
  return token?.meta as unknown as CalloutMark;
}

function readCallout(state: StateCore, quote: Token, at: number, heads: Map<Token, readonly Token[]>): void {
  const { tokens, Token: TokenKind } = state;
  const [paragraph, text] = [tokens[at + 1], tokens[at + 2]];
  if (paragraph?.type !== 'paragraph_open' || text?.type !== 'inline') return;
  const [line = '', ...below] = text.content.split('\n');
  // As the app has it, with the quote's mark.
  const callout = readCalloutLine(`>${line}`);
  if (!callout) return;
  const close = tokens.slice(at + 3).find((token) => isEndOf(quote, token));
  if (!close) return;
  const title = line.slice(callout.titleFrom - 1, callout.titleTo - 1);
  const meta = { ...callout };
  Object.assign(quote, { type: 'callout_open', meta });
  Object.assign(close, { type: 'callout_close', meta });
  text.content = below.join('\n').trimStart();
  if (text.content === '') text.meta = { isEmpty: true };
  const [start = 0] = text.map ?? [];
  const make = (type: string, nesting: -1 | 0 | 1, facts: Partial<Token>): Token => {
    const token = new TokenKind(type, '', nesting);
    const level = quote.level + (nesting === 0 ? 2 : 1);
    return Object.assign(token, { block: true, level, meta, ...facts });
  };
  heads.set(quote, [
    make('callout_head_open', 1, { map: [start, start + 1] }),
    make('inline', 0, { content: title || callout.name, children: [], map: [start, start + 1] }),
    make('callout_head_close', -1, {}),
  ]);
  const end = text.map?.[1] ?? start + 1;
  text.map = [start + 1, Math.max(end, start + 1)];
  paragraph.map = text.map;
}

function isEndOf({ level }: Token, token: Token | undefined): boolean {
  return token?.type === 'blockquote_close' && token.level === level;
}
