/** Each block has the direction of its first strong letter, as in the app. */
import type { Token } from 'markdown-it';
import { type Direction, directionOf } from '../../../markdown/src/text/direction.ts';

const TASK = /^\[[ xX]\] /;
// The elements of the others are drawn without attributes, or keep the order of their columns.
const DIRECTED =
  /^(?:paragraph|heading|bullet_list|ordered_list|list_item|blockquote|th|td|callout|callout_head|toggle)_open$/;

/** Says so where it is another than the one around. */
export function directBlocks(tokens: readonly Token[]): void {
  const own = ownDirections(tokens);
  const around: Direction[] = ['ltr'];
  for (const token of tokens) {
    const outer = around.at(-1) ?? 'ltr';
    const isDirected = DIRECTED.test(token.type);
    const inside = (isDirected && own.get(token)) || outer;
    if (isDirected && inside !== outer) token.attrSet('dir', inside);
    if (isDirected) alignLogically(token);
    if (isBeginning(token)) around.push(inside);
    else if (isEnd(token)) around.pop();
  }
}

/** @returns the attribute of an element that is not drawn by the library */
export function directed(token: Token | undefined): string {
  const direction = token?.attrGet('dir');
  return direction ? ` dir="${direction}"` : '';
}

function ownDirections(tokens: readonly Token[]): ReadonlyMap<Token, Direction> {
  const own = new Map<Token, Direction>();
  const open: Token[] = [];
  for (const token of tokens) {
    if (isEnd(token)) open.pop();
    else if (token.type === 'toggle_open' || isBeginning(token)) open.push(token);
    const direction = directionOf(wordsOf(token, open.at(-1)));
    // Those around a block that has had its first letter have had theirs.
    for (let at = open.length - 1; direction && at >= 0; at--) {
      const block = open[at] as Token;
      if (own.has(block)) break;
      own.set(block, direction);
    }
    if (token.type === 'toggle_open' && !isBeginning(token)) open.pop();
  }
  return own;
}

/** Tokens of toggles know nothing of nesting, and some are the whole toggle. */
function isBeginning({ type, nesting, meta }: Token): boolean {
  return nesting > 0 || (type === 'toggle_open' && meta?.isClosed !== true);
}

function isEnd({ type, nesting }: Token): boolean {
  return nesting < 0 || type === 'toggle_close';
}

function wordsOf({ type, children, meta }: Token, block: Token | undefined): string {
  if (type === 'toggle_open') return `${meta?.title} ${meta?.text}`;
  // Without a title of its own a callout says which kind it is.
  if (type !== 'inline' || isUntitledHead(block)) return '';
  return (children ?? [])
    .map((child) => (child.type === 'image' || child.type === 'formula' ? '' : child.content))
    .join('')
    .replace(TASK, '');
}

function isUntitledHead(block: Token | undefined): boolean {
  return block?.type === 'callout_head_open' && block.meta?.titleFrom === block.meta?.titleTo;
}

function alignLogically(token: Token): void {
  const style = String(token.attrGet('style') ?? '');
  if (/text-align:\s*left/.test(style)) token.attrSet('style', 'text-align:start');
  else if (/text-align:\s*right/.test(style)) token.attrSet('style', 'text-align:end');
}
