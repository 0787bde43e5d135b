/**
 * `<details>` with a `<summary>`: the only HTML that is honoured, read here and written anew, so that nothing of the text
 * becomes markup. A tag without its other half stays text.
 */
import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import {
  isToggleClosing,
  readToggleOpening,
  textOfHtml,
} from '../../../../markdown/src/kinds/toggle/syntax.ts';
import { directed } from '../direction.ts';

const BEGINS = /^<\/?details\b/i;
interface Opening {
  readonly isOpen: boolean;
  readonly title: string;
  readonly text: string;
  readonly isClosed: boolean;
}

export function readToggles(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.block.ruler.before('html_block', 'toggle', readBlock, { alt: ['paragraph', 'reference'] });
  markdown.core.ruler.after('block', 'toggles', pairToggles);
  markdown.renderer.rules.toggle_open = (tokens, at) => {
    const { isOpen, title, text, isClosed } = (tokens[at]?.meta ?? {}) as unknown as Opening;
    const inside = text === '' ? '' : `<p>${escapeHtml(text)}</p>\n`;
    return `<details${directed(tokens[at])}${isOpen ? ' open' : ''}>\n<summary>${escapeHtml(title)}</summary>\n${inside}${isClosed ? '</details>\n' : ''}`;
  };
  markdown.renderer.rules.toggle_close = () => '</details>\n';
}

/** As CommonMark reads such HTML: to the next empty line, outside of lists and quotes. */
function readBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const from = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  if (state.level > 0 || (state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  if (!BEGINS.test(state.src.slice(from, from + 10))) return false;
  if (silent) return true;
  let next = start + 1;
  while (next < end && !state.isEmpty(next)) next++;
  const token = state.push('toggle', '', 0);
  token.content = state.getLines(start, next, state.blkIndent, false).trim();
  token.map = [start, next];
  token.block = true;
  state.line = next;
  return true;
}

function readOpening(block: string): Opening | undefined {
  const found = readToggleOpening(block);
  if (!found) return undefined;
  const { isOpen, titleFrom, titleTo, text, isClosed } = found;
  return { isOpen, title: textOfHtml(block.slice(titleFrom, titleTo)), text: textOfHtml(text), isClosed };
}

function pairToggles(state: StateCore): void {
  const { tokens, Token: TokenKind } = state;
  const waiting: Token[] = [];
  for (const token of tokens) {
    if (token.type !== 'toggle') continue;
    const opening = readOpening(token.content);
    if (opening) token.meta = { ...opening };
    if (opening?.isClosed) token.type = 'toggle_open';
    else if (opening) waiting.push(token);
    else if (isToggleClosing(token.content)) {
      const begun = waiting.pop();
      if (!begun) continue;
      begun.type = 'toggle_open';
      token.type = 'toggle_close';
    }
  }
  if (!tokens.some(({ type }) => type === 'toggle')) return;
  state.tokens = tokens.flatMap((token) => (token.type === 'toggle' ? asParagraph(token, TokenKind) : token));
}

function asParagraph(token: Token, TokenKind: typeof Token): Token[] {
  const open = new TokenKind('paragraph_open', 'p', 1);
  const inline = new TokenKind('inline', '', 0);
  const close = new TokenKind('paragraph_close', 'p', -1);
  for (const part of [open, inline, close]) part.block = true;
  inline.content = token.content;
  inline.map = token.map;
  inline.children = [];
  inline.level = 1;
  return [open, inline, close];
}
