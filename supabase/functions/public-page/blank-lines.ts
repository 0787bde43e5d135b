/** Room between the blocks of a page: as many blank lines as its text has, as when it is read in the app. */
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const BLANK = /^[\s>]*$/;
// As many as the style has classes for.
const MOST_LINES = 9;

export function keepBlankLines(markdown: MarkdownIt): void {
  markdown.core.ruler.push('blank_lines', (state) => {
    state.tokens = withRoom(state);
  });
  markdown.renderer.rules.blank_lines = (tokens, at) =>
    `<div class="lines-${Number(tokens[at]?.meta?.lines)}"></div>\n`;
}

function withRoom({ src, tokens, Token: TokenKind }: StateCore): Token[] {
  const isBlank = src.split('\n').map((line) => BLANK.test(line));
  const linesAbove = (line: number) => {
    let count = 0;
    while (count < MOST_LINES && isBlank[line - count - 1]) count++;
    return count;
  };
  const notes = tokens.findIndex(({ type }) => type === 'footnote_block_open');
  const end = notes === -1 ? tokens.length : notes;
  // The last block so far, at each depth.
  const above: Token[] = [];
  const spaced = tokens.slice(0, end).flatMap((token) => {
    if (!token.map || token.type === 'inline' || token.nesting < 0) return [token];
    const before = above[token.level];
    above.length = token.level;
    above[token.level] = token;
    const [line = 0] = token.map;
    const lines = !before || isToggle(before) || token.type === 'toggle_close' ? 0 : linesAbove(line);
    if (lines === 0) return [token];
    if (token.type !== 'list_item_open') {
      const room = new TokenKind('blank_lines', '', 0);
      room.block = true;
      room.meta = { lines };
      return [room, token];
    }
    // A list has nothing but items.
    token.attrJoin('class', `after-${lines}`);
    return [token];
  });
  return [...spaced, ...tokens.slice(end)];
}

function isToggle({ type }: Token): boolean {
  return type === 'toggle_open' || type === 'toggle_close';
}
