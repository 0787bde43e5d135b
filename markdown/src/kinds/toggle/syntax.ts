/**
 * Toggles: `<details>` and `</details>` as blocks of their own, with Markdown between them. No other HTML is honoured. Which
 * blocks are HTML is for the Markdown parsers to say; what is read here never becomes markup: a summary is plain text.
 */

/** The beginning of a toggle. Its places are those in the block's text. */
export interface ToggleOpening {
  readonly isOpen: boolean;
  /** The beginning and end of the summary's words, with the spaces behind them: more may be on their way. */
  readonly titleFrom: number;
  readonly titleTo: number;
  /** The end of `</summary>`. */
  readonly markTo: number;
  /** Plain text that stands in the same block. */
  readonly text: string;
  /** Whether the toggle ends in the same block, too. */
  readonly isClosed: boolean;
}

const OPENING =
  /^(\s*<details(\s+open(?:=(?:""|"open"|"true"))?)?\s*>\s*<summary>\s*)([^\n]*?)(?:\s*\n\s*)?<\/summary>([^\S\n]*)/i;
const CLOSING = /^\s*<\/details>\s*$/i;
const CLOSES_AT_END = /<\/details>\s*$/i;
const ANY = /<\/?(?:details|summary)\b/i;

/** @param block the text of an HTML block */
export function readToggleOpening(block: string): ToggleOpening | undefined {
  const found = OPENING.exec(block);
  if (!found) return undefined;
  const [whole, mark = '', open, title = ''] = found;
  const rest = block.slice(whole.length);
  const text = rest.replace(CLOSES_AT_END, '').trim();
  if (ANY.test(title) || ANY.test(text)) return undefined;
  return {
    isOpen: open !== undefined,
    titleFrom: mark.length,
    titleTo: mark.length + title.length,
    markTo: whole.length,
    text,
    isClosed: CLOSES_AT_END.test(rest),
  };
}

/** @param block the text of an HTML block */
export function isToggleClosing(block: string): boolean {
  return CLOSING.test(block);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** A summary, or text beside it, as words: its tags are left out. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim();
}

/** The words of a summary, so written that they are read as these words. */
export function htmlOfText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

export interface Pair<Block> {
  readonly opening: ToggleOpening;
  readonly first: Block;
  /** The same as the first where the toggle is one block. */
  readonly last: Block;
}

/**
 * @param blocks the HTML blocks among siblings, in order
 * @returns those that begin a toggle with those that end it; what has no other half is left out
 */
export function pairToggles<Block>(
  blocks: readonly Block[],
  textOf: (block: Block) => string,
): Pair<Block>[] {
  const pairs: Pair<Block>[] = [];
  const waiting: { readonly opening: ToggleOpening; readonly first: Block }[] = [];
  for (const block of blocks) {
    const text = textOf(block);
    const opening = readToggleOpening(text);
    if (opening?.isClosed) pairs.push({ opening, first: block, last: block });
    else if (opening) waiting.push({ opening, first: block });
    else if (isToggleClosing(text)) {
      const begun = waiting.pop();
      if (begun) pairs.push({ ...begun, last: block });
    }
  }
  return pairs;
}
