/** A text as who reads it gets it. */

import { readPage } from '../../../../../markdown/src/page/read-page.ts';
import { type Block, type Inline, wordsOf } from '../../../../../markdown/src/tree/nodes.ts';
import { readingBudget } from '../reading/parts/reading-budget.ts';

type Parent = { readonly children: readonly (Node | Inline)[] };
export type Node = Block | Inline | Rest;
/** Parts of blocks. */
type Rest = Extract<Block, { readonly type: 'list' | 'table' }>['children'][number] | TableCell;
type TableCell = Extract<Block, { readonly type: 'table' }>['children'][number]['children'][number];

export interface Read {
  /** In the order of the text, those of footnotes last. */
  readonly children: readonly Block[];
}

export function readAsReader(markdown: string): Read {
  const { children, footnotes } = readPage(markdown, readingBudget());
  return { children: [...children, ...[...footnotes.values()].flatMap((note) => note.children)] };
}

/** Goes through all nodes, from the outside in. */
export function visitAll(parent: Read | Parent, look: (node: Node, around: readonly Node[]) => void): void {
  const visit = (node: Node, around: readonly Node[]) => {
    look(node, around);
    const inside = [...around, node];
    if (node.type === 'callout') for (const child of node.title) visit(child, inside);
    if ('children' in node) for (const child of node.children) visit(child, inside);
  };
  for (const child of parent.children) visit(child, []);
}

/** The words of a page, a block in a line. */
export function wordsOfPage({ children }: Read): string {
  return children
    .map((block) => {
      const words: string[] = [];
      visitAll({ children: [block] }, (node) => {
        if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'break')
          words.push(wordsOf([node]));
        else if (node.type === 'toggle') words.push(node.title, node.text);
        else if ('value' in node) words.push(node.value);
      });
      return words.join('');
    })
    .join('\n');
}
