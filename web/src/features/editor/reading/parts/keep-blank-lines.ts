/** Room between the blocks of a page that is read: as many blank lines as there are while it is written. */
import {
  type Content,
  type Element,
  element,
  type Root,
} from '../../../../../../markdown/src/read/elements.ts';

// Lists and tables otherwise have blocks of their own only deeper down.
const HOLDS_BLOCKS: ReadonlySet<string> = new Set(['blockquote', 'aside', 'details', 'li']);
const HOLDS_ITEMS: ReadonlySet<string> = new Set(['ul', 'ol']);
// In quotes, too.
const BLANK = /^[\s>]*$/;

/**
 * @param markdown what the tree was read from
 * @param linesBelow blank lines after its last block
 */
export function keepBlankLines(root: Root, markdown: string, linesBelow: number): void {
  visit(root, false, markdown);
  if (linesBelow > 0) root.children.push(blankLines(linesBelow));
}

function visit(parent: Pick<Element, 'children'>, isList: boolean, markdown: string): void {
  let above: Element | undefined;
  parent.children = parent.children.flatMap((child): Content[] => {
    if (child.type === 'text') return [child];
    if (HOLDS_BLOCKS.has(child.tagName)) visit(child, false, markdown);
    else if (HOLDS_ITEMS.has(child.tagName)) visit(child, true, markdown);
    const lines = above && above.tagName !== 'details' ? linesBetween(above, child, markdown) : 0;
    above = child;
    if (lines === 0) return [child];
    if (!isList) return [blankLines(lines), child];
    // A list has nothing but items.
    child.properties.className = ['after-blank'];
    child.properties.style = heightOf(lines, 'margin-top');
    return [child];
  });
}

/** Definitions may stand there, too. */
function linesBetween({ to }: Element, { from }: Element, markdown: string): number {
  if (to === undefined || from === undefined || from < to) return 0;
  return markdown
    .slice(to, from)
    .split('\n')
    .slice(1, -1)
    .filter((line) => BLANK.test(line)).length;
}

function blankLines(count: number): Element {
  return element('div', { className: ['blank-lines'], style: heightOf(count, 'height') });
}

function heightOf(lines: number, property: string): string {
  return `${property}: calc(${lines} * var(--line-height))`;
}
