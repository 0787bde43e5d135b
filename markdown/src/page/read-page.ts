/** Makes the tree of a page of its text, as a whole or in parts. */
import type { Tree } from '@lezer/common';
import type { Budget } from '../tree/budget.ts';
import type { Block, FootnoteDefinition, Page } from '../tree/nodes.ts';
import { Definitions, type Reading } from '../tree/reading.ts';
import { atOnce, type Sliced } from '../tree/sliced.ts';
import { type Visitor, walk } from '../tree/walk.ts';
import { BlockReader } from './block-reader.ts';
import { parsePage } from './parse-page.ts';

/** A page that was parsed, and of which any part can be read. */
export interface ParsedPage {
  readonly text: string;
  readonly tree: Tree;
  readonly reading: Omit<Reading, 'budget'>;
}

/**
 * @param markdown whose lines end with line feeds @param more who look for something else on the same way
 * @throws {TakesTooLong} when the budget is spent
 */
export function* openPage(
  markdown: string,
  budget: Budget,
  more: readonly Visitor[] = [],
): Sliced<ParsedPage> {
  const tree = yield* parsePage(markdown, budget);
  const reading = new Definitions(markdown);
  // Most pages define nothing, and going through all of a page takes time.
  yield* walk(tree, definesAnything(markdown) ? [reading, ...more] : more, budget);
  return { text: markdown, tree, reading };
}

export function definesAnything(markdown: string): boolean {
  return markdown.includes(']:');
}

/** @throws {TakesTooLong} when the budget is spent */
export function readPage(markdown: string, budget: Budget): Page {
  const page = atOnce(openPage(markdown, budget));
  const children = readBetween(page, 0, markdown.length, budget);
  const names = [...page.reading.footnotes.keys()];
  return { children, footnotes: new Map(readFootnotes(page, names, budget)) };
}

/** @returns the page's outermost blocks between two places, which are beginnings or ends of blocks, or of items in a long list */
export function readBetween(
  { tree, reading }: ParsedPage,
  from: number,
  to: number,
  budget: Budget,
): Block[] {
  return new BlockReader({ ...reading, budget }).outermost(tree.topNode, from, to);
}

/** @param names in upper case, of footnotes that are there */
export function readFootnotes(
  { reading }: ParsedPage,
  names: readonly string[],
  budget: Budget,
): (readonly [name: string, note: FootnoteDefinition])[] {
  const blocks = new BlockReader({ ...reading, budget });
  return names.flatMap((name) => {
    const node = reading.footnotes.get(name);
    if (!node) return [];
    const { from, to } = node;
    return [[name, { type: 'footnoteDefinition', children: blocks.inside(node), from, to }] as const];
  });
}
