/** Makes the tree of a page of its text. */
import type { SyntaxNode } from '@lezer/common';
import type { Budget } from './budget.ts';
import type { Block, FootnoteDefinition, Page } from './nodes.ts';
import { parsePage } from './parse-page.ts';
import { BlockReader } from './read-blocks.ts';
import { readingOf } from './reading.ts';

/**
 * @param markdown whose lines end with line feeds
 * @throws {TakesTooLong} when the budget is spent
 */
export function readPage(markdown: string, budget: Budget): Page {
  const tree = parsePage(markdown, budget);
  const page = readingOf(markdown, tree, budget);
  const blocks = new BlockReader(page);
  const children = blocks.outermost(tree.topNode);
  const footnotes = new Map<string, FootnoteDefinition>();
  for (const [name, node] of page.footnotes) footnotes.set(name, footnote(node, blocks.inside(node)));
  return { children, footnotes };
}

function footnote({ from, to }: SyntaxNode, children: Block[]): FootnoteDefinition {
  return { type: 'footnoteDefinition', children, from, to };
}
