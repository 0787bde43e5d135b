/** Finds the pages beneath a page at Notion, and its blocks that have no Markdown. */
import type { BlockCount } from '../page-problem.ts';
import { CLOSED, children, SAFE } from './blocks-in-the-way.ts';
import { problemOf } from './problems.ts';
import type { NotionRequests } from './requests.ts';

const MOST_REQUESTS = 60;

export interface Inside {
  readonly children: readonly { readonly id: string; readonly title: string }[];
  /** The blocks that stay where they are. */
  readonly left: readonly BlockCount[];
}

export async function findInside(requests: NotionRequests, id: string): Promise<Inside> {
  const pages: { id: string; title: string }[] = [];
  const left = new Map<string, number>();
  const waiting = [id];
  try {
    for (let count = 0; waiting.length > 0 && count < MOST_REQUESTS; count++)
      for await (const block of children(requests, waiting.shift() ?? id)) {
        if (!('type' in block)) continue;
        if (block.type === 'child_page') pages.push({ id: block.id, title: block.child_page.title });
        else if (!SAFE.has(block.type)) left.set(block.type, (left.get(block.type) ?? 0) + 1);
        else if (block.has_children && !CLOSED.has(block.type)) waiting.push(block.id);
      }
  } catch (error) {
    throw problemOf(error);
  }
  return { children: pages, left: [...left].map(([type, count]) => ({ type, count })) };
}
