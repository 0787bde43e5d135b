/** Room between the blocks of a page that is read: as many blank lines as there are while it is written. */
import type { ExtraProps } from 'react-markdown';

type Element = NonNullable<ExtraProps['node']>;
type Parent = Pick<Element, 'children'>;
type Child = Element['children'][number];

// What else is a list or a table has blocks of its own only deeper down.
const HOLDS_BLOCKS: ReadonlySet<string> = new Set(['blockquote', 'aside', 'details', 'li']);
const HOLDS_ITEMS: ReadonlySet<string> = new Set(['ul', 'ol']);

/**
 * @param markdown what the tree was read from
 * @param linesBelow blank lines behind its last block
 */
export function keepBlankLines(markdown: string, linesBelow: number) {
  // In quotes, too.
  const isBlank = markdown.split('\n').map((line) => /^[\s>]*$/.test(line));
  const between = (above: Child, below: Child) => {
    const [start, end] = [above.position?.end.line, below.position?.start.line];
    if (start === undefined || end === undefined) return 0;
    return isBlank.slice(start, end - 1).filter(Boolean).length;
  };
  const visit = (parent: Parent, isList: boolean): void => {
    let above: Child | undefined;
    parent.children = parent.children.flatMap((child): Child[] => {
      if (child.type !== 'element') return [child];
      if (HOLDS_BLOCKS.has(child.tagName)) visit(child, false);
      else if (HOLDS_ITEMS.has(child.tagName)) visit(child, true);
      const lines = above && !isToggle(above) ? between(above, child) : 0;
      above = child;
      if (lines === 0) return [child];
      if (!isList) return [blankLines(lines), child];
      // A list has nothing but items.
      child.properties.className = ['after-blank'];
      child.properties.style = heightOf(lines, 'margin-top');
      return [child];
    });
  };
  return () => (root: Parent) => {
    visit(root, false);
    if (linesBelow > 0) root.children.push(blankLines(linesBelow));
  };
}

function isToggle(child: Child): boolean {
  return child.type === 'element' && child.tagName === 'details';
}

function blankLines(count: number): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['blank-lines'], style: heightOf(count, 'height') },
    children: [],
  };
}

function heightOf(lines: number, property: string): string {
  return `${property}: calc(${lines} * var(--line-height))`;
}
