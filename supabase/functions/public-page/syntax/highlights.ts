/** `==text==`, by the rules of strikethrough. */
import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it';

const EQUALS = 61;

export function readHighlights(markdown: MarkdownIt): void {
  markdown.inline.ruler.after('emphasis', 'highlight', readMark);
  markdown.inline.ruler2.after('emphasis', 'highlight', (state) => {
    pairMarks(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) pairMarks(state, meta.delimiters);
    return true;
  });
}

function readMark(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== EQUALS) return false;
  const { length, can_open, can_close } = state.scanDelims(state.pos, true);
  if (length === 1) return false;
  const token = state.push('text', '', 0);
  token.content = '='.repeat(length);
  // `===` underlines, compares and separates.
  if (length === 2)
    state.delimiters.push({
      marker: EQUALS,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open: can_open,
      close: can_close,
    });
  state.pos += length;
  return true;
}

function pairMarks(state: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, end, token } of delimiters) {
    const closing = delimiters[end];
    if (marker !== EQUALS || !closing) continue;
    const [first, last] = [state.tokens[token], state.tokens[closing.token]];
    if (!first || !last) continue;
    Object.assign(first, { type: 'mark_open', tag: 'mark', nesting: 1, markup: '==', content: '' });
    Object.assign(last, { type: 'mark_close', tag: 'mark', nesting: -1, markup: '==', content: '' });
  }
}
